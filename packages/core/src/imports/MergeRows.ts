import { Array as Arr, type DateTime, Result } from "effect"
import { type Contact, writableFields } from "../contacts/Contact.ts"
import { type ContactWrite, draftChangedContact, draftNewContact } from "../contacts/ContactDraft.ts"
import { usableIdentifiers } from "../contacts/ContactRules.ts"
import type { ContactSettings } from "../contacts/ContactSettings.ts"
import {
  clashesOf,
  hasIdentifier,
  type IdentifierHolders,
  type IdentifierKey,
  identifierKeys,
  maxIdentifierHolders
} from "../contacts/Identifiers.ts"
import type { CustomField } from "../custom-fields/CustomField.ts"
import type { ValueChange } from "../custom-fields/ValueChanges.ts"
import type { ContactUuid, CustomFieldUuid } from "../shared/Ids.ts"
import type { Issue } from "../shared/Issue.ts"
import type { ContactImport, ImportRow, RowOutcome, RowResult } from "./ContactImport.ts"
import { decide, matchKey } from "./MergePolicy.ts"

/** Everything that rows are merged with: what the store holds still until they are written. */
export interface MergeContext {
  readonly contactImport: ContactImport
  readonly settings: ContactSettings
  readonly definitions: ReadonlyArray<CustomField>
  /** Who has the identifiers of {@link keysOf} the rows. */
  readonly holders: ReadonlyArray<IdentifierHolders<ContactUuid>>
  /** Those contacts. */
  readonly contacts: ReadonlyArray<Contact>
  /** A new identifier for each row, should it need one. */
  readonly uuids: ReadonlyArray<ContactUuid>
  readonly now: DateTime.Utc
}

/** A row and its place in the import. */
export interface IndexedRow {
  readonly index: number
  readonly row: ImportRow
}

/** What merging some rows comes to. */
export interface MergedRows {
  /** An outcome for each row, or for the first ones alone: the others have to be merged anew. */
  readonly results: ReadonlyArray<RowResult>
  readonly created: ReadonlyArray<ContactWrite>
  readonly changed: ReadonlyArray<ContactWrite>
}

/** The identifiers that matter to an import: those that rows match on, and all when each may be on one contact only. */
export const keysOf = (
  contactImport: ContactImport,
  { uniqueIdentifiers }: ContactSettings,
  rows: ReadonlyArray<IndexedRow>
): ReadonlyArray<IdentifierKey> => {
  const keys = rows.flatMap(({ row: { fields } }) =>
    uniqueIdentifiers ? usableIdentifiers(fields) : Arr.fromNullishOr(matchKey(contactImport, fields))
  )
  return Array.from(new Map(keys.map((key) => [textOf(key), key])).values())
}

/**
 * Merges rows in their order, each seeing what those before it did (I1), with no store: what they come to is written
 * afterwards in one step. The result is what applying one row after the other comes to.
 */
export const mergeRows = (context: MergeContext, rows: ReadonlyArray<IndexedRow>): MergedRows => {
  const roster = new Roster(context)
  const results: Array<RowResult> = []
  for (const [at, { index, row }] of rows.entries()) {
    if (!roster.knows(row)) break
    results.push({ index, ...mergeRow(context, roster, row, context.uuids[at]) })
  }
  return { results, ...roster.writes() }
}

const mergeRow = (
  { contactImport, definitions, now }: MergeContext,
  roster: Roster,
  row: ImportRow,
  uuid: ContactUuid | undefined
): Omit<RowResult, "index"> => {
  const key = matchKey(contactImport, row.fields)
  const decision = decide(contactImport, row.fields, key === null ? [] : roster.holdersOf(key))
  switch (decision._tag) {
    case "Fail":
      return failed(decision.issues)
    case "Skip":
      return { outcome: "skipped", contactUuid: decision.contact, issues: [decision.issue] }
    case "Create": {
      if (uuid === undefined) throw new Error("There is an identifier for every row")
      const context = { definitions, clashes: roster.clashes(null, row), now }
      const draft = draftNewContact({ uuid, workspace: contactImport.workspaceUuid }, row, context)
      return settled(roster, draft, () => "created")
    }
    case "Update": {
      const before = roster.contact(decision.contact)
      const context = { definitions, clashes: roster.clashes(before, row), now }
      return settled(roster, draftChangedContact(before, row, context), (write) =>
        isChange(before, write) ? "updated" : "unchanged"
      )
    }
  }
}

