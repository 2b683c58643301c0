import { DateTime, Effect, type Option, Result } from "effect"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { applyChanges, changeValues, type GivenValues } from "../custom-fields/ValueChanges.ts"
import { ContactUuid, nextId, type WorkspaceUuid } from "../kernel/Ids.ts"
import { InvalidInput, type Issue } from "../kernel/Issue.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { type Contact, type ContactFields, makeContact, patchContact } from "./Contact.ts"
import { ContactNotFound } from "./ContactErrors.ts"
import { clashIssues, fieldIssues, identifierIssues, usableIdentifiers } from "./ContactRules.ts"
import { type ContactSettings, defaultContactSettings } from "./ContactSettings.ts"
import { ContactStore } from "./ContactStore.ts"
import { hasIdentifier } from "./Identifiers.ts"

/** What a request says about a contact and its custom values. */
export interface ContactChanges {
  readonly fields: ContactFields
  readonly customFields: GivenValues
}

/** Makes a contact, or says everything that is wrong with it. */
export const writeNewContact = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { customFields, fields }: ContactChanges,
  { uniqueIdentifiers }: ContactSettings = defaultContactSettings
) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  const keys = uniqueIdentifiers ? usableIdentifiers(fields) : []
  const uuid = ContactUuid.make(yield* nextId)
  const write = Effect.gen(function* () {
    const values = changeValues(customFields, {}, yield* heldDefinitions(workspace, customFields), "new")
    const held = keys.length === 0 ? [] : yield* store.holdIdentifiers(workspace, keys)
    const clashes = held.flatMap(({ contacts, key }) => (contacts.length === 0 ? [] : [key.field]))
    const changes = Result.getOrElse(values, () => [])
    const now = yield* DateTime.now
    const contact = makeContact({ uuid, workspace, fields, customFields: applyChanges({}, changes), now })
    yield* refuse([...fieldIssues(fields), ...identifierIssues(contact), ...clashIssues(clashes), ...issuesOf(values)])
    yield* store.insert(contact, changes)
    return contact
  })
  return yield* Object.keys(customFields).length === 0 && keys.length === 0 ? write : transaction.run(write)
})

/**
 * Changes a contact with no other writer in between, or says everything that is wrong with the changes. Identifiers are
 * held before the contact is locked: so everybody who needs both has them in one order.
 */
export const writeKnownContact = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  uuid: ContactUuid,
  { customFields, fields }: ContactChanges,
  { uniqueIdentifiers }: ContactSettings = defaultContactSettings
) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  const keys = uniqueIdentifiers ? usableIdentifiers(fields) : []
  return yield* transaction.run(
    Effect.gen(function* () {
      const definitions = yield* heldDefinitions(workspace, customFields)
      const held = keys.length === 0 ? [] : yield* store.holdIdentifiers(workspace, keys)
      const contact = yield* foundContact(yield* store.lock(workspace, uuid), uuid)
      const clashes = held.flatMap(({ contacts, key }) =>
        hasIdentifier(contact, key) || contacts.every((other) => other === uuid) ? [] : [key.field]
      )
      const values = changeValues(customFields, contact.customFields, definitions, "known")
      const changes = Result.getOrElse(values, () => [])
      const customAfter = applyChanges(contact.customFields, changes)
      const changed = patchContact(contact, fields, customAfter, yield* DateTime.now)
      yield* refuse([
        ...fieldIssues(fields),
        ...identifierIssues(changed),
        ...clashIssues(clashes),
        ...issuesOf(values)
      ])
      yield* store.replace(changed, changes)
      return changed
    })
  )
})

/** The contact, or the error that there is none. */
export const foundContact = (contact: Option.Option<Contact>, uuid: ContactUuid) =>
  Effect.mapError(Effect.fromOption(contact), () => new ContactNotFound({ uuid }))

/** The definitions that given values are checked against, held until they are written; none where none are given. */
const heldDefinitions = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: GivenValues) {
  const definitions = yield* CustomFieldStore
  const keys = Object.keys(given)
  return keys.length === 0 ? [] : yield* definitions.hold(workspace, keys)
})

const issuesOf = (values: ReturnType<typeof changeValues>): ReadonlyArray<Issue> =>
  Result.isFailure(values) ? values.failure : []

const refuse = (issues: ReadonlyArray<Issue>) =>
  issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
