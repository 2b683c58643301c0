import { Array as Arr, DateTime, Equal, Predicate, Record as Records, Result, Struct } from "effect"
import { writableFields } from "../../people/contact-fields/PredefinedFields.ts"
import { type Contact, identifierFields, isIdentified } from "../../people/contacts/Contact.ts"
import { writeOfNewContact } from "../../people/contacts/ContactWrite.ts"
import {
  hasIdentifier,
  type IdentifierHolders,
  type IdentifierKey,
  identifierKeys,
  type NumberForms
} from "../../people/contacts/Identifiers.ts"
import type { CustomField } from "../../people/custom-fields/CustomField.ts"
import { applyChanges, changesBetween, valueOf } from "../../people/custom-fields/ValueChanges.ts"
import type { FieldChange } from "../../people/history/HistoryEntry.ts"
import type { ContactImport } from "../../people/imports/ContactImport.ts"
import type { RowToUndo } from "../../people/imports/ContactImportStore.ts"
import type { Belongings } from "../../people/merges/ContactMerge.ts"
import type { ContactListUuid, ContactUuid } from "../../shared/Ids.ts"
import { issue, type Issue, type IssuePath } from "../../shared/Issue.ts"

/** The data of a contact besides its fields and values. */
export interface UndoBelongings extends Pick<Belongings, "memberships" | "notes"> {
  /** Whether other contacts were merged into the contact. */
  readonly isSurvivor: boolean
  /** Whether messages were sent to the contact. */
  readonly isRecipient: boolean
}

/** The stored data that rows are undone with. The data stays locked until the result is written. */
export interface UndoContext {
  readonly numbers: NumberForms
  readonly contactImport: ContactImport
  readonly definitions: ReadonlyArray<CustomField>
  readonly contacts: ReadonlyMap<ContactUuid, Contact>
  readonly belongings: ReadonlyMap<ContactUuid, UndoBelongings>
  /** The lists that are not archived. */
  readonly openLists: ReadonlySet<ContactListUuid>
  /** The holders of the identifiers that an undo would restore. Empty unless identifiers must be unique. */
  readonly holders: ReadonlyArray<IdentifierHolders<ContactUuid>>
  readonly now: DateTime.Utc
}

export interface UndoneRows {
  /** The issues of each row: the changes that were not undone, and why. Empty if the row was fully undone. */
  readonly results: ReadonlyArray<{ readonly index: number; readonly issues: ReadonlyArray<Issue> }>
  /** The contacts that change, in their new state. */
  readonly changed: ReadonlyArray<Contact>
  /** The contacts that the import created and that were not changed after the import. */
  readonly erased: ReadonlyArray<ContactUuid>
  readonly removals: ReadonlyMap<ContactListUuid, ReadonlyArray<ContactUuid>>
}

/**
 * Undoes rows, last row first, without a store. Each row sees the effect of the rows that were undone earlier. Values that
 * changed after the import stay unchanged.
 *
 * @see docs/contributing/decisions.md, I14
 */
export const undoRows = (context: UndoContext, rows: ReadonlyArray<RowToUndo>): UndoneRows => {
  const contacts = new Map(context.contacts)
  const erased = new Set<ContactUuid>()
  const removals = new Map<ContactListUuid, Set<ContactUuid>>()
  const isRemoved = (list: ContactListUuid, uuid: ContactUuid) => removals.get(list)?.has(uuid) === true
  const results = rows.map((row) => {
    const { changes, contactUuid, index, outcome } = row
    const contact = contacts.get(contactUuid)
    if (contact === undefined) return { index, issues: [since([], "the contact no longer exists")] }
    const belongings = context.belongings.get(contactUuid) ?? noBelongings
    if (outcome === "created") {
      const issues = issuesOfCreated(context, row, contact, belongings, (list) => isRemoved(list, contactUuid))
      if (issues.length === 0) erased.add(contactUuid)
      return { index, issues }
    }
    if (changes === null) return { index, issues: [] }
    const isTaken = (key: IdentifierKey) => isOfAnother(context, key, contactUuid, contacts, erased)
    const before = undoChanges({ ...context, isTaken }, context.numbers, contact, changes.changes)
    const after = changes.restored ? { ...before.contact, archived: true } : before.contact
    if (!Equal.equals(after, contact)) contacts.set(contactUuid, after)
    const left = changes.lists.flatMap(({ addedAt, list }): ReadonlyArray<Issue> => {
      const membership = belongings.memberships.find((one) => one.list === list)
      if (membership === undefined || isRemoved(list, contactUuid)) return []
      if (membership.addedBy !== context.contactImport.createdBy || !Equal.equals(membership.addedAt, addedAt))
        return [since(["contactListUuids"], "was added again after the import")]
      if (!context.openLists.has(list)) return [issue("list_archived", ["contactListUuids"], "the list is archived")]
      removals.set(list, (removals.get(list) ?? new Set<ContactUuid>()).add(contactUuid))
      return []
    })
    return { index, issues: [...before.issues, ...left] }
  })
  return {
    results,
    changed: [...contacts.values()].flatMap((contact) =>
      erased.has(contact.uuid) || context.contacts.get(contact.uuid) === contact
        ? []
        : [{ ...contact, updatedAt: DateTime.max(context.now, contact.updatedAt) }]
    ),
    erased: [...erased],
    removals: new Map(Array.from(removals, ([list, uuids]) => [list, [...uuids].filter((uuid) => !erased.has(uuid))]))
  }
}

