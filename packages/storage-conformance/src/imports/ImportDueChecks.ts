import { type ContactImport, ContactImportStore, type ImportRef } from "@rollcall/core"
import { Duration, Effect, Equal } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { inTransaction, refOf, resultsFrom, rowsOf, storedImport } from "./Fixture.ts"
import type { StoreNeeds } from "./ImportRowChecks.ts"

const many = 100_000

/** What is due now, and again after the time. */
const claimDue = Effect.fnUntraced(function* (limit: number, nextCheckAfter: Duration.Input) {
  const store = yield* ContactImportStore
  return yield* store.claimDue({ limit, nextCheckAfter: Duration.fromInputUnsafe(nextCheckAfter) })
})

/**
 * Puts off what earlier checks left behind for longer than all of these take. The clock begins anew with each check: so
 * that none meets what the one before it put off, each begins so many minutes after that.
 */
const onlyOurs = (minutes: number) =>
  Effect.andThen(TestClock.adjust(Duration.minutes(minutes)), claimDue(many, Duration.days(1)))

const record = Effect.fnUntraced(function* (contactImport: ContactImport, nextCheckAfter: Duration.Input) {
  const store = yield* ContactImportStore
  const ref = refOf(contactImport)
  const results = resultsFrom(0, contactImport.status === "processing" ? ["created"] : ["created", "created"])
  const recording = store.record(contactImport, results, Duration.fromInputUnsafe(nextCheckAfter))
  yield* inTransaction(Effect.andThen(store.lock(ref), recording))
})

/** What is promised of imports that somebody should look at, by the store's clock. */
export const importDueChecks: ReadonlyArray<Check<StoreNeeds>> = [
  check(
    "an import is due at once, told with its workspace (A1), and again when the time is over",
    Effect.gen(function* () {
      yield* onlyOurs(10)
      const { ref } = yield* storedImport(rowsOf(1))
      yield* agree("At once", yield* claimDue(10, "10 seconds"), [ref])
      yield* agree("Right after", yield* claimDue(10, "10 seconds"), [])
      yield* TestClock.adjust(Duration.millis(9_999))
      yield* agree("A moment before", yield* claimDue(10, "10 seconds"), [])
      yield* TestClock.adjust("1 millis")
      yield* agree("Then", yield* claimDue(10, "20 seconds"), [ref])
      yield* TestClock.adjust("10 seconds")
      yield* agree("Not yet", yield* claimDue(10, "10 seconds"), [])
      yield* TestClock.adjust("10 seconds")
      yield* agree("And again", yield* claimDue(10, "10 seconds"), [ref])
    })
  ),

  check(
    "what is due is told soonest first, and no more than is asked for",
    Effect.gen(function* () {
      yield* onlyOurs(20)
      const refs: Array<ImportRef> = []
      for (let n = 0; n < 5; n++) {
        refs.push((yield* storedImport(rowsOf(1))).ref)
        yield* TestClock.adjust("1 second")
      }
      const [first, second] = refs
      // The first two are put off until after the others.
      yield* agree("Two", yield* claimDue(2, "1 minute"), refs.slice(0, 2))
      const last = (yield* storedImport(rowsOf(1))).ref
      yield* agree("None", yield* claimDue(0, "1 minute"), [])
      yield* TestClock.adjust("2 minutes")
      const expected = [...refs.slice(2), last, first, second]
      const told = yield* claimDue(many, "1 minute")
      const [early, late] = [told.slice(0, 4), told.slice(4)]
      yield* agree("Those that wait longest", early, expected.slice(0, 4))
      // They are due at the same moment: either order is right.
      yield* holds(
        "Those that were put off",
        [first, second].every((ref) => late.some((one) => Equal.equals(one, ref))) && late.length === 2,
        late
      )
    })
  ),

  check(
    "an import is due again when so much time has passed since its rows were recorded; over, it never is",
    Effect.gen(function* () {
      yield* onlyOurs(30)
      const { contactImport, ref } = yield* storedImport(rowsOf(2))
      const failed = yield* storedImport(rowsOf(1))
      const completed = yield* storedImport(rowsOf(2))
      yield* record({ ...contactImport, status: "processing" }, "30 seconds")
      yield* record({ ...completed.contactImport, status: "completed" }, "30 seconds")
      yield* record({ ...failed.contactImport, status: "failed" }, "30 seconds")
      yield* agree("At once", yield* claimDue(10, "1 second"), [])
      yield* TestClock.adjust(Duration.millis(29_999))
      yield* agree("A moment before", yield* claimDue(10, "1 second"), [])
      yield* TestClock.adjust("1 millis")
      yield* agree("Then", yield* claimDue(10, "1 second"), [ref])
      yield* TestClock.adjust("2 minutes")
      yield* agree("Later", yield* claimDue(10, "1 second"), [ref])
    })
  ),

  check(
    "of those who ask for what is due at the same time one is told of each",
    Effect.gen(function* () {
      yield* onlyOurs(40)
      const refs = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.map(storedImport(rowsOf(1)), ({ ref }) => ref.contactImport)
      )
      const asked = yield* Effect.all(
        Array.from({ length: 16 }, () => claimDue(5, "1 hour")),
        { concurrency: "unbounded" }
      )
      const rest = yield* claimDue(many, "1 hour")
      const told = [...asked.flat(), ...rest].map(({ contactImport }) => contactImport)
      yield* agree("What was told", told.toSorted(), refs.toSorted())
    })
  )
]
