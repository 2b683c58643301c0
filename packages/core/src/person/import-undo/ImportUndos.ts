import { Array as Arr, Clock, Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { ContactSettings } from "../../people/contacts/ContactSettings.ts"
import { ContactStore } from "../../people/contacts/ContactStore.ts"
import { contactWrite, type ContactWrite, historyOfUpdate } from "../../people/contacts/ContactWrite.ts"
import { identifierFields } from "../../people/contacts/Contact.ts"
import { identifierKeys, type NumberForms, PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import { isFieldKey } from "../../people/custom-fields/CustomField.ts"
import { CustomFieldStore } from "../../people/custom-fields/CustomFieldStore.ts"
import { changesBetween } from "../../people/custom-fields/ValueChanges.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent, type NewEvent } from "../../events/events/RollcallEvent.ts"
import type { FieldChange, HistoryEntry } from "../../people/history/HistoryEntry.ts"
import { HistoryStore } from "../../people/history/HistoryStore.ts"
import type { ContactImport } from "../../people/imports/ContactImport.ts"
import { ContactImportNotFound, ImportRowsRemoved } from "../../people/imports/ContactImports.ts"
import { ContactImportStore, type RowToUndo } from "../../people/imports/ContactImportStore.ts"
import { isImportOver } from "../../people/imports/ImportProgress.ts"
import { ContactListStore } from "../../people/lists/ContactListStore.ts"
import { historyOfRemoval } from "../../people/lists/members/RemovedMembers.ts"
import { MergeStore } from "../../people/merges/MergeStore.ts"
import { optOutLock } from "../../people/opt-outs/OptOut.ts"
import { BroadcastStore } from "../../sending/broadcasts/BroadcastStore.ts"
import { DeliveryStore } from "../../sending/delivery/DeliveryStore.ts"
import {
  type Caller,
  ContactImportUuid,
  type ContactListUuid,
  type ContactUuid,
  nextId,
  type WorkspaceUuid
} from "../../shared/Ids.ts"
import { laterThan } from "../../shared/Instant.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import { type UndoBelongings, type UndoneRows, undoRows } from "./UndoRows.ts"

/** The number of rows that one transaction undoes. */
const rowsAtOnce = 100

/** The time after which a call returns even if rows are left. The next call continues. */
const timeOfCall = Duration.seconds(5)

/** The import is still running: not all rows have been applied. */
export class ImportNotOver extends Schema.TaggedError<ImportNotOver>()("ImportNotOver", { uuid: ContactImportUuid }) {
  override get message(): string {
    return `The contact import ${this.uuid} is still running. Undo it once it is over.`
  }
}

/**
 * Undoes imports.
 *
 * @example
 * const undos = yield* ImportUndos
 * const { undo } = yield* undos.undo(caller, contactImport)
 * return [undo?.status, undo?.undone, undo?.left]
 */
export class ImportUndos extends Context.Service<
  ImportUndos,
  {
    /**
     * Erases the contacts that an import created, restores the former values of other contacts, and removes contacts from
     * lists that they joined through the import. Values that changed after the import are kept, and the row gets an issue.
     * Opt-outs are kept. Returns the import. If its `undo` is still `running` after a few seconds, call the method again.
     * Does nothing if the undo is `completed`.
     *
     * @example
     * const undos = yield* ImportUndos
     * const { undo } = yield* undos.undo(caller, contactImport)
     * return [undo?.status, undo?.undone, undo?.left]
     * @see docs/contributing/decisions.md, I14
     */
    readonly undo: (
      caller: Caller,
      uuid: ContactImportUuid
    ) => Effect.Effect<ContactImport, ContactImportNotFound | ImportNotOver | ImportRowsRemoved | StorageError>
  }
>()("@rollcall/core/person/import-undo/ImportUndos") {
  static readonly layer = Layer.effect(
    ImportUndos,
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const ports = yield* Effect.context<
        | BroadcastStore
        | ContactImportStore
        | ContactListStore
        | ContactStore
        | CustomFieldStore
        | DeliveryStore
        | EventStore
        | HistoryStore
        | MergeStore
        | Transaction
      >()
      return ImportUndos.of(
        workspaceService("ImportUndos", noInputs, {
          undo: Effect.fnUntraced(function* (caller, uuid) {
            const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(timeOfCall)
            for (;;) {
              const after = yield* run(Effect.provideContext(undoSlice(caller, uuid), ports))
              if (after.undo?.status === "completed" || (yield* Clock.currentTimeMillis) >= end) return after
            }
          })
        })
      )
    })
  )
}

/**
 * Undoes some rows in one transaction, last row first. Locks `optOutLock` exclusively, like merges and erasures. Then takes
 * locks in the usual order: lists, definitions, identifiers, contacts.
 */
const undoSlice = Effect.fn("ImportUndos.slice")(function* (caller: Caller, uuid: ContactImportUuid) {
  const { workspace } = caller
  const imports = yield* ContactImportStore
  const ref = { workspace, contactImport: uuid }
  yield* Transaction.use((transaction) => transaction.lock([optOutLock(workspace)], "exclusive"))
  const found = yield* imports.find(ref)
  const before = yield* Effect.fromOption(found, () => new ContactImportNotFound({ uuid }))
  if (!isImportOver(before)) return yield* new ImportNotOver({ uuid })
  if (before.undo?.status === "completed") return before
  if ((yield* imports.rows(ref, null, { limit: 1, offset: 0 })).total < before.total)
    return yield* new ImportRowsRemoved({ uuid })
  const rows = yield* imports.rowsToUndo(ref, rowsAtOnce)
  const { undone = 0, left = 0 } = before.undo ?? {}
  const { erased, results } = rows.length === 0 ? nothing : yield* undo(caller, before, rows)
  const leftNow = results.filter(({ issues }) => issues.length > 0).length
  const after: ContactImport = {
    ...before,
    undo: {
      status: rows.length < rowsAtOnce ? "completed" : "running",
      undone: undone + results.length - leftNow,
      left: left + leftNow
    }
  }
  yield* imports.recordUndo(after, results, erased)
  return after
})

