import { Cause, Console, Effect, Schema } from "effect"
import type { Pace } from "./Alternate.ts"
import type { Case, Measured, Size } from "./Case.ts"
import { type Failure, lineOf, summaryOf } from "./Report.ts"
import type { Fixture, Store } from "./stores/Fixture.ts"

/** The figures of a case; none if it failed. */
export interface Attempt {
  readonly measured: ReadonlyArray<Measured>
  readonly failed: ReadonlyArray<Failure>
}

/** Where and how long a case is measured. */
interface Place {
  readonly store: Store
  readonly contacts: number
  readonly fixture: Fixture
  readonly pace: Pace
  readonly size: Size
}

/** Measures a case. Its figures, or its error, are printed at once, on standard error beside the tables. */
export const attempt = (one: Case, { contacts, fixture, pace, size, store }: Place): Effect.Effect<Attempt> => {
  const title = `${store}, ${contacts.toLocaleString("en")}`
  return one.measure(fixture, pace, size).pipe(
    Effect.tap((measured) =>
      Effect.forEach(measured, (line) => Console.error(`${title}: ${summaryOf(lineOf(line, store))}`))
    ),
    Effect.map((measured): Attempt => ({ measured, failed: [] })),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const failure = { case: one.name, error: String(Cause.squash(cause)) }
      const failed: Attempt = { measured: [], failed: [failure] }
      return Effect.as(Console.error(`${title}: ${one.name}: FAILED\n${Cause.pretty(cause)}`), failed)
    })
  )
}

/** Cases failed. Their errors are printed with the figures of the others. */
export class CasesFailed extends Schema.TaggedError<CasesFailed>()("CasesFailed", {
  cases: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `${this.cases.length} failed: ${this.cases.join("; ")}`
  }
}
