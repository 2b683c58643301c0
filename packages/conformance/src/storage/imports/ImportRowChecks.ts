import { type ContactImport, ContactUuid } from "@rollcall/core"
import { issue, nextId } from "@rollcall/core/operations"
import { noRows, type RowOutcome, RowOutcome as RowOutcomes } from "@rollcall/core/people"
import { charactersAtOnce, ContactImportStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { isolatedRecordChecks } from "../shared/RecordLaws.ts"
import {
  importRecords,
  newImport,
  originalsOf,
  record,
  refOf,
  resultsFrom,
  rowsOf,
  storedImport
} from "../fixtures/ImportFixture.ts"

/** Checks the store's contract for imports and their rows. */
export const importRowChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(importRecords),

  check("A1: an import that is missing in the workspace has no rows, and no results are recorded for it", function* () {
    const store = yield* ContactImportStore
    const { contactImport, ref } = yield* storedImport(rowsOf(3))
    const foreign: ContactImport = { ...contactImport, workspaceUuid: yield* newWorkspace, status: "failed" }
    for (const missing of [foreign, yield* newImport(1)]) {
      yield* agree("rows", yield* store.rows(refOf(missing), null, everything), { items: [], total: 0 })
      yield* agree("nextRows", yield* store.nextRows(refOf(missing), 10), [])
      // A store may fail here, or write nothing.
      yield* Effect.result(record(missing, resultsFrom(0, ["failed"])))
      yield* agree("find", yield* importRecords.find(missing), Option.none())
    }
    yield* agree("The import", yield* store.find(ref), Option.some(contactImport))
    yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, 3)
  }),

  check("imports do not mix their rows, in one workspace or with the same uuid in two workspaces (A1)", function* () {
    const store = yield* ContactImportStore
    const first = yield* storedImport(rowsOf(3))
    const { uuid, workspaceUuid } = first.contactImport
    const second = yield* storedImport(rowsOf(4).toReversed(), { workspaceUuid })
    const third = yield* storedImport(rowsOf(5), { uuid })
    yield* record({ ...first.contactImport, status: "processing" }, resultsFrom(0, ["created", "failed"]))
    for (const [{ ref, rows }, left] of [
      [first, 1],
      [second, 4],
      [third, 5]
    ] as const) {
      const { items } = yield* store.rows(ref, null, everything)
      yield* agree("The rows", originalsOf(items), originalsOf(rows))
      yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, left)
    }
    yield* agree("The second", yield* store.find(second.ref), Option.some(second.contactImport))
    yield* agree("The third", yield* store.find(third.ref), Option.some(third.contactImport))
  }),

  check("I2: an import takes 1,000 rows, and returns them in order and by page, with the total", function* () {
    const store = yield* ContactImportStore
    const { ref, rows } = yield* storedImport(rowsOf(1_000))
    const receipts = rows.map(({ original }, index) => ({ index, original, result: null, undo: null, isErased: false }))
    for (const [limit, offset] of [
      [1_000, 0],
      [1, 0],
      [3, 998],
      [7, 1_000],
      [5, 4_000]
    ] as const) {
      const page = yield* store.rows(ref, null, { limit, offset })
      yield* agree("The page", page, { items: receipts.slice(offset, offset + limit), total: 1_000 })
    }
    yield* agree("With an outcome", yield* store.rows(ref, "created", everything), { items: [], total: 0 })
  }),

  check("I2: an import takes rows of a megabyte in total, and returns them in order", function* () {
    const store = yield* ContactImportStore
    const large = rowsOf(20).map((row, n) => ({ ...row, original: { n, text: "x".repeat(n * 6_000) } }))
    const { ref } = yield* storedImport(large)
    const { items, total } = yield* store.rows(ref, null, everything)
    yield* agree("The number of rows", total, large.length)
    yield* agree("The rows", originalsOf(items), originalsOf(large))
  }),

  check("I1: a batch has few large rows, but at least one, so that applying it blocks no other work", function* () {
    const store = yield* ContactImportStore
    const large = rowsOf(6).map((row) => ({ ...row, original: { text: "x".repeat(charactersAtOnce / 2) } }))
    const huge = rowsOf(2).map((row) => ({ ...row, original: { text: "x".repeat(charactersAtOnce * 2) } }))
    for (const [rows, count] of [
      [large, 2],
      [huge, 1]
    ] as const) {
      const { ref } = yield* storedImport(rows)
      const next = yield* store.nextRows(ref, 10)
      yield* agree("How many are next", next.length, count)
    }
  }),

  check("I1: the next rows are the first rows without an outcome, in order, unchanged", function* () {
    const store = yield* ContactImportStore
    const { contactImport, ref, rows } = yield* storedImport(rowsOf(250))
    const next = Effect.fnUntraced(function* (limit: number, from: number, count: number) {
      const expected = rows.map((row, index) => ({ index, row })).slice(from, from + count)
      yield* agree(`${limit} from ${from}`, yield* store.nextRows(ref, limit), expected)
    })
    yield* next(100, 0, 100)
    yield* next(1, 0, 1)
    const processing: ContactImport = { ...contactImport, status: "processing" }
    yield* record(processing, resultsFrom(0, Array<RowOutcome>(100).fill("created")))
    yield* next(100, 100, 100)
    yield* next(1_000, 100, 150)
    yield* record(processing, resultsFrom(100, ["failed"]))
    yield* next(3, 101, 3)
  }),

  check("I2: results are returned as recorded, all of them and by outcome", function* () {
    const store = yield* ContactImportStore
    const outcomes = Array.from({ length: 60 }, (_, n) => RowOutcomes.literals[(n * 7) % 5] ?? "created")
    const contact = ContactUuid.make(yield* nextId)
    const issues = [
      issue("unknown_field", ["customFields", "diet"], "is not a custom field"),
      { code: "missing", path: [], message: "'; -- % _ \\ İ 😀" } as const
    ]
    const results = resultsFrom(0, outcomes).map((result, n) => ({
      ...result,
      contactUuid: n % 2 === 0 ? contact : null,
      issues: issues.slice(0, n % 3)
    }))
    const { contactImport, ref, rows } = yield* storedImport(rowsOf(62))
    const first: ContactImport = { ...contactImport, status: "processing", counts: { ...noRows, created: 25 } }
    const second: ContactImport = { ...first, counts: { ...noRows, failed: 60 }, updatedAt: instantOf(9) }
    yield* record(first, results.slice(0, 25))
    yield* agree("The import", yield* store.find(ref), Option.some(first))
    yield* record(second, results.slice(25))
    yield* record(second, [])
    yield* agree("The import", yield* store.find(ref), Option.some(second))
    const receipts = rows.map(({ original }, index) => ({
      index,
      original,
      result: results[index] ?? null,
      undo: null,
      isErased: false
    }))
    yield* agree("All", yield* store.rows(ref, null, everything), { items: receipts, total: 62 })
    yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, 2)
    for (const outcome of RowOutcomes.literals) {
      const expected = receipts.filter(({ result }) => result?.outcome === outcome)
      yield* agree(outcome, yield* store.rows(ref, outcome, everything), { items: expected, total: 12 })
      const page = yield* store.rows(ref, outcome, { limit: 5, offset: 4 })
      yield* agree(`A page of ${outcome}`, page, { items: expected.slice(4, 9), total: 12 })
    }
  })
]
