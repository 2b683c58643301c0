import { Data, Effect } from "effect"
import * as Arr from "effect/Array"
import type { Contact } from "../contacts/Contact.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type IdentifierKey, identifierKeys, type NumberForms, PhoneNumbers } from "../contacts/Identifiers.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import type { ContactListUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import type { Belongings } from "./ContactMerge.ts"
import { MergeStore } from "./MergeStore.ts"

/** The lists, field keys and identifiers to lock before the contacts: all that the contacts have or will get. */
export interface LockedBefore {
  readonly lists: ReadonlyArray<ContactListUuid>
  readonly fieldKeys: ReadonlyArray<string>
  readonly identifiers: ReadonlyArray<IdentifierKey>
}

/** Returns the lists, field keys and identifiers of contacts. */
export const lockedWith = (
  numbers: NumberForms,
  contacts: ReadonlyArray<Contact>,
  belongings: ReadonlyArray<Belongings>
): LockedBefore => ({
  lists: Arr.dedupe(belongings.flatMap(({ memberships }) => memberships.map(({ list }) => list))),
  fieldKeys: Arr.dedupe(contacts.flatMap(({ customFields }) => Object.keys(customFields))),
  identifiers: Arr.dedupeWith(
    contacts.flatMap((contact) => identifierKeys(numbers, contact)),
    isEqual
  )
})

/**
 * Locks lists, definitions and identifiers, in the usual order. Returns the definitions and the holders of the identifiers.
 */
export const lockBefore = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { fieldKeys, identifiers, lists }: LockedBefore
) {
  const contacts = yield* ContactStore
  const fields = yield* CustomFieldStore
  const { lock } = yield* ContactListStore
  for (const list of lists.toSorted(compareCodePoints)) yield* lock(workspace, list)
  const definitions = fieldKeys.length === 0 ? [] : (yield* fields.lockShared(workspace, fieldKeys)).definitions
  const held = identifiers.length === 0 ? [] : yield* contacts.lockIdentifiers(workspace, identifiers)
  return { definitions, held }
})

/**
 * Locks contacts, and returns a function that reads a locked contact with its belongings. The function fails with
 * `ChangedMeanwhile` if the contact is gone, or has a list, field or identifier that `before` does not contain.
 */
export const lockContacts = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  uuids: ReadonlyArray<ContactUuid>,
  before: LockedBefore
) {
  const store = yield* ContactStore
  const merges = yield* MergeStore
  const numbers = yield* PhoneNumbers
  const locked = new Map((yield* store.lock(workspace, uuids)).map((contact) => [contact.uuid, contact]))
  return Effect.fnUntraced(function* (uuid: ContactUuid) {
    const contact = locked.get(uuid)
    if (contact === undefined) return yield* new ChangedMeanwhile()
    const has = yield* merges.belongings(workspace, uuid)
    const now = lockedWith(numbers, [contact], [has])
    const isCovered =
      now.lists.every((list) => before.lists.includes(list)) &&
      now.fieldKeys.every((key) => before.fieldKeys.includes(key)) &&
      now.identifiers.every((key) => before.identifiers.some((known) => isEqual(known, key)))
    return isCovered ? { contact, has } : yield* new ChangedMeanwhile()
  })
})

const isEqual = (a: IdentifierKey, b: IdentifierKey): boolean => a.field === b.field && a.value === b.value

/** A contact changed between its read and its lock. The transaction must be retried. */
export class ChangedMeanwhile extends Data.TaggedError("ChangedMeanwhile") {}

export const isChangedMeanwhile = (error: unknown): error is ChangedMeanwhile => error instanceof ChangedMeanwhile
