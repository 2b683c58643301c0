import { DateTime, Effect, type Option } from "effect"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { isFieldKey } from "../custom-fields/CustomField.ts"
import type { GivenValues } from "../custom-fields/ValueChanges.ts"
import { ContactUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Contact } from "./Contact.ts"
import { type ContactChanges, type ContactDraft, draftChangedContact, draftNewContact } from "./ContactDraft.ts"
import { ContactNotFound } from "./ContactErrors.ts"
import { usableIdentifiers } from "./ContactRules.ts"
import { type ContactSettings, defaultContactSettings } from "./ContactSettings.ts"
import { ContactStore } from "./ContactStore.ts"
import { clashesOf } from "./Identifiers.ts"

/** Makes a contact, or says everything that is wrong with it. */
export const writeNewContact = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  given: ContactChanges,
  { uniqueIdentifiers }: ContactSettings = defaultContactSettings
) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  const keys = uniqueIdentifiers ? usableIdentifiers(given.fields) : []
  const uuid = ContactUuid.make(yield* nextId)
  const write = Effect.gen(function* () {
    const definitions = yield* lockedDefinitions(workspace, given.customFields)
    const held = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
    const context = { definitions, clashes: clashesOf(null, held), now: yield* DateTime.now }
    const write = yield* orRefuse(draftNewContact({ uuid, workspace }, given, context))
    yield* store.save({ created: [write], changed: [] })
    return write.contact
  })
  return yield* Object.keys(given.customFields).length === 0 && keys.length === 0 ? write : transaction.run(write)
})

/**
 * Changes a contact with no other writer in between, or says everything that is wrong with the changes. Identifiers are
 * locked before the contact, as everywhere where both are.
 */
export const writeKnownContact = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  uuid: ContactUuid,
  given: ContactChanges,
  { uniqueIdentifiers }: ContactSettings = defaultContactSettings
) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  const keys = uniqueIdentifiers ? usableIdentifiers(given.fields) : []
  return yield* transaction.run(
    Effect.gen(function* () {
      const definitions = yield* lockedDefinitions(workspace, given.customFields)
      const held = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
      const before = yield* lockedContact(workspace, uuid)
      const context = { definitions, clashes: clashesOf(before, held), now: yield* DateTime.now }
      const write = yield* orRefuse(draftChangedContact(before, given, context))
      yield* store.save({ created: [], changed: [write] })
      return write.contact
    })
  )
})

/** The contact, or the error that there is none. */
export const foundContact = (contact: Option.Option<Contact>, uuid: ContactUuid) =>
  Effect.mapError(Effect.fromOption(contact), () => new ContactNotFound({ uuid }))

/** As {@link foundContact}, for a contact that is locked until the surrounding transaction ends. */
export const lockedContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
  const [contact] = yield* (yield* ContactStore).lock(workspace, [uuid])
  return contact ?? (yield* new ContactNotFound({ uuid }))
})

/** The definitions that given values are checked against, locked until those are written; none where none are given. */
const lockedDefinitions = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: GivenValues) {
  const definitions = yield* CustomFieldStore
  const keys = Object.keys(given).filter(isFieldKey)
  return keys.length === 0 ? [] : yield* definitions.lockShared(workspace, keys)
})

const orRefuse = (draft: ContactDraft) =>
  Effect.mapError(Effect.fromResult(draft), (issues) => new InvalidInput({ issues }))
