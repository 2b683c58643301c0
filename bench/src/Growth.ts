import { Console, Effect } from "effect"
import { attempt, CasesFailed } from "./Attempt.ts"
import { casesOf, type Plan } from "./Bench.ts"
import type { Measured } from "./Case.ts"
import type { Failure } from "./Report.ts"
import { openFixture, type Store } from "./stores/Fixture.ts"
import { type Column, factor, type Format, short, shown, tableIn, whole } from "./Table.ts"

/** The cases whose work does not grow with the table: they find one contact or a few, or count all. */
export const steady: ReadonlySet<string> = new Set([
  "get",
  "list of 50",
  "equals, e-mail",
  "contains, 8 characters of an e-mail",
  "ends_with, 6 digits of a phone number",
  "two filters: a last name, created since 2024",
  "search_term, first and last name",
  "custom text equals",
  "create",
  "create with custom values",
  "import"
])

/** At most this many times as slow with the largest number of contacts as with the smallest. */
const limit = 1.5

/** A case with several numbers of contacts; null where it failed. */
export interface Growth {
  readonly store: Store
  readonly name: string
  readonly unit: string
  readonly sizes: ReadonlyArray<{ readonly contacts: number; readonly measured: Measured | null }>
}

/** Measures cases with several numbers of contacts. A filter chooses among all cases instead of those that are steady. */
export const measureGrowth = Effect.fnUntraced(function* (store: Store, plan: Plan, sizes: ReadonlyArray<number>) {
  const places = yield* Effect.forEach(sizes, (contacts) =>
    Effect.map(openFixture(store, contacts, plan.postgresUrl), (fixture) => ({ contacts, fixture }))
  )
  const chosen = casesOf(store, plan.filter).filter(({ name }) => plan.filter !== "" || steady.has(name))
  const [grown, failed]: [Array<Growth>, Array<Failure>] = [[], []]
  // One number of contacts right after the other, so that a load that changes slowly affects all of them.
  for (const one of chosen) {
    const attempts = yield* Effect.forEach(places, (place) =>
      Effect.map(attempt(one, { store, ...place, pace: plan.pace, size: plan.size }), (made) => ({ ...place, ...made }))
    )
    for (const made of attempts) {
      failed.push(...made.failed.map((failure) => ({ ...failure, case: `${one.name}, ${whole(made.contacts)}` })))
    }
    const names = new Map(attempts.flatMap(({ measured }) => measured.map(({ name, unit }) => [name, unit])))
    for (const [name, unit] of names) {
      const sizes = attempts.map(({ contacts, measured }) => ({
        contacts,
        measured: measured.find((line) => line.name === name) ?? null
      }))
      grown.push({ store, name, unit, sizes })
    }
  }
  return { failed, grown }
}, Effect.scoped)

/** Measures one store after the other, and prints all figures as one table. Fails at the end if a case failed. */
export const growth = Effect.fnUntraced(function* (
  stores: ReadonlyArray<Store>,
  plan: Plan,
  sizes: ReadonlyArray<number>,
  format: Format
) {
  const results = yield* Effect.forEach(stores, (store) =>
    Effect.map(measureGrowth(store, plan, sizes), (result) => ({ store, ...result }))
  )
  const failed = results.flatMap(({ failed, store }) => failed.map((one) => ({ ...one, store })))
  const grown = results.flatMap(({ grown }) => grown)
  yield* Console.log(growthIn(format, grown, sizes))
  for (const one of failed) yield* Console.error(`FAILED: ${one.store}: ${one.case}: ${one.error}`)
  if (failed.length > 0) return yield* new CasesFailed({ cases: failed.map((one) => `${one.store}: ${one.case}`) })
})

type SideName = "library" | "rival"

const medianOf = (growth: Growth, side: SideName, contacts: number | undefined): number | undefined =>
  growth.sizes.find((one) => one.contacts === contacts)?.measured?.[side]?.median

/** How many times as slow a side is with the most contacts as with the fewest. */
export const slowdownOf = (growth: Growth, side: SideName): number | undefined => {
  const first = medianOf(growth, side, growth.sizes.at(0)?.contacts)
  const last = medianOf(growth, side, growth.sizes.at(-1)?.contacts)
  if (first === undefined || last === undefined) return undefined
  return growth.unit.endsWith("/s") ? first / last : last / first
}

/** Prints all figures; for a program as one line of JSON. */
const growthIn = (format: Format, grown: ReadonlyArray<Growth>, sizes: ReadonlyArray<number>): string => {
  if (format === "json") {
    const slowdowns = (one: Growth) => ({ library: slowdownOf(one, "library"), rival: slowdownOf(one, "rival") })
    return JSON.stringify({ growth: grown.map((one) => ({ ...one, slowdown: slowdowns(one) })) })
  }
  const at = (side: SideName): ReadonlyArray<Column<Growth>> => [
    ...sizes.map((contacts) => ({
      name: whole(contacts),
      align: "right" as const,
      cell: (one: Growth) => shown(medianOf(one, side, contacts), short)
    })),
    {
      name: side === "library" ? "slowdown" : "beside: slowdown",
      align: "right",
      cell: (one) => shown(slowdownOf(one, side), factor)
    }
  ]
  const columns: ReadonlyArray<Column<Growth>> = [
    { name: "store", align: "left", cell: ({ store }) => store },
    { name: "case", align: "left", cell: ({ name }) => name },
    { name: "finds", align: "right", cell: ({ sizes }) => shown(sizes.at(-1)?.measured?.finds, whole) },
    { name: "unit", align: "left", cell: ({ unit }) => unit },
    ...at("library"),
    { name: `target <= ${limit}`, align: "left", cell: verdictOf },
    ...at("rival")
  ]
  return tableIn(format, "by the number of contacts, at the median", columns, grown)
}

const verdictOf = (one: Growth): string => {
  const slowdown = slowdownOf(one, "library")
  return slowdown === undefined ? "" : slowdown <= limit ? "yes" : "NO"
}
