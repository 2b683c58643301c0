import { Array as Arr, DateTime, Effect, Option } from "effect"
import { ContactSettings } from "../contacts/ContactSettings.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { historyOfUpdate } from "../contacts/ContactWrite.ts"
import { type IdentifierHolders, PhoneNumbers } from "../contacts/Identifiers.ts"
import type { HistoryEntry } from "../history/HistoryEntry.ts"
import { isFieldKey } from "../custom-fields/CustomField.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { ContactList } from "../lists/ContactList.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { type ContactListUuid, ContactUuid, nextId, type WorkspaceUuid } from "../../shared/Ids.ts"
import { issue } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { ContactImport } from "./ContactImport.ts"
import { failRest } from "./ImportProgress.ts"
import { type IndexedRow, keysOf, type MergedRows, mergeRows, uuidsOf } from "./MergeRows.ts"

/**
 * The result of merging rows, with the history entries, the contacts restored from the archive, and the lists that contacts
 * join.
 */
export interface DecidedRows extends MergedRows {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly restored: ReadonlyArray<ContactUuid>
  readonly lists: ReadonlyMap<ContactListUuid, ContactList>
}

/**
 * Decides what the next rows of an import do, in a transaction, without writing anything. Takes locks in the usual order:
 * lists, definitions, identifiers, contacts.
 */
export const decideRows = Effect.fnUntraced(function* (
  contactImport: ContactImport,
  rows: ReadonlyArray<IndexedRow>
): Effect.fn.Return<DecidedRows, StorageError, ContactListStore | ContactStore | CustomFieldStore> {
  const { contactListUuid, workspaceUuid } = contactImport
  const store = yield* ContactListStore
  const named = rows.flatMap(({ row }) => row.contactListUuids ?? [])
  const lists = new Map<ContactListUuid, ContactList>()
  // Lists are locked in the order of their uuids, so that two batches can't deadlock.
  for (const list of Arr.dedupe([...Arr.fromNullishOr(contactListUuid), ...named]).toSorted()) {
    const found = Option.getOrUndefined(yield* store.lock(workspaceUuid, list))
    if (found?.status === "active") lists.set(list, found)
  }
  if (contactListUuid !== null && !lists.has(contactListUuid)) {
    return {
      lists,
      created: [],
      changed: [],
      optedOut: [],
      history: [],
      restored: [],
      results: failRest(contactImport, listArchived)
    }
  }
  return { lists, ...(yield* mergeIntoContacts(contactImport, rows.map(refuseUnlisted(lists)))) }
})

/** Adds an issue to a row for each named list that doesn't exist or is archived. A row with issues fails. */
const refuseUnlisted =
  (active: ReadonlyMap<ContactListUuid, ContactList>) =>
  ({ index, row }: IndexedRow): IndexedRow => {
    const issues = (row.contactListUuids ?? []).flatMap((list, at) =>
      active.has(list)
        ? []
        : [issue("list_archived", ["contactListUuids", at], "is not a contact list, or is archived")]
    )
    return { index, row: issues.length === 0 ? row : { ...row, issues: [...(row.issues ?? []), ...issues] } }
  }

/** The issue for a list that was archived after the import was accepted. */
const listArchived = issue("list_archived", ["contactListUuid"], "the contact list is archived")

/** Replaces merged contacts that had the identifiers with their survivors. */
const withSurvivors = Effect.fnUntraced(function* (
  store: Pick<ContactStore["Service"], "survivors">,
  workspace: WorkspaceUuid,
  holders: ReadonlyArray<IdentifierHolders<ContactUuid>>
) {
  const named = Arr.dedupe(holders.flatMap(({ merged }) => merged))
  if (named.length === 0) return holders
  const survivors = new Map((yield* store.survivors(workspace, named)).map(({ survivor, uuid }) => [uuid, survivor]))
  return holders.map((held) => ({
    ...held,
    merged: Arr.dedupe(held.merged.flatMap((uuid) => survivors.get(uuid) ?? []))
  }))
})

const mergeIntoContacts = Effect.fnUntraced(function* (contactImport: ContactImport, rows: ReadonlyArray<IndexedRow>) {
  const store = yield* ContactStore
  const fields = yield* CustomFieldStore
  const settings = yield* ContactSettings
  const numbers = yield* PhoneNumbers
  const workspace = contactImport.workspaceUuid
  // Rows may contain keys that no store can look up.
  const fieldKeys = Arr.dedupe(rows.flatMap(({ row }) => Object.keys(row.customFields))).filter(isFieldKey)
  const { definitions } = fieldKeys.length === 0 ? { definitions: [] } : yield* fields.lockShared(workspace, fieldKeys)
  const keys = keysOf(numbers, contactImport, settings, rows)
  const found = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
  const holders = yield* withSurvivors(store, workspace, found)
  const known = Arr.dedupe([
    ...holders.flatMap(({ contacts, merged }) => [...contacts, ...merged]),
    ...uuidsOf(contactImport, rows)
  ])
  const contacts = known.length === 0 ? [] : yield* store.lock(workspace, known)
  const uuids = (yield* Effect.replicateEffect(nextId, rows.length)).map((id) => ContactUuid.make(id))
  const now = yield* DateTime.now
  const context = { numbers, contactImport, settings, definitions, holders, contacts, uuids, now }
  const merged = mergeRows(context, rows)
  const before = new Map(contacts.map((contact) => [contact.uuid, contact]))
  const by = contactImport.createdBy
  const history: Array<HistoryEntry> = []
  const restored: Array<ContactUuid> = []
  for (const write of merged.changed) {
    const contact = before.get(write.contact.uuid)
    if (contact === undefined) continue
    const { updatedAt: at, uuid: contactUuid } = write.contact
    history.push(...Arr.fromNullishOr(historyOfUpdate(contact, write, definitions, by, yield* nextId)))
    if (contact.archived === write.contact.archived) continue
    restored.push(contactUuid)
    history.push({
      ...{ workspaceUuid: workspace, contactUuid, at, uuid: yield* nextId, by },
      ...{ kind: "unarchived", details: {} }
    })
  }
  return { ...merged, history, restored }
})
