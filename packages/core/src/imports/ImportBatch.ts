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
import { keysOf, mergeRows } from "./MergeRows.ts"

/** Whether an import has `more` rows for the caller; `idle` if it is over or another transaction has locked it. */
export type BatchEnd = "more" | "idle"

/**
 * Applies the next rows of an import and stores their results in the same transaction (I1). Locks are taken in the same
 * order everywhere: list, definitions, identifiers, contacts.
 */
export const applyBatch = Effect.fn("ImportWorker.applyBatch")((ref: ImportRef) => advanceImport(ref, applyRows))

/** Ends an import whose rows cannot be read any more: the results of applied rows stay, the other rows fail (I5). */
export const abandon = Effect.fn("ImportWorker.abandon")((ref: ImportRef) =>
  advanceImport(ref, (contactImport) => Effect.succeed(failRest(contactImport, unreadable)))
)

const unreadable = inBody("unreadable", "contacts", "the import could not go on, because stored data was unreadable")

/** Locks an import, applies further rows and stores their results in one transaction, unless the import is over. */
const advanceImport = Effect.fnUntraced(function* <E, R>(
  ref: ImportRef,
  apply: (contactImport: ContactImport) => Effect.Effect<ReadonlyArray<RowResult>, E, R>
) {
  const imports = yield* ContactImportStore
  const transaction = yield* Transaction
  const { nextCheckAfter } = yield* CurrentImportSettings
  const end: BatchEnd = yield* transaction.run(
    Effect.gen(function* () {
      const before = Option.getOrUndefined(yield* imports.lock(ref))
      if (before === undefined || isImportOver(before)) return "idle"
      const results = yield* apply(before)
      const after = advance(before, results, yield* DateTime.now)
      yield* imports.record(after, results, nextCheckAfter)
      return isImportOver(after) ? "idle" : "more"
    })
  )
  return end
})

const applyRows = Effect.fnUntraced(function* (contactImport: ContactImport) {
  const { contactListUuid, createdBy, workspaceUuid } = contactImport
  if (contactListUuid === null) return yield* mergeIntoContacts(contactImport)
  const lists = yield* ContactListStore
  const list = Option.getOrUndefined(yield* lists.lock(workspaceUuid, contactListUuid))
  if (list?.status !== "active") return failRest(contactImport, listArchived)
  const results = yield* mergeIntoContacts(contactImport)
  const contacts = Arr.dedupe(results.flatMap(({ contactUuid }) => Arr.fromNullishOr(contactUuid)))
  const now = DateTime.max(yield* DateTime.now, list.updatedAt)
  if (contacts.length > 0) yield* lists.addMembers(workspaceUuid, contactListUuid, contacts, createdBy, now)
  return results
})

/** The list was archived after the import was accepted, and takes no more contacts (L2). */
const listArchived = inBody("value_error", "contact_list_uuid", "the contact list is archived")

const mergeIntoContacts = Effect.fnUntraced(function* (contactImport: ContactImport) {
  const imports = yield* ContactImportStore
  const store = yield* ContactStore
  const fields = yield* CustomFieldStore
  const settings = yield* CurrentContactSettings
  const { batch } = yield* CurrentImportSettings
  const workspace = contactImport.workspaceUuid
  const rows = yield* imports.nextRows({ workspace, contactImport: contactImport.uuid }, batch)
  // Rows may hold keys that no store can even be asked for.
  const fieldKeys = Arr.dedupe(rows.flatMap(({ row }) => Object.keys(row.customFields))).filter(isFieldKey)
  const definitions = fieldKeys.length === 0 ? [] : yield* fields.lockShared(workspace, fieldKeys)
  const keys = keysOf(contactImport, settings, rows)
  const holders = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
  const known = Arr.dedupe(holders.flatMap(({ contacts }) => contacts))
  const contacts = known.length === 0 ? [] : yield* store.lock(workspace, known)
  const uuids = (yield* Effect.replicateEffect(nextId, rows.length)).map((id) => ContactUuid.make(id))
  const now = yield* DateTime.now
  const context = { contactImport, settings, definitions, holders, contacts, uuids, now }
  const { changed, created, results } = mergeRows(context, rows)
  yield* store.save({ created, changed })
  return results
})
