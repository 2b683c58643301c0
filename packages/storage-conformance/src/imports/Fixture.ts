import {
  ActorUuid,
  type ContactImport,
  ContactImportStore,
  ContactImportUuid,
  type ImportRef,
  type ImportRow,
  nextId,
  noRows,
  type RowCounts,
  type RowOutcome,
  type RowResult,
  Transaction
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { newWorkspace } from "../kernel/Workspaces.ts"

/** Some instant, and others after it. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

/** All there is of a listing. */
export const everything = { limit: 1_000, offset: 0 }

/** A row with this original, which says that a contact is called so. */
export const rowOf = (original: ImportRow["original"], given: Partial<ImportRow> = {}): ImportRow => ({
  fields: { firstName: "Ada", email: null },
  customFields: {},
  original,
  ...given
})

/** So many rows, each with its number. */
export const rowsOf = (count: number): ReadonlyArray<ImportRow> =>
  Array.from({ length: count }, (_, n) => rowOf({ n }, { fields: { email: `ada${n}@example.org` } }))

/** A pending import of so many rows, in a workspace of its own unless one is given. Not yet stored. */
export const newImport = Effect.fnUntraced(function* (total: number, fields: Partial<ContactImport> = {}) {
  const contactImport: ContactImport = {
    uuid: ContactImportUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    createdBy: ActorUuid.make(yield* nextId),
    status: "pending",
    mergeType: "create_or_update",
    matchOn: "email",
    contactListUuid: null,
    total,
    counts: noRows,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    ...fields
  }
  return contactImport
})

export const refOf = ({ uuid, workspaceUuid }: ContactImport): ImportRef => ({
  workspace: workspaceUuid,
  contactImport: uuid
})

/** A stored import of these rows. */
export const storedImport = Effect.fnUntraced(function* (
  rows: ReadonlyArray<ImportRow>,
  fields: Partial<ContactImport> = {}
) {
  const store = yield* ContactImportStore
  const contactImport = yield* newImport(rows.length, fields)
  yield* store.insert(contactImport, rows)
  return { contactImport, ref: refOf(contactImport), rows }
})

/** What became of the rows from a place on, one of these outcomes each. */
export const resultsFrom = (first: number, outcomes: ReadonlyArray<RowOutcome>): ReadonlyArray<RowResult> =>
  outcomes.map((outcome, at) => ({ index: first + at, outcome, contactUuid: null, issues: [] }))

/** The counts of these outcomes. */
export const countsOf = (outcomes: ReadonlyArray<RowOutcome>): RowCounts => {
  const counts = { ...noRows }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}

/** Runs an effect in a transaction. */
export const inTransaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect)
})
