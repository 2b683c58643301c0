import { Array as Arr, DateTime, Effect, Option } from "effect"
import { CurrentContactSettings } from "../contacts/ContactSettings.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { isFieldKey } from "../custom-fields/CustomField.ts"
import { ContactUuid, nextId } from "../shared/Ids.ts"
import { inBody } from "../shared/Issue.ts"
import { Transaction } from "../shared/Transaction.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import type { ContactImport, RowResult } from "./ContactImport.ts"
import { ContactImportStore, type ImportRef } from "./ContactImportStore.ts"
import { advance, failRest, isImportOver } from "./ImportProgress.ts"
import { CurrentImportSettings } from "./ImportSettings.ts"
import { type IndexedRow, keysOf, mergeRows } from "./MergeRows.ts"

/** What is left to do after a batch: `more`, or nothing for whoever asked (`idle`). */
export type BatchEnd = "more" | "idle"

/**
 * Applies the next rows of an import and writes down what became of them in the same transaction: either all of it is
 * there afterwards, or nothing (I1). Locks are taken in one order by everybody: list, definitions, identifiers, contacts.
 */
export const applyBatch = Effect.fn("ImportWorker.applyBatch")(
  function* (ref: ImportRef) {
    const imports = yield* ContactImportStore
    const { batch } = yield* CurrentImportSettings
    const transaction = yield* Transaction
    return yield* transaction.run(
      Effect.gen(function* () {
        const contactImport = Option.getOrUndefined(yield* imports.lock(ref))
        if (contactImport === undefined || isImportOver(contactImport)) return "idle"
        const results = yield* applyRows(contactImport, yield* imports.nextRows(ref, batch))
        return isImportOver(yield* record(contactImport, results)) ? "idle" : "more"
      })
    )
  },
  Effect.map((end): BatchEnd => end)
)

/** Ends an import whose rows cannot be read any more: what was applied stays, and the other rows fail (I5). */
export const abandon = Effect.fn("ImportWorker.abandon")(function* (ref: ImportRef) {
  const imports = yield* ContactImportStore
  const transaction = yield* Transaction
  yield* transaction.run(
    Effect.gen(function* () {
      const contactImport = Option.getOrUndefined(yield* imports.lock(ref))
      if (contactImport === undefined || isImportOver(contactImport)) return
      yield* record(contactImport, failRest(contactImport, unreadable))
    })
  )
})

/** Stores the results of further rows, and returns the import after them. */
const record = Effect.fnUntraced(function* (contactImport: ContactImport, results: ReadonlyArray<RowResult>) {
  const imports = yield* ContactImportStore
  const { nextCheckAfter } = yield* CurrentImportSettings
  const advanced = advance(contactImport, results, yield* DateTime.now)
  yield* imports.record(advanced, results, nextCheckAfter)
  return advanced
})

const unreadable = inBody("unreadable", "contacts", "the import could not go on, because stored data was unreadable")

const applyRows = Effect.fnUntraced(function* (contactImport: ContactImport, rows: ReadonlyArray<IndexedRow>) {
  const { contactListUuid, createdBy, workspaceUuid } = contactImport
  if (contactListUuid === null) return yield* mergeIntoContacts(contactImport, rows)
  const lists = yield* ContactListStore
  const list = Option.getOrUndefined(yield* lists.lock(workspaceUuid, contactListUuid))
  if (list?.status !== "active") return rows.map(withoutList)
  const results = yield* mergeIntoContacts(contactImport, rows)
  const contacts = Arr.dedupe(results.flatMap(({ contactUuid }) => Arr.fromNullishOr(contactUuid)))
  const now = DateTime.max(yield* DateTime.now, list.updatedAt)
  if (contacts.length > 0) yield* lists.addMembers(workspaceUuid, contactListUuid, contacts, createdBy, now)
  return results
})

/** The list was archived after the import was accepted: nobody may join it any more (L2). */
const withoutList = ({ index }: IndexedRow): RowResult => ({
  index,
  outcome: "failed",
  contactUuid: null,
  issues: [inBody("value_error", "contact_list_uuid", "the contact list is archived")]
})

const mergeIntoContacts = Effect.fnUntraced(function* (contactImport: ContactImport, rows: ReadonlyArray<IndexedRow>) {
  const store = yield* ContactStore
  const fields = yield* CustomFieldStore
  const settings = yield* CurrentContactSettings
  const workspace = contactImport.workspaceUuid
  // Rows may hold keys that no store can even be asked for.
  const fieldKeys = Arr.dedupe(rows.flatMap(({ row }) => Object.keys(row.customFields))).filter(isFieldKey)
  const definitions = fieldKeys.length === 0 ? [] : yield* fields.lockShared(workspace, fieldKeys)
  const keys = keysOf(contactImport, settings, rows)
  const holders = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
  const known = Arr.dedupe(holders.flatMap(({ contacts }) => contacts))
  const { changed, created, results } = mergeRows(
    {
      contactImport,
      settings,
      definitions,
      holders,
      contacts: known.length === 0 ? [] : yield* store.lock(workspace, known),
      uuids: yield* Effect.replicateEffect(
        Effect.map(nextId, (id) => ContactUuid.make(id)),
        rows.length
      ),
      now: yield* DateTime.now
    },
    rows
  )
  yield* store.save({ created, changed })
  return results
})
