import { Console, Effect } from "effect"
import { attempt, CasesFailed } from "../Attempt.ts"
import { cases, type Plan } from "../Bench.ts"
import type { Case } from "../Case.ts"
import { customSearches } from "../contacts/CustomSearches.ts"
import { creates, reads } from "../contacts/Operations.ts"
import { predefinedSearches } from "../contacts/PredefinedSearches.ts"
import { importCase } from "../imports/ImportCase.ts"
import type { Failure } from "../Report.ts"
import { openFixture, type Store } from "../stores/Fixture.ts"
import { type Format, whole } from "../Table.ts"
import { type Growth, growthIn, writeGrowth } from "./GrowthTable.ts"
import { ownSearches } from "./OwnSearches.ts"

/** What is measured with several numbers of contacts: each operation, search and order of contacts, and imports. */
export const growthCases: ReadonlyArray<Case> = [
  ...reads,
  ...predefinedSearches,
  ...customSearches,
  ...ownSearches,
  ...creates,
  importCase
]

/** Measures cases with several numbers of contacts. A filter chooses among all other cases too. */
export const measureGrowth = Effect.fnUntraced(function* (store: Store, plan: Plan, sizes: ReadonlyArray<number>) {
  const places = yield* Effect.forEach(sizes, (contacts) =>
    Effect.map(openFixture(store, contacts, plan.postgresUrl), (fixture) => ({
      contacts,
      // Nothing is measured beside: a hand-written statement that is prepared may read a million contacts each time.
      fixture: { ...fixture, rival: undefined }
    }))
  )
  const all = plan.filter === "" ? growthCases : new Set([...growthCases, ...cases])
  const chosen = [...all].filter(({ name, only }) => name.includes(plan.filter) && (only ?? store) === store)
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

/**
 * Measures one store after the other, prints the figures of each, and with `isPage` writes them to the page of growth. Fails at the end if
 * a case failed.
 */
export const growth = Effect.fnUntraced(function* (
  stores: ReadonlyArray<Store>,
  plan: Plan,
  sizesOf: (store: Store) => ReadonlyArray<number>,
  format: Format,
  isPage: boolean
) {
  const all: Array<string> = []
  for (const store of stores) {
    const { failed, grown } = yield* measureGrowth(store, plan, sizesOf(store))
    yield* Console.log(growthIn(format, store, grown, sizesOf(store)))
    if (isPage) yield* Effect.sync(() => writeGrowth(store, grown, sizesOf(store)))
    for (const one of failed) yield* Console.error(`FAILED: ${store}: ${one.case}: ${one.error}`)
    all.push(...failed.map((one) => `${store}: ${one.case}`))
  }
  if (all.length > 0) return yield* new CasesFailed({ cases: all })
})
