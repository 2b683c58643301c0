import {
  type AccessTokenStore,
  type ContactImport,
  ContactImportStore,
  ContactUuid,
  failRest,
  inBody,
  nextId,
  type RowOutcome,
  RowOutcome as RowOutcomes,
  type RowResult,
  type Transaction
} from "@rollcall/core"
import { Duration, Effect, Equal, Option } from "effect"
import { agree, type Check, check, conflicts, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import {
  countsOf,
  everything,
  inTransaction,
  instantOf,
  newImport,
  refOf,
  resultsFrom,
  rowsOf,
  storedImport
} from "./Fixture.ts"

export type StoreNeeds = ContactImportStore | Transaction | AccessTokenStore

const aMinute = Duration.minutes(1)

/** Locks an import and writes results down, as a worker does it, and gives the import as it then is. */
const record = Effect.fnUntraced(function* (before: ContactImport, results: ReadonlyArray<RowResult>) {
  const store = yield* ContactImportStore
  const outcomes = results.map(({ outcome }) => outcome)
  const counts = countsOf([
    ...outcomes,
    ...RowOutcomes.literals.flatMap((outcome) => Array<RowOutcome>(before.counts[outcome]).fill(outcome))
  ])
  const after: ContactImport = { ...before, status: "processing", counts, updatedAt: instantOf(results.length) }
  yield* inTransaction(Effect.andThen(store.lock(refOf(before)), store.record(after, results, aMinute)))
  return after
})

/** What is promised of imports and their rows (I1, I2). */
export const importRowChecks: ReadonlyArray<Check<StoreNeeds>> = [
  check(
    "gives an import back, every part as it was",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const counts = { created: 1, updated: 2, unchanged: 3, skipped: 4, failed: 5 }
      for (const fields of [
        {},
        { mergeType: "create", matchOn: null } as const,
        { mergeType: "update", matchOn: "phoneNumber", status: "processing", counts } as const,
        { matchOn: "externalContactId", status: "completed", updatedAt: instantOf(7) } as const
      ]) {
        const { contactImport, ref } = yield* storedImport(rowsOf(15), fields)
        yield* agree("The import", yield* store.find(ref), Option.some(contactImport))
        yield* agree("The locked one", yield* inTransaction(store.lock(ref)), Option.some(contactImport))
      }
    })
  ),

  check(
    "a second import with a uuid is a conflict and changes nothing; in another workspace it is none (A1)",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(2))
      const second: ContactImport = { ...contactImport, matchOn: null, total: 3 }
      yield* conflicts("The second", store.insert(second, rowsOf(3)))
      yield* agree("The import", yield* store.find(ref), Option.some(contactImport))
      yield* agree("Its rows", (yield* store.rows(ref, null, everything)).total, 2)
      const elsewhere: ContactImport = { ...second, workspaceUuid: yield* newWorkspace }
      yield* store.insert(elsewhere, rowsOf(3))
      yield* agree("The other one", yield* store.find(refOf(elsewhere)), Option.some(elsewhere))
      yield* agree("Its rows", (yield* store.rows(refOf(elsewhere), null, everything)).total, 3)
      yield* agree("The rows of the first", (yield* store.rows(ref, null, everything)).total, 2)
    })
  ),

  check(
    "A1: another workspace's import is not there, and nothing of it changes from there",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(3))
      const workspaceUuid = yield* newWorkspace
      const foreign = { ...ref, workspace: workspaceUuid }
      yield* agree("find", yield* store.find(foreign), Option.none())
      yield* agree("lock", yield* inTransaction(store.lock(foreign)), Option.none())
      yield* agree("rows", yield* store.rows(foreign, null, everything), { items: [], total: 0 })
      yield* agree("nextRows", yield* store.nextRows(foreign, 10), [])
      const theirs: ContactImport = { ...contactImport, workspaceUuid, status: "failed" }
      // Whether these are errors or nothing is the store's affair.
      yield* Effect.result(inTransaction(store.record(theirs, resultsFrom(0, ["failed"]), aMinute)))
      yield* agree("The import", yield* store.find(ref), Option.some(contactImport))
      yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, 3)
      yield* agree("There", yield* store.find(foreign), Option.none())
    })
  ),

  check(
    "an import that nobody made is not there and has no rows",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const ref = refOf(yield* newImport(1))
      yield* agree("find", yield* store.find(ref), Option.none())
      yield* agree("lock", yield* inTransaction(store.lock(ref)), Option.none())
      yield* agree("rows", yield* store.rows(ref, null, everything), { items: [], total: 0 })
      yield* agree("nextRows", yield* store.nextRows(ref, 10), [])
    })
  ),

  check(
    "nothing of an import is there that was inserted in a transaction that failed",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const contactImport = yield* newImport(2)
      const ref = refOf(contactImport)
      yield* Effect.flip(inTransaction(Effect.andThen(store.insert(contactImport, rowsOf(2)), Effect.fail("no"))))
      yield* agree("find", yield* store.find(ref), Option.none())
      yield* store.insert(contactImport, rowsOf(2))
      yield* agree("nextRows", (yield* store.nextRows(ref, 10)).length, 2)
    })
  ),

  check(
    "I2: takes 1,000 rows, and tells of each in its order and page, with the total",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { ref, rows } = yield* storedImport(rowsOf(1_000))
      const receipts = rows.map(({ original }, index) => ({ index, original, result: null }))
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
    })
  ),

  check(
    "I1: the next rows are the first ones without an outcome, in their order, as they were given",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const rows = rowsOf(250)
      const { contactImport, ref } = yield* storedImport(rows)
      const expected = (from: number, limit: number) =>
        rows.map((row, index) => ({ index, row })).slice(from, from + limit)
      yield* agree("At first", yield* store.nextRows(ref, 100), expected(0, 100))
      yield* agree("One", yield* store.nextRows(ref, 1), expected(0, 1))
      const first = yield* record(contactImport, resultsFrom(0, Array<RowOutcome>(100).fill("created")))
      yield* agree("After 100", yield* store.nextRows(ref, 100), expected(100, 100))
      yield* agree("More than there are", yield* store.nextRows(ref, 1_000), expected(100, 150))
      yield* record(first, resultsFrom(100, ["failed"]))
      yield* agree("After 101", yield* store.nextRows(ref, 3), expected(101, 3))
    })
  ),

  check(
    "I2: gives results back as they were recorded, all of them and those of each outcome",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const outcomes = Array.from({ length: 60 }, (_, n) => RowOutcomes.literals[(n * 7) % 5] ?? "created")
      const contact = ContactUuid.make(yield* nextId)
      const issues = [
        inBody("value_error", "custom_fields.diet", "is not a custom field"),
        { type: "missing", in: "query", field: "", msg: "'; -- % _ \\ İ 😀" } as const
      ]
      const results = resultsFrom(0, outcomes).map((result, n) => ({
        ...result,
        contactUuid: n % 2 === 0 ? contact : null,
        issues: issues.slice(0, n % 3)
      }))
      const { contactImport, ref, rows } = yield* storedImport(rowsOf(62))
      const first = yield* record(contactImport, results.slice(0, 25))
      const second = yield* record(first, results.slice(25))
      yield* agree("The import", yield* store.find(ref), Option.some(second))
      const receipts = rows.map(({ original }, index) => ({ index, original, result: results[index] ?? null }))
      yield* agree("All", yield* store.rows(ref, null, everything), { items: receipts, total: 62 })
      for (const outcome of RowOutcomes.literals) {
        const expected = receipts.filter(({ result }) => result?.outcome === outcome)
        yield* agree(outcome, yield* store.rows(ref, outcome, everything), { items: expected, total: 12 })
        const page = yield* store.rows(ref, outcome, { limit: 5, offset: 4 })
        yield* agree(`A page of ${outcome}`, page, { items: expected.slice(4, 9), total: 12 })
      }
    })
  ),

  check(
    "I1: outcomes that are recorded in a transaction that fails are not there",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(3))
      const processing: ContactImport = { ...contactImport, status: "processing", counts: countsOf(["created"]) }
      const recording = Effect.gen(function* () {
        yield* store.lock(ref)
        yield* store.record(processing, resultsFrom(0, ["created"]), aMinute)
        yield* agree("Inside", (yield* store.nextRows(ref, 10)).length, 2)
        return yield* Effect.fail("no")
      })
      yield* agree("The failure", yield* Effect.flip(inTransaction(recording)), "no")
      yield* agree("The import", yield* store.find(ref), Option.some(contactImport))
      yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, 3)
      yield* agree("With an outcome", (yield* store.rows(ref, "created", everything)).total, 0)
    })
  ),

  check(
    "recording no result changes the import and no row",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref } = yield* storedImport(rowsOf(2))
      const after = yield* record(contactImport, [])
      yield* agree("The import", yield* store.find(ref), Option.some(after))
      yield* agree("What is to be done", (yield* store.nextRows(ref, 10)).length, 2)
    })
  ),

  check(
    "I5: giving up fails the rows without an outcome, and leaves the others and every other import",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const { contactImport, ref, rows } = yield* storedImport(rowsOf(5))
      const neighbour = yield* storedImport(rowsOf(2), { workspaceUuid: contactImport.workspaceUuid })
      const done = resultsFrom(0, ["created", "skipped"])
      const before = yield* record(contactImport, done)
      const counts = countsOf(["created", "skipped", "failed", "failed", "failed"])
      const over: ContactImport = { ...before, status: "completed", counts, updatedAt: instantOf(9) }
      const issue = inBody("unreadable", "contacts", "could not be read")
      const failed = failRest(before, issue)
      yield* inTransaction(Effect.andThen(store.lock(ref), store.record(over, failed, aMinute)))
      yield* agree("The import", yield* store.find(ref), Option.some(over))
      const results = [...done, ...failed]
      const receipts = rows.map(({ original }, index) => ({ index, original, result: results[index] ?? null }))
      yield* agree("The rows", (yield* store.rows(ref, null, everything)).items, receipts)
      yield* agree("Failed ones", (yield* store.rows(ref, "failed", everything)).total, 3)
      yield* agree("What is to be done", yield* store.nextRows(ref, 10), [])
      yield* agree("The neighbour", yield* store.find(neighbour.ref), Option.some(neighbour.contactImport))
      yield* agree("What is to be done there", (yield* store.nextRows(neighbour.ref, 10)).length, 2)
    })
  ),

  check(
    "imports of one workspace do not mix their rows",
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const first = yield* storedImport(rowsOf(3))
      const { workspaceUuid } = first.contactImport
      const second = yield* storedImport(rowsOf(4).toReversed(), { workspaceUuid })
      yield* record(first.contactImport, resultsFrom(0, ["created", "failed"]))
      const originals = ({ ref }: typeof first) =>
        Effect.map(store.rows(ref, null, everything), ({ items }) => items.map(({ original }) => original))
      for (const one of [first, second]) {
        const given = one.rows.map(({ original }) => original)
        yield* holds("The rows are its own", Equal.equals(yield* originals(one), given), given)
      }
      yield* agree("What the second has to do", (yield* store.nextRows(second.ref, 10)).length, 4)
      yield* agree("What the first has to do", (yield* store.nextRows(first.ref, 10)).length, 1)
    })
  )
]
