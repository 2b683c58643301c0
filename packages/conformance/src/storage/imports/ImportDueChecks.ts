import { ContactImportStore, type ImportRef } from "@rollcall/core/storage"
import { Duration, Effect, Equal } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently } from "../shared/Fixture.ts"
import { record, resultsFrom, rowsOf, storedImport } from "../fixtures/ImportFixture.ts"

const many = 100_000

/** Claims imports that are due now, and makes them due again after `nextCheckAfter`. */
const claimDue = (limit: number, nextCheckAfter: Duration.Input) =>
  ContactImportStore.use((store) => store.claimDue({ limit, nextCheckAfter: Duration.fromInputUnsafe(nextCheckAfter) }))

/**
 * Postpones the imports of earlier checks beyond the end of this suite. The test clock restarts with each check, so
 * each check starts some minutes after the previous one.
 */
const onlyOurs = (minutes: number) =>
  Effect.andThen(TestClock.adjust(Duration.minutes(minutes)), claimDue(many, Duration.days(1)))

export const importDueChecks: ReadonlyArray<Check> = [
  check("an import is due at once, with its workspace (A1), and again when its time has passed", function* () {
    yield* onlyOurs(10)
    const { ref } = yield* storedImport(rowsOf(1))
    for (const [wait, due] of [
      ["0 seconds", true],
      ["9999 millis", false],
      ["1 millis", true],
      ["9 seconds", false],
      ["1 second", true]
    ] as const) {
      yield* TestClock.adjust(wait)
      yield* agree(`After ${wait}`, yield* claimDue(10, "10 seconds"), due ? [ref] : [])
    }
  }),

  check("due imports are returned soonest first, and at most the requested number", function* () {
    yield* onlyOurs(20)
    const refs: Array<ImportRef> = []
    for (let n = 0; n < 5; n++) {
      refs.push((yield* storedImport(rowsOf(1))).ref)
      yield* TestClock.adjust("1 second")
    }
    // The first two imports are postponed until after the other imports.
    yield* agree("Two", yield* claimDue(2, "1 minute"), refs.slice(0, 2))
    const last = (yield* storedImport(rowsOf(1))).ref
    yield* agree("None", yield* claimDue(0, "1 minute"), [])
    yield* TestClock.adjust("2 minutes")
    const due = yield* claimDue(many, "1 minute")
    yield* agree("Those that wait longest", due.slice(0, 4), [...refs.slice(2), last])
    // These imports are due at the same time, so both orders are correct.
    const late = due.slice(4)
    const isLate = (ref: ImportRef) => late.some((one) => Equal.equals(one, ref))
    yield* holds("Those that were put off", late.length === 2 && refs.slice(0, 2).every(isLate), late)
  }),

  check("an import is due again some time after rows are recorded, and never once it is over", function* () {
    yield* onlyOurs(30)
    const { contactImport, ref } = yield* storedImport(rowsOf(2))
    yield* record({ ...contactImport, status: "processing" }, resultsFrom(0, ["created"]), "30 seconds")
    for (const status of ["completed", "failed"] as const) {
      const over = yield* storedImport(rowsOf(1))
      yield* record({ ...over.contactImport, status }, resultsFrom(0, ["failed"]), "30 seconds")
    }
    for (const [wait, due] of [
      ["0 seconds", false],
      ["29999 millis", false],
      ["1 millis", true],
      ["2 minutes", true]
    ] as const) {
      yield* TestClock.adjust(wait)
      yield* agree(`After ${wait}`, yield* claimDue(10, "1 second"), due ? [ref] : [])
    }
  }),

  check("each due import goes to one of many concurrent claims", function* () {
    yield* onlyOurs(40)
    const stored = yield* Effect.replicateEffect(storedImport(rowsOf(1)), 12)
    const asked = yield* Effect.all(
      Array.from({ length: 16 }, () => claimDue(5, "1 hour")),
      concurrently
    )
    const due = [...asked.flat(), ...(yield* claimDue(many, "1 hour"))]
    const uuids = (refs: ReadonlyArray<ImportRef>) => refs.map(({ contactImport }) => contactImport).toSorted()
    yield* agree("What is due", uuids(due), uuids(stored.map(({ ref }) => ref)))
  })
]
