import {
  ActorUuid,
  type Caller,
  type ContactImport,
  ContactImports,
  ContactImportUuid,
  ContactSettings,
  type ImportRequest,
  ImportSettings,
  type RowResult
} from "@rollcall/core"
import { type ImportRow, MatchField, MergeType, noRows, type RowOutcome, runImport } from "@rollcall/core/imports"
import { nextId } from "@rollcall/core/shared"
import { ContactImportStore, type ImportRef, isImportOver } from "@rollcall/core/storage"
import { Duration, Effect, Option } from "effect"
import fc from "fast-check"
import { Discrepancy } from "../shared/Check.ts"
import { everything, inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import type { Records } from "../shared/RecordLaws.ts"

/** A row as a request gives it. */
export const given = (fields: ImportRow["fields"]): ImportRow => ({ fields, customFields: {}, original: { ...fields } })

/** The rows as they were given. */
export const originalsOf = (rows: ReadonlyArray<Pick<ImportRow, "original">>) => rows.map(({ original }) => original)

/** Makes `count` rows, each with its number. */
export const rowsOf = (count: number): ReadonlyArray<ImportRow> =>
  Array.from({ length: count }, (_, n) => given({ email: `ada${n}@example.org` }))

/** A pending import of `total` rows, in a workspace of its own unless one is given. Not yet stored. */
export const newImport = Effect.fnUntraced(function* (total: number, fields: Partial<ContactImport> = {}) {
  const contactImport: ContactImport = {
    uuid: ContactImportUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    createdBy: ActorUuid.make(yield* nextId),
    status: "pending",
    mergeType: "create_or_update",
    matchOnField: "email",
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
  const contactImport = yield* newImport(rows.length, fields)
  yield* ContactImportStore.use((store) => store.insert(contactImport, rows))
  return { contactImport, ref: refOf(contactImport), rows }
})

const count = fc.nat({ max: 1_000 })

/** How imports are stored, each with two rows. */
export const importRecords: Records<ContactImport> = {
  generated: Effect.map(newImport(2), (contactImport) =>
    fc
      .record({
        status: fc.constantFrom<ContactImport["status"]>("pending", "processing", "completed", "failed"),
        mergeType: fc.constantFrom(...MergeType.literals),
        matchOnField: fc.constantFrom(null, ...MatchField.literals),
        counts: fc.record({ created: count, updated: count, unchanged: count, skipped: count, failed: count }),
        createdAt: instantArbitrary,
        updatedAt: instantArbitrary
      })
      .map((fields) => ({ ...contactImport, ...fields }))
  ),
  fresh: (contactImport) => Effect.map(nextId, (id) => ({ ...contactImport, uuid: ContactImportUuid.make(id) })),
  as: (contactImport, { uuid }) => ({ ...contactImport, uuid }),
  insert: (contactImport) => ContactImportStore.use((store) => store.insert(contactImport, rowsOf(2))),
  find: (contactImport) => ContactImportStore.use((store) => store.find(refOf(contactImport))),
  lock: (contactImport) => ContactImportStore.use((store) => store.lock(refOf(contactImport)))
}

/** Results of the rows from `first` on, with these outcomes. */
export const resultsFrom = (first: number, outcomes: ReadonlyArray<RowOutcome>): ReadonlyArray<RowResult> =>
  outcomes.map((outcome, at) => ({ index: first + at, outcome, contactUuid: null, issues: [] }))

/** Locks an import and records results, as a worker does. */
export const record = (
  contactImport: ContactImport,
  results: ReadonlyArray<RowResult>,
  nextCheckAfter: Duration.Input = "1 minute"
) =>
  ContactImportStore.use((store) =>
    inTransaction(
      Effect.andThen(
        store.lock(refOf(contactImport)),
        store.record(contactImport, results, Duration.fromInputUnsafe(nextCheckAfter))
      )
    )
  )

/** How an import is created and applied. By default rows match on e-mail addresses, and a batch has two rows. */
export interface ImportOptions extends Partial<Omit<ImportRequest, "rows">> {
  readonly batch?: number
  readonly uniqueIdentifiers?: boolean
}

/** Accepts rows, and applies none. */
export const accepted = (caller: Caller, rows: ReadonlyArray<ImportRow>, options: ImportOptions = {}) => {
  const { contactListUuid = null, matchOnField = "email", mergeType = "create_or_update" } = options
  return ContactImports.use((imports) =>
    Effect.map(imports.create(caller, { contacts: rows, matchOnField, mergeType, contactListUuid }), refOf)
  )
}

/** Applies an import until it ends, concurrently with other fibers. */
export const workedOff = Effect.fnUntraced(function* (
  ref: ImportRef,
  { batch = 2, uniqueIdentifiers = false }: ImportOptions = {}
) {
  const store = yield* ContactImportStore
  for (let turn = 0; turn < 10_000; turn++) {
    yield* runImport(ref).pipe(
      Effect.provideService(ImportSettings, { ...ImportSettings.defaultValue(), batch }),
      Effect.provideService(ContactSettings, { uniqueIdentifiers })
    )
    if (Option.exists(yield* store.find(ref), isImportOver)) return
    yield* Effect.yieldNow
  }
  return yield* new Discrepancy({ message: "An import is never over" })
})

/** An import and the results of its rows. */
export const resultsOf = Effect.fnUntraced(function* ({ contactImport, workspace }: ImportRef) {
  const imports = yield* ContactImports
  const { items } = yield* imports.rows(workspace, contactImport, {}, everything)
  return { contactImport: yield* imports.get(workspace, contactImport), receipts: items }
})