const settled = (
  roster: Roster,
  draft: Result.Result<ContactWrite, ReadonlyArray<Issue>>,
  outcomeOf: (write: ContactWrite) => RowOutcome
): Omit<RowResult, "index"> => {
  if (Result.isFailure(draft)) return failed(draft.failure)
  const outcome = outcomeOf(draft.success)
  if (outcome !== "unchanged") roster.put(draft.success)
  return { outcome, contactUuid: draft.success.contact.uuid, issues: [] }
}

const failed = (issues: ReadonlyArray<Issue>) => ({ outcome: "failed", contactUuid: null, issues }) as const

const isChange = (before: Contact, { changes, contact }: ContactWrite): boolean =>
  changes.length > 0 || writableFields.some((field) => contact[field] !== before[field])

/** The contacts and identifiers that rows see, as the rows before them left them. */
class Roster {
  readonly #uniqueIdentifiers: boolean
  readonly #contacts: Map<ContactUuid, Contact>
  /** Those who had an identifier when it was looked for, and have it still, now that they are locked. */
  readonly #holders: Map<string, ReadonlyArray<ContactUuid>>
  readonly #known: ReadonlySet<ContactUuid>
  readonly #written = new Map<ContactUuid, Map<CustomFieldUuid, ValueChange>>()
  /** Identifiers that one of two known holders gave up: there may be a third, whom only the store knows. */
  readonly #unsure = new Set<string>()

  constructor({ contacts, holders, settings }: MergeContext) {
    this.#uniqueIdentifiers = settings.uniqueIdentifiers
    this.#contacts = new Map(contacts.map((contact) => [contact.uuid, contact]))
    this.#known = new Set(this.#contacts.keys())
    this.#holders = new Map()
    for (const { contacts: told, key } of holders) {
      const still = told.filter((uuid) => this.#has(uuid, key))
      if (told.length >= maxIdentifierHolders && still.length < told.length) this.#unsure.add(textOf(key))
      this.#holders.set(textOf(key), still)
    }
  }

  /** Whether it is certain who has the identifiers of a row. */
  knows(row: ImportRow): boolean {
    return this.#unsure.size === 0 || usableIdentifiers(row.fields).every((key) => !this.#unsure.has(textOf(key)))
  }

  contact(uuid: ContactUuid): Contact {
    const contact = this.#contacts.get(uuid)
    if (contact === undefined) throw new Error("Whoever has an identifier is locked with it")
    return contact
  }

  holdersOf(key: IdentifierKey): ReadonlyArray<ContactUuid> {
    return this.#holders.get(textOf(key)) ?? []
  }

  clashes(contact: Contact | null, { fields }: ImportRow) {
    if (!this.#uniqueIdentifiers) return []
    return clashesOf(
      contact,
      usableIdentifiers(fields).map((key) => ({ key, contacts: this.holdersOf(key) }))
    )
  }

  put({ changes, contact }: ContactWrite): void {
    const before = this.#contacts.get(contact.uuid)
    if (before !== undefined) {
      for (const key of identifierKeys(before)) if (!hasIdentifier(contact, key)) this.#giveUp(contact.uuid, key)
    }
    for (const key of identifierKeys(contact)) this.#take(contact.uuid, key)
    const values = this.#written.get(contact.uuid) ?? new Map<CustomFieldUuid, ValueChange>()
    for (const change of changes) values.set(change.field, change)
    this.#written.set(contact.uuid, values)
    this.#contacts.set(contact.uuid, contact)
  }

  writes(): Pick<MergedRows, "created" | "changed"> {
    const created: Array<ContactWrite> = []
    const changed: Array<ContactWrite> = []
    for (const [uuid, values] of this.#written) {
      const [contact, changes] = [this.contact(uuid), Array.from(values.values())]
      if (this.#known.has(uuid)) changed.push({ contact, changes })
      else created.push({ contact, changes: changes.filter(({ value }) => value !== null) })
    }
    return { created, changed }
  }

  #has(uuid: ContactUuid, key: IdentifierKey): boolean {
    const contact = this.#contacts.get(uuid)
    return contact !== undefined && hasIdentifier(contact, key)
  }

  #take(uuid: ContactUuid, key: IdentifierKey): void {
    const holders = this.#holders.get(textOf(key))
    if (holders !== undefined && !holders.includes(uuid)) this.#holders.set(textOf(key), [...holders, uuid])
  }

  #giveUp(uuid: ContactUuid, key: IdentifierKey): void {
    const holders = this.#holders.get(textOf(key))
    if (holders === undefined || !holders.includes(uuid)) return
    if (holders.length >= maxIdentifierHolders) this.#unsure.add(textOf(key))
    this.#holders.set(
      textOf(key),
      holders.filter((holder) => holder !== uuid)
    )
  }
}

const textOf = ({ field, value }: IdentifierKey): string => `${field} ${value}`
