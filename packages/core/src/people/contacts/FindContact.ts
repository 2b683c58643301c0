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

/** Returns the contact; fails if it does not exist. */
export const foundContact = <A>(contact: Option.Option<A>, uuid: ContactUuid) =>
  Effect.fromOption(contact, () => new ContactNotFound({ uuid }))

type Survivors = Pick<ContactStore["Service"], "survivors">

/**
 * Looks up a contact's uuid and, if nothing is found, the uuid of its survivor, and so on. A uuid that was never merged
 * takes one lookup.
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

/** Returns the contact, or its survivor; fails if it does not exist. */
export const findContact = Effect.fnUntraced(function* (
  store: Survivors & Pick<ContactStore["Service"], "find">,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
) {
  const found = yield* underSurvivor(store, workspace, uuid, (named) => store.find(workspace, named))
  return yield* foundContact<Contact>(found, uuid)
})

/**
 * Returns the contact, or its survivor, and locks it until the surrounding transaction ends; fails if it does not exist.
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