const nothing: Pick<UndoneRows, "erased" | "results"> = { erased: [], results: [] }

const undo = Effect.fnUntraced(function* (
  caller: Caller,
  contactImport: ContactImport,
  rows: ReadonlyArray<RowToUndo>
) {
  const { actor, workspace } = caller
  const contacts = yield* ContactStore
  const fields = yield* CustomFieldStore
  const lists = yield* ContactListStore
  const history = yield* HistoryStore
  const numbers = yield* PhoneNumbers
  const { uniqueIdentifiers } = yield* ContactSettings
  const openLists = new Set<ContactListUuid>()
  const updates = new Map<ContactListUuid, DateTime.Utc>()
  for (const list of Arr.dedupe(
    rows.flatMap(({ changes }) => (changes?.lists ?? []).map(({ list }) => list))
  ).toSorted()) {
    const locked = Option.getOrUndefined(yield* lists.lock(workspace, list))
    if (locked === undefined) continue
    updates.set(list, locked.updatedAt)
    if (locked.status === "active") openLists.add(list)
  }
  const keys = Arr.dedupe(
    rows.flatMap(({ changes, row }) => [
      ...Object.keys(row.customFields),
      ...(changes?.changes ?? []).flatMap(({ customField, field }) => (customField === null ? [] : [field]))
    ])
  ).filter(isFieldKey)
  const definitions = keys.length === 0 ? [] : (yield* fields.lockShared(workspace, keys)).definitions
  const wanted = uniqueIdentifiers ? rows.flatMap(({ changes }) => formerKeys(numbers, changes?.changes ?? [])) : []
  const holders = wanted.length === 0 ? [] : yield* contacts.lockIdentifiers(workspace, wanted)
  const uuids = Arr.dedupe(rows.map(({ contactUuid }) => contactUuid))
  const known = new Map((yield* contacts.lock(workspace, uuids)).map((contact) => [contact.uuid, contact]))
  const belongings = new Map<ContactUuid, UndoBelongings>()
  for (const { changes, contactUuid, outcome } of rows) {
    if (!known.has(contactUuid) || belongings.has(contactUuid)) continue
    if (outcome !== "created" && (changes?.lists ?? []).length === 0) continue
    belongings.set(contactUuid, yield* belongingsOf(workspace, contactUuid))
  }
  const now = yield* DateTime.now
  const context = { numbers, contactImport, definitions, contacts: known, belongings, openLists, holders, now }
  const { changed, erased, removals, results } = undoRows(context, rows)
  for (const [list, members] of removals) {
    if (members.length === 0) continue
    // The removal must be later than the addition, as in `ContactLists`.
    const at = laterThan(updates.get(list) ?? now, now)
    const removed = yield* lists.removeMembers(workspace, list, members, actor, at)
    yield* history.append(yield* historyOfRemoval(caller, list, removed, at))
  }
  const entries: Array<HistoryEntry> = []
  const writes: Array<ContactWrite> = []
  const events: Array<NewEvent> = []
  for (const contact of changed) {
    const former = known.get(contact.uuid)
    if (former === undefined) continue
    const { updatedAt: at, uuid: contactUuid } = contact
    const changes = changesBetween(former.customFields, contact.customFields, definitions)
    const write = contactWrite(numbers, "contact.updated", contact, changes)
    writes.push(write)
    entries.push(...Arr.fromNullishOr(historyOfUpdate(former, write, definitions, actor, yield* nextId)))
    if (contact.archived === former.archived) continue
    const of = { workspaceUuid: workspace, contactUuid, at, uuid: yield* nextId, by: actor }
    entries.push({ ...of, kind: "archived" as const, details: {} })
    events.push(nameEvent({ type: "contact.archived", workspaceUuid: workspace, contactUuid }))
  }
  yield* history.append(entries)
  yield* contacts.save({ created: [], changed: writes })
  for (const contactUuid of erased) {
    yield* contacts.erase(workspace, contactUuid)
    events.push(nameEvent({ type: "contact.erased", workspaceUuid: workspace, contactUuid }))
  }
  yield* history.erase(workspace, erased)
  yield* EventStore.use((store) => store.append(events))
  return { erased, results }
})

/** Returns the identifiers that undoing these changes would restore. */
const formerKeys = (numbers: NumberForms, changes: ReadonlyArray<FieldChange>) => {
  const fields = identifierFields.flatMap((name) => {
    const from = changes.find(({ customField, field }) => customField === null && field === name)?.values?.from
    return typeof from === "string" ? [[name, from] as const] : []
  })
  return identifierKeys(numbers, Object.fromEntries(fields))
}

const belongingsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, contact: ContactUuid) {
  const merges = yield* MergeStore
  const deliveries = yield* DeliveryStore
  const until = yield* BroadcastStore.use((broadcasts) => broadcasts.now)
  const { memberships, notes } = yield* merges.belongings(workspace, contact)
  const merged = yield* merges.mergedInto(workspace, contact)
  const person = { workspace, contact, mergedFrom: [], addresses: [], until }
  const messages = yield* deliveries.ofPerson(person, 1)
  const found: UndoBelongings = {
    memberships,
    notes,
    isSurvivor: merged.length > 0,
    isRecipient: messages.length > 0
  }
  return found
})
