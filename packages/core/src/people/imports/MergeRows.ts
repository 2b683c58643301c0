import { Array as Arr, type DateTime, Result } from "effect"
import type { Contact, ContactFields } from "../contacts/Contact.ts"
import { changesOf, type ContactWrite, writeOfChangedContact, writeOfNewContact } from "../contacts/ContactWrite.ts"
import { usableIdentifiers, usableReading } from "../contacts/ContactRules.ts"
import type { ContactSettings } from "../contacts/ContactSettings.ts"
import {
  clashesOf,
  hasIdentifier,
  type IdentifierField,
  type IdentifierHolders,
  type IdentifierKey,
  identifierKeys,
  maxIdentifierHolders,
  type NumberForms,
  readIdentifier
} from "../contacts/Identifiers.ts"
import type { CustomField } from "../custom-fields/CustomField.ts"
import { writableFields } from "../contact-fields/PredefinedFields.ts"
import { valueIn } from "../identifiers/Reading.ts"
import type { OptOutScope } from "../opt-outs/OptOut.ts"
import { noAddressIssue, optOutKeys } from "../opt-outs/OptOutKeys.ts"
import type { ContactUuid } from "../../shared/Ids.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import type { AppliedRow, ContactImport, ImportRow } from "./ContactImport.ts"
import { decide, type Matches, matchOf, matchUuid, type RowMatch } from "./MergePolicy.ts"
import { changingFields, identifierWarnings, readingsOf } from "./rows/RowReadings.ts"

/** The stored data that rows are merged with. The data stays locked until the rows are written. */
export interface MergeContext {
  readonly numbers: NumberForms
  readonly contactImport: ContactImport
  readonly settings: ContactSettings
  readonly definitions: ReadonlyArray<CustomField>
  /**
   * The holders of the rows' identifiers ({@link keysOf}). `merged` has the survivors of merged contacts that had an
   * identifier.
   */
  readonly holders: ReadonlyArray<IdentifierHolders<ContactUuid>>
  /** The holders, and the contacts that rows name by uuid ({@link uuidsOf}). */
  readonly contacts: ReadonlyArray<Contact>
  /** A new uuid for each row, in case the row creates a contact. */
  readonly uuids: ReadonlyArray<ContactUuid>
  readonly now: DateTime.Utc
}

export interface IndexedRow {
  readonly index: number
  readonly row: ImportRow
}

/** The results of merging rows, and the contacts to write. */
export interface MergedRows {
  /** A result for each row, or only for the first rows. The remaining rows must be merged again. */
  readonly results: ReadonlyArray<AppliedRow>
  readonly created: ReadonlyArray<ContactWrite>
  readonly changed: ReadonlyArray<ContactWrite>
  /** The contacts that rows opt out, in their final state. A skipped row opts nobody out. */
  readonly optedOut: ReadonlyArray<{ readonly contact: Contact; readonly scope: OptOutScope }>
}

/** Returns the identifiers that rows match on, and all identifiers of the rows if identifiers must be unique. */
export const keysOf = (
  numbers: NumberForms,
  contactImport: ContactImport,
  { uniqueIdentifiers }: ContactSettings,
  rows: ReadonlyArray<IndexedRow>
): ReadonlyArray<IdentifierKey> => {
  const keys = rows.flatMap(({ row: { fields } }) => [
    ...(matchOf(contactImport, fields, (field) => usableReading(numbers, field, fields))?.keys ?? []),
    ...(uniqueIdentifiers ? usableIdentifiers(numbers, fields) : [])
  ])
  return Array.from(new Map(keys.map((key) => [textOf(key), key])).values())
}

/** Returns the uuids that rows name, if the import matches rows. */
export const uuidsOf = (contactImport: ContactImport, rows: ReadonlyArray<IndexedRow>): ReadonlyArray<ContactUuid> =>
  rows.flatMap(({ row }) => Arr.fromNullishOr(matchUuid(contactImport, row)))

/**
 * Merges rows in their order, without a store. Each row sees the changes of earlier rows, and all contacts are written
 * afterwards in one step. The result equals applying the rows one by one.
 */
export const mergeRows = (context: MergeContext, rows: ReadonlyArray<IndexedRow>): MergedRows => {
  const roster = new Roster(context)
  const results: Array<AppliedRow> = []
  for (const [at, { index, row }] of rows.entries()) {
    if (!roster.knows(row)) break
    results.push({ index, ...mergeRow(context, roster, row, context.uuids[at]) })
  }
  const optedOut = results.flatMap(({ contactUuid, outcome }, at) => {
    const scope = rows[at]?.row.optedOut
    if (scope === undefined || contactUuid === null || outcome === "skipped") return []
    return [{ contact: roster.contact(contactUuid), scope }]
  })
  return { results, optedOut, ...roster.writes() }
}

