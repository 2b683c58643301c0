import { ContactImportStore, type ImportRef } from "@rollcall/core/storage"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything } from "../shared/Fixture.ts"
import { record, resultsFrom, rowsOf, storedImport } from "../fixtures/ImportFixture.ts"

const prune = (limit: number) =>
  ContactImportStore.use((store) => store.pruneRows({ keepFor: Duration.minutes(30), limit }))

const prunable = ContactImportStore.use((store) => store.prunableRows(Duration.minutes(30)))

/** Counts the stored rows of each import. */
const rowsLeft = (refs: ReadonlyArray<ImportRef>) =>
  ContactImportStore.use((store) =>
    Effect.forEach(refs, (ref) => Effect.map(store.rows(ref, null, everything), ({ total }) => total))
  )

/** Creates a finished import with these rows. */
const over = Effect.fnUntraced(function* (rows: number, status: "completed" | "failed" = "completed") {
  const { contactImport, ref } = yield* storedImport(rowsOf(rows))
  const counts = { ...contactImport.counts, created: rows }
  const ended = { ...contactImport, status, counts }
  yield* record(
    ended,
    resultsFrom(
      0,
      Array.from({ length: rows }, () => "created" as const)
    ),
    "1 hour"
  )
  return { ended, ref }
})

export const importAgeChecks: ReadonlyArray<Check> = [
  check("I2: rows are removed by their import's age, oldest first and at most the requested number", function* () {
    // Data from other checks expires first.
    yield* TestClock.adjust("31 minutes")
    yield* prune(100_000)
    const first = yield* over(5)
    yield* TestClock.adjust("1 minute")
    const second = yield* over(4, "failed")
    const { contactImport, ref: open } = yield* storedImport(rowsOf(3))
    yield* record({ ...contactImport, status: "processing" }, resultsFrom(0, ["created"]), "1 hour")
    yield* TestClock.adjust("1 minute")
    const young = yield* over(2)
    const left = rowsLeft([first.ref, second.ref, open, young.ref])
    yield* agree("None is old", yield* prune(10), 0)
    yield* agree("None would be removed", yield* prunable, 0)
    yield* TestClock.adjust("30 minutes")
    yield* agree("How many would be removed", yield* prunable, 9)
    yield* agree("A step", yield* prune(3), 3)
    yield* agree("How many would be removed after it", yield* prunable, 6)
    yield* agree("What is left of the oldest", yield* left, [2, 4, 3, 2])
    yield* agree("A step that ends one and begins another", yield* prune(3), 3)
    yield* agree("What is left of the next", yield* left, [0, 3, 3, 2])
    yield* agree("As many as there are", yield* prune(3), 3)
    yield* agree("None is left that is old", yield* prune(10), 0)
    yield* agree("Those that go on, and young ones, stay", yield* left, [0, 0, 3, 2])
    const store = yield* ContactImportStore
    yield* agree("The import stays as it was", yield* store.find(first.ref), Option.some(first.ended))
    yield* agree(
      "The open one goes on",
      (yield* store.nextRows(open, 10)).map(({ index }) => index),
      [1, 2]
    )
  })
]
