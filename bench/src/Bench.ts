import { Console, Effect, type Option } from "effect"
import type { Pace } from "./Alternate.ts"
import { attempt, CasesFailed } from "./Attempt.ts"
import { acceptCase } from "./broadcasts/AcceptCase.ts"
import { answersMeanwhile } from "./broadcasts/AnswersCase.ts"
import { dispatches } from "./broadcasts/DispatchCases.ts"
import { listings } from "./broadcasts/ListingCases.ts"
import { resolveCase } from "./broadcasts/ResolveCase.ts"
import type { Case, Size } from "./Case.ts"
import { customSearches } from "./contacts/CustomSearches.ts"
import { creates, createsAtOnce, reads, readsAtOnce } from "./contacts/Operations.ts"
import { predefinedSearches } from "./contacts/PredefinedSearches.ts"
import { httpCases } from "./http/HttpCases.ts"
import { metricsCases } from "./http/MetricsCases.ts"
import { processesCase } from "./http/ProcessesCase.ts"
import { startCase } from "./http/StartCase.ts"
import { importCase } from "./imports/ImportCase.ts"
import { legend, type Report, reportIn } from "./Report.ts"
import { openFixture, type Store } from "./stores/Fixture.ts"
import type { Format } from "./Table.ts"

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
  ...customSearches,
  ...listings,
  ...creates,
  acceptCase,
  resolveCase,
  ...readsAtOnce,
  ...createsAtOnce,
  ...httpCases,
  processesCase,
  startCase,
  ...metricsCases,
  importCase,
  ...dispatches,
  answersMeanwhile
]

/** The cases of a store, with this text in their name. */
export const casesOf = (store: Store, filter: string): ReadonlyArray<Case> =>
  cases.filter(({ name, only }) => name.includes(filter) && (only ?? store) === store)

/** Fills one store and measures some cases on it, also after one that fails. */
export const measure = Effect.fnUntraced(function* (store: Store, plan: Plan, chosen: ReadonlyArray<Case>) {
  const { contacts, pace, postgresUrl, size } = plan
  const fixture = yield* openFixture(store, contacts, postgresUrl)
  const attempts = yield* Effect.forEach(chosen, (one) => attempt(one, { store, contacts, fixture, pace, size }))
  const measured = attempts.flatMap((one) => one.measured)
  const report: Report = { store, contacts, measured, failed: attempts.flatMap(({ failed }) => failed) }
  return report
}, Effect.scoped)

/** Measures one store after the other, and prints the figures of each. Fails at the end if a case failed. */
export const bench = Effect.fnUntraced(function* (stores: ReadonlyArray<Store>, plan: Plan, format: Format) {
  const failed: Array<string> = []
  for (const store of stores) {
    const report = yield* measure(store, plan, casesOf(store, plan.filter))
    yield* Console.log(reportIn(format, report))
    failed.push(...report.failed.map((one) => `${store}: ${one.case}`))
  }
  if (format === "table") yield* Console.log(`\n${legend}`)
  if (failed.length > 0) return yield* new CasesFailed({ cases: failed })
})