const mergeRow = (
  { contactImport, definitions, now, numbers }: MergeContext,
  roster: Roster,
  row: ImportRow,
  uuid: ContactUuid | undefined
): Omit<AppliedRow, "index"> => {
  if (row.issues !== undefined) return failed(row.issues)
  const readings = readingsOf(numbers, row.fields)
  const match = matchOf(contactImport, row.fields, (field) => readings[field])
  const decision = decide(contactImport, row, match, roster.matches(row, match))
  if (decision._tag === "Fail") return failed(decision.issues)
  const warnings = identifierWarnings(readings)
  if (decision._tag === "Skip") {
    const isArchived = decision.contact !== null && roster.contact(decision.contact).archived
    const issues = [decision.issue, ...(isArchived ? [staysArchived] : []), ...warnings]
    return { outcome: "skipped", contactUuid: decision.contact, issues }
  }
  if (uuid === undefined) throw new Error("There is an identifier for every row")
  const before = decision._tag === "Update" ? roster.contact(decision.contact) : null
  const fields =
    decision._tag === "Update" && before !== null
      ? changingFields(numbers, before, row.fields, decision.isMerged)
      : row.fields
  const given = { fields, customFields: row.customFields }
  const context = { numbers, definitions, clashes: roster.clashes(before, fields), now }
  const restores = contactImport.archivedContacts === "restore"
  const result =
    before === null
      ? writeOfNewContact({ uuid, workspace: contactImport.workspaceUuid }, given, context)
      : writeOfChangedContact(restores ? { ...before, archived: false } : before, given, context)
  if (Result.isFailure(result)) return failed(result.failure)
  if (row.optedOut !== undefined && optOutKeys(numbers, result.success.contact, []).length === 0) {
    return failed([noAddressIssue(result.success.contact)])
  }
  const outcome = before === null ? "created" : isChange(before, result.success) ? "updated" : "unchanged"
  if (outcome !== "unchanged") roster.put(result.success)
  const { archived, uuid: contactUuid } = result.success.contact
  const found = decision._tag === "Create" ? decision.warnings : archived ? [staysArchived] : []
  const applied = { outcome, contactUuid, issues: [...found, ...warnings] } as const
  if (before === null || outcome === "unchanged") return applied
  const restored = before.archived && !archived
  return { ...applied, changes: { changes: changesOf(before, result.success), restored, lists: [] } }
}

const staysArchived = issue("contact_archived", [], "the contact is archived and stays archived")

const failed = (issues: ReadonlyArray<Issue>) => ({ outcome: "failed", contactUuid: null, issues }) as const

const isChange = (before: Contact, { changes, contact }: ContactWrite): boolean =>
  changes.length > 0 ||
  contact.archived !== before.archived ||
  writableFields.some((field) => contact[field] !== before[field])

/** The contacts and identifiers that a row sees, with the changes of earlier rows. */
class Roster {
  readonly #numbers: NumberForms
  readonly #policy: ContactImport
  readonly #uniqueIdentifiers: boolean
  readonly #known: ReadonlySet<ContactUuid>
  readonly #contacts: Map<ContactUuid, Contact>
  readonly #holders = new Map<string, ReadonlyArray<ContactUuid>>()
  readonly #survivors = new Map<string, ReadonlyArray<ContactUuid>>()
  readonly #writes = new Map<ContactUuid, ContactWrite>()
  /**
   * Identifiers that a contact lost after the store had returned the maximum number of holders. Only the store knows
   * whether another contact has such an identifier.
   */
  readonly #unsure = new Set<string>()

  constructor({ contactImport, contacts, holders, numbers, settings }: MergeContext) {
    this.#numbers = numbers
    this.#policy = contactImport
    this.#uniqueIdentifiers = settings.uniqueIdentifiers
    this.#contacts = new Map(contacts.map((contact) => [contact.uuid, contact]))
    this.#known = new Set(this.#contacts.keys())
    for (const { contacts, key, merged } of holders) {
      this.#holders.set(textOf(key), contacts)
      if (merged.length > 0) this.#survivors.set(textOf(key), merged)
      // A holder may have lost the identifier between the lookup and its own lock.
      for (const uuid of contacts) {
        const contact = this.#contacts.get(uuid)
        this.#review(uuid, textOf(key), contact !== undefined && hasIdentifier(numbers, contact, key))
      }
    }
  }

