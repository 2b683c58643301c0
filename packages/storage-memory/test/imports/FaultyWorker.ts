import {
  advance,
  ContactImportStore,
  ContactListStore,
  ContactStore,
  ContactUuid,
  CurrentContactSettings,
  CurrentImportSettings,
  CustomFieldStore,
  isImportOver,
  keysOf,
  type MergeContext,
  type MergedRows,
  mergeRows,
  nextId,
  type RowResult,
  Transaction
} from "@rollcall/core"
import type { RunImport } from "@rollcall/storage-conformance"
import { DateTime, Effect, Option } from "effect"

type Rows = Parameters<typeof mergeRows>[1]

/** Where a worker may go wrong. What is not given it does as it should. */
export interface WorkerFault {
  readonly merge?: (context: MergeContext, rows: Rows) => MergedRows
  /** Whether the contact of a row joins the list. */
  readonly joins?: (result: RowResult) => boolean
}

/** A worker that does what the core's does, in fewer words and with a fault. */
export const workerWith =
  ({ joins = () => true, merge = mergeRows }: WorkerFault): RunImport =>
  (ref) =>
    Effect.gen(function* () {
      const imports = yield* ContactImportStore
      const lists = yield* ContactListStore
      const contacts = yield* ContactStore
      const fields = yield* CustomFieldStore
      const transaction = yield* Transaction
      const settings = yield* CurrentContactSettings
      const { batch, lookAgainAfter } = yield* CurrentImportSettings
      const { workspace } = ref
      const step = Effect.gen(function* () {
        const contactImport = Option.getOrUndefined(yield* imports.lock(ref))
        if (contactImport === undefined || isImportOver(contactImport)) return true
        const rows = yield* imports.nextRows(ref, batch)
        const listUuid = contactImport.contactListUuid
        const list = listUuid === null ? null : Option.getOrNull(yield* lists.lock(workspace, listUuid))
        const holders = yield* contacts.holdIdentifiers(workspace, keysOf(contactImport, settings, rows))
        const context: MergeContext = {
          contactImport,
          settings,
          definitions: yield* fields.hold(workspace, [
            ...new Set(rows.flatMap(({ row }) => Object.keys(row.customFields)))
          ]),
          holders,
          contacts: yield* contacts.lockAll(workspace, [...new Set(holders.flatMap((holder) => holder.contacts))]),
          uuids: yield* Effect.forEach(rows, () => Effect.map(nextId, (id) => ContactUuid.make(id))),
          now: yield* DateTime.now
        }
        const isRefused = list !== null && list.status === "archived"
        const { changed, created, results } = isRefused ? refused(rows) : merge(context, rows)
        yield* contacts.writeAll({ created, changed })
        const members = new Set(results.filter(joins).flatMap(({ contactUuid }) => contactUuid ?? []))
        if (list !== null && members.size > 0) {
          const now = DateTime.max(yield* DateTime.now, list.updatedAt)
          yield* lists.addMembers(workspace, list.uuid, [...members], contactImport.createdBy, now)
        }
        const advanced = advance(contactImport, results, yield* DateTime.now)
        yield* imports.record(advanced, results, lookAgainAfter)
        return isImportOver(advanced)
      })
      while (!(yield* transaction.run(step)));
    })

const refused = (rows: Rows): MergedRows => ({
  created: [],
  changed: [],
  results: rows.map(({ index }) => ({
    index,
    outcome: "failed",
    contactUuid: null,
    issues: [{ type: "value_error", in: "body", field: "contact_list_uuid", msg: "the contact list is archived" }]
  }))
})