const noBelongings: UndoBelongings = { memberships: [], notes: [], isSurvivor: false, isRecipient: false }

const since = (path: IssuePath, message: string): Issue => issue("changed_since", path, message)

/** Returns an issue for each reason not to erase a contact that a row created: data that does not come from the row. */
const issuesOfCreated = (
  { contactImport, definitions, now, numbers }: UndoContext,
  { row }: RowToUndo,
  contact: Contact,
  { isRecipient, isSurvivor, memberships, notes }: UndoBelongings,
  isRemoved: (list: ContactListUuid) => boolean
): ReadonlyArray<Issue> => {
  const active = new Set(definitions.map(({ fieldKey }) => fieldKey))
  const given = { fields: row.fields, customFields: Records.filter(row.customFields, (_, key) => active.has(key)) }
  const of = { uuid: contact.uuid, workspace: contact.workspaceUuid }
  const made = writeOfNewContact(of, given, { numbers, definitions, clashes: [], now })
  if (Result.isFailure(made)) return [since([], "the fields of the workspace changed after the import")]
  const was = made.success.contact
  const keys = Arr.union(Object.keys(contact.customFields), Object.keys(was.customFields))
  const lists = new Set([contactImport.contactListUuid, ...(row.contactListUuids ?? [])])
  return [
    ...writableFields.filter((field) => contact[field] !== was[field]).map((field) => changed([field])),
    ...keys
      .filter((key) => !Equal.equals(valueOf(contact.customFields, key), valueOf(was.customFields, key)))
      .map((key) => changed(["customFields", key])),
    ...(contact.archived ? [since([], "the contact was archived")] : []),
    ...(isSurvivor ? [since([], "another contact was merged into the contact")] : []),
    ...(isRecipient ? [since([], "the contact was sent a message")] : []),
    ...(notes.length > 0 ? [since([], "the contact has a note")] : []),
    ...(memberships.some(({ list }) => !lists.has(list) && !isRemoved(list))
      ? [since([], "the contact was added to another list")]
      : [])
  ]
}

/** Returns whether another contact has an identifier that must be unique. */
const isOfAnother = (
  { holders, numbers }: UndoContext,
  key: IdentifierKey,
  own: ContactUuid,
  contacts: ReadonlyMap<ContactUuid, Contact>,
  erased: ReadonlySet<ContactUuid>
): boolean => {
  const held = holders.find((one) => one.key.field === key.field && one.key.value === key.value)
  return (held?.contacts ?? []).some((uuid) => {
    const other = contacts.get(uuid)
    return uuid !== own && !erased.has(uuid) && (other === undefined || hasIdentifier(numbers, other, key))
  })
}

const changed = (path: IssuePath): Issue => since(path, "was changed after the import")

/** Restores the former values of fields that still have the values from the import. */
const undoChanges = (
  { definitions, isTaken }: Pick<UndoContext, "definitions"> & { readonly isTaken: (key: IdentifierKey) => boolean },
  numbers: NumberForms,
  contact: Contact,
  changes: ReadonlyArray<FieldChange>
): { readonly contact: Contact; readonly issues: ReadonlyArray<Issue> } => {
  const issues: Array<Issue> = []
  let undone = contact
  for (const { customField, field, values } of changes) {
    const { from = null, to = null } = values ?? {}
    if (customField !== null) {
      const path = ["customFields", field]
      const present = valueOf(contact.customFields, field)
      const definition = definitions.filter(({ uuid }) => uuid === customField)
      if (definition.length === 0) issues.push(issue("unknown_field", path, "is archived"))
      else if (Equal.equals(present, from)) continue
      else if (!Equal.equals(present, to)) issues.push(changed(path))
      else {
        const wanted = from === null ? {} : { [field]: from }
        const customFields = applyChanges(undone.customFields, changesBetween(undone.customFields, wanted, definition))
        undone = { ...undone, customFields }
      }
      continue
    }
    const name = writableFields.find((known) => known === field)
    if (name === undefined || contact[name] === from) continue
    if (contact[name] !== to || (from !== null && !Predicate.isString(from))) {
      issues.push(changed([field]))
      continue
    }
    const next = { ...undone, [name]: from }
    const given = identifierKeys(numbers, next).filter((key) => key.field === name)
    if (given.some(isTaken)) issues.push(issue("already_exists", [name], "is already used by another contact"))
    else undone = next
  }
  if (isIdentified(undone)) return { contact: undone, issues }
  // The contact's other identifiers were removed after the import, so the contact keeps the identifiers from the row.
  const kept = identifierFields.filter((field) => contact[field] !== null)
  return {
    contact: { ...undone, ...Struct.pick(contact, kept) },
    issues: [...issues, ...kept.map((field) => issue("missing", [field], "is the only identifier of the contact"))]
  }
}