  /** Returns whether the holders of a row's identifiers are certain. */
  knows({ fields }: ImportRow): boolean {
    if (this.#unsure.size === 0) return true
    const readings = readingsOf(this.#numbers, fields)
    const match = matchOf(this.#policy, fields, (field) => readings[field])
    const keys = [...usableIdentifiers(this.#numbers, fields), ...(match?.keys ?? [])]
    return keys.every((key) => !this.#unsure.has(textOf(key)))
  }

  contact(uuid: ContactUuid): Contact {
    const contact = this.#contacts.get(uuid)
    if (contact === undefined) throw new Error("Every holder of an identifier is locked")
    return contact
  }

  holdersOf(key: IdentifierKey): ReadonlyArray<ContactUuid> {
    return this.#holders.get(textOf(key)) ?? []
  }

  /**
   * Returns the contacts that a row matches: the contact with the row's uuid, or else the contacts with the match value, or
   * else the survivors of merged contacts that had the value.
   */
  matches(row: ImportRow, match: RowMatch | null): Matches {
    const uuid = matchUuid(this.#policy, row)
    if (uuid !== null && this.#contacts.has(uuid)) return { ...noMatch, contacts: [uuid] }
    if (match === null) return noMatch
    let haveOtherExtension = false
    for (const key of match.keys) {
      const holders = this.holdersOf(key)
      const same = holders.filter((holder) => this.#hasExtension(holder, key.field, match))
      if (same.length > 0) return { ...noMatch, contacts: same }
      haveOtherExtension ||= holders.length > 0
    }
    if (haveOtherExtension) return { ...noMatch, haveOtherExtension }
    if (this.#survivors.size === 0) return noMatch
    const survivors = Arr.dedupe(match.keys.flatMap((key) => this.#survivors.get(textOf(key)) ?? []))
    return { ...noMatch, contacts: survivors.filter((survivor) => this.#contacts.has(survivor)), isMerged: true }
  }

  #hasExtension(holder: ContactUuid, field: IdentifierField, { extension }: RowMatch): boolean {
    const found = valueIn(readIdentifier(this.#numbers, field, this.contact(holder)[field]))
    return (found?.extension ?? null) === extension
  }

  clashes(contact: Contact | null, fields: ContactFields) {
    if (!this.#uniqueIdentifiers) return []
    const held = usableIdentifiers(this.#numbers, fields).map((key) => ({ key, contacts: this.holdersOf(key) }))
    return clashesOf(this.#numbers, contact, held)
  }

  put(write: ContactWrite): void {
    const { changes, contact, keys } = write
    const { uuid } = contact
    const before = this.#contacts.get(uuid)
    const held = new Set(keys.map(textOf))
    const lost = before === undefined ? [] : identifierKeys(this.#numbers, before).map(textOf)
    const earlier = this.#writes.get(uuid)
    const changesByField = new Map(earlier?.changes.map((change) => [change.field, change]))
    for (const change of changes) changesByField.set(change.field, change)
    // All changes that rows make to a contact form one write, which creates the contact if the first row did.
    const { event } = earlier ?? write
    this.#writes.set(uuid, { contact, keys, changes: Array.from(changesByField.values()), event })
    this.#contacts.set(uuid, contact)
    for (const key of new Set([...lost, ...held])) this.#review(uuid, key, held.has(key))
  }

  writes(): Pick<MergedRows, "created" | "changed"> {
    const [changed, created] = Arr.partition(this.#writes.values(), (write) =>
      this.#known.has(write.contact.uuid)
        ? Result.succeed(write)
        : Result.fail({ ...write, changes: write.changes.filter(({ value }) => value !== null) })
    )
    return { created, changed }
  }

  /** Adds a contact to an identifier's holders if `isHeld`, and removes the contact otherwise. */
  #review(uuid: ContactUuid, key: string, isHeld: boolean): void {
    const holders = this.#holders.get(key)
    if (holders === undefined) return
    const others = holders.filter((holder) => holder !== uuid)
    if (isHeld) this.#holders.set(key, [...others, uuid])
    else {
      if (others.length < holders.length && holders.length >= maxIdentifierHolders) this.#unsure.add(key)
      this.#holders.set(key, others)
    }
  }
}

const noMatch: Matches = { contacts: [], isMerged: false, haveOtherExtension: false }

const textOf = ({ field, value }: IdentifierKey): string => `${field} ${value}`
