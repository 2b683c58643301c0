import { Console, Effect, type Option } from "effect"
import type { Pace } from "./Alternate.ts"
import { acceptCase } from "./broadcasts/AcceptCase.ts"
import { answersMeanwhile } from "./broadcasts/AnswersCase.ts"
import { dispatches } from "./broadcasts/DispatchCases.ts"
import { listings } from "./broadcasts/ListingCases.ts"
import type { Case, Size } from "./Case.ts"
import { customSearches } from "./contacts/CustomSearches.ts"
import { creates, createsAtOnce, reads, readsAtOnce } from "./contacts/Operations.ts"
import { predefinedSearches, termSearches } from "./contacts/PredefinedSearches.ts"
import { httpCases } from "./http/HttpCases.ts"
import { importCase } from "./imports/ImportCase.ts"
import { type Format, legend, reportIn } from "./Report.ts"
import { openFixture, type Store } from "./stores/Fixture.ts"

/** What to measure, and how long. */
export interface Plan {
  readonly contacts: number
  readonly size: Size
  readonly pace: Pace
  /** Only cases with this text in their name. */
  readonly filter: string
  /** A superuser's URL of a PostgreSQL server; without it one is started. */
  readonly postgresUrl: Option.Option<string>
}

/** All cases in the order in which they run. Writes come after reads, because they change what reads find. */
export const cases: ReadonlyArray<Case> = [
  ...reads,
  ...predefinedSearches,
  ...termSearches,
  ...customSearches,
  ...listings,
  ...creates,
  acceptCase,
  ...readsAtOnce,
  ...createsAtOnce,
  ...httpCases,
  importCase,
  ...dispatches,
  answersMeanwhile
]

/** Fills one store and measures every case on it. Fails when the library and the hand-written SQL disagree. */
export const measure = Effect.fnUntraced(function* (store: Store, plan: Plan) {
  const { contacts, filter, pace, size } = plan
  const fixture = yield* openFixture(store, contacts, plan.postgresUrl)
  const chosen = cases.filter(({ name, only }) => name.includes(filter) && (only ?? store) === store)
  const measured = yield* Effect.forEach(chosen, (one) => one.measure(fixture, pace, size))
  return { store, contacts, measured: measured.flat() }
}, Effect.scoped)

/** Measures one store after the other, and prints the figures of each. */
export const bench = Effect.fnUntraced(function* (stores: ReadonlyArray<Store>, plan: Plan, format: Format) {
  for (const store of stores) yield* Console.log(reportIn(format, yield* measure(store, plan)))
  if (format === "table") yield* Console.log(`\n${legend}`)
})
