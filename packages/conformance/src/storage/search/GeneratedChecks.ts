import { planSearch } from "@rollcall/core/people"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { type Check, check, Discrepancy, show } from "../shared/Check.ts"
import { forAll, generatedSearches } from "../shared/ForAll.ts"
import { agreesOn } from "./Agreement.ts"
import { conditionArbitrary } from "./generated/ConditionArbitrary.ts"
import { pageArbitrary, sortArbitrary } from "./generated/PageArbitrary.ts"
import { setsOfLists } from "./corpus/CorpusLists.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"
import { searchRequestArbitrary } from "./generated/SearchRequestArbitrary.ts"
import { partialResults } from "./PartialResults.ts"

/** Checks that generated searches return the expected pages and totals. */
export const generatedChecks: ReadonlyArray<Check<ContactStore | SearchCorpus>> = [
  check("S1-S9: generated conditions, orders and pages return the defined results", function* () {
    const { fields, lists, oracle } = yield* SearchCorpus
    const all = oracle.contacts.length
    const partial = partialResults(all)
    const searches = fc.record({
      condition: conditionArbitrary(oracle.searchables, fields, lists),
      sort: sortArbitrary(fields),
      page: pageArbitrary(all)
    })
    yield* forAll(searches, yield* generatedSearches, ({ condition, page, sort }) =>
      Effect.map(agreesOn({ condition, sort }, page), partial.count)
    )
    yield* partial.atLeast(0.4)
  }),

  check("S1-S9: generated requests return the defined results", function* () {
    const { fields, lists, oracle } = yield* SearchCorpus
    const all = oracle.contacts.length
    const partial = partialResults(all)
    const searches = fc.record({
      request: searchRequestArbitrary(oracle.contacts, fields, lists),
      page: pageArbitrary(all)
    })
    const sets = setsOfLists(lists)
    yield* forAll(searches, yield* generatedSearches, function* ({ page, request }) {
      const plan = planSearch(request, fields, sets)
      if (Result.isFailure(plan)) return yield* new Discrepancy({ message: `No plan: ${show(plan.failure)}` })
      partial.count(yield* agreesOn(plan.success, page))
    })
    yield* partial.atLeast(0.35)
  })
]
