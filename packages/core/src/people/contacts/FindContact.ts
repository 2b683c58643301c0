import { Effect, Option, Schema } from "effect"
import { ContactUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Contact } from "./Contact.ts"
import type { ContactStore } from "./ContactStore.ts"

/** The workspace has no contact with this uuid. */
export class ContactNotFound extends Schema.TaggedError<ContactNotFound>()("ContactNotFound", {
  uuid: ContactUuid
}) {
  override get message(): string {
    return `There is no contact ${this.uuid}.`
  }
}

/** Returns the contact; fails with `ContactNotFound` for `None`. */
export const foundContact = <A>(contact: Option.Option<A>, uuid: ContactUuid) =>
  Effect.fromOption(contact, () => new ContactNotFound({ uuid }))

type Survivors = Pick<ContactStore["Service"], "survivors">

/**
 * Calls `look` with a contact's uuid. While `look` finds nothing, follows the contact's merges and tries the survivor's
 * uuid. A contact that was never merged takes one lookup.
 *
 * @see docs/contributing/decisions.md, M2
 */
export const underSurvivor = Effect.fnUntraced(function* <A, E, R>(
  { survivors }: Survivors,
  workspace: WorkspaceUuid,
  uuid: ContactUuid,
  look: (uuid: ContactUuid) => Effect.Effect<Option.Option<A>, E, R>
) {
  let named = uuid
  let found = yield* look(named)
  while (Option.isNone(found)) {
    const [known] = yield* survivors(workspace, [named])
    if (known === undefined) return found
    // The contact exists: its merge may have been undone since the lookup.
    if (known.survivor === named) return yield* look(named)
    named = known.survivor
    found = yield* look(named)
  }
  return found
})

/** Returns the contact, or the survivor of a merged contact. Fails if the contact does not exist. */
export const findContact = Effect.fnUntraced(function* (
  store: Survivors & Pick<ContactStore["Service"], "find">,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
) {
  const found = yield* underSurvivor(store, workspace, uuid, (named) => store.find(workspace, named))
  return yield* foundContact<Contact>(found, uuid)
})

/**
 * Returns the contact, or the survivor of a merged contact, and locks it until the surrounding transaction ends. Fails if
 * the contact does not exist.
 */
export const lockContact = Effect.fnUntraced(function* (
  store: Survivors & Pick<ContactStore["Service"], "lock">,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
) {
  const lock = (named: ContactUuid): StorageEffect<Option.Option<Contact>> =>
    Effect.map(store.lock(workspace, [named]), ([contact]) => Option.fromUndefinedOr(contact))
  return yield* foundContact(yield* underSurvivor(store, workspace, uuid, lock), uuid)
})
