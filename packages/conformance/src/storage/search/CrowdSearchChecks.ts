import { newestFirst, withoutLimits } from "@rollcall/core/people"
import {
  type Condition,
  ContactStore,
  identifierFields,
  type SearchPlan,
  type Sort,
  textNames
} from "@rollcall/core/storage"
import { Effect } from "effect"
import { type Check, check } from "../shared/Check.ts"
import { concurrently } from "../shared/Fixture.ts"
import { agreesWith } from "./Agreement.ts"
import type { Oracle } from "./corpus/Oracle.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"
import { partialResults } from "./PartialResults.ts"

/** The number of values of each field to search for. */
const valuesOfField = 12

const identifiers: ReadonlySet<string> = new Set(identifierFields)

const byLastName: Sort = { field: { kind: "text", name: "lastName" }, direction: "asc" }

/** Returns searches for contacts' field values, and for prefixes of these values anywhere in the field. */
const textSearches = ({ searchables }: Oracle): ReadonlyArray<SearchPlan> =>
  textNames.flatMap((field) => {
    const values = new Set(searchables.flatMap(({ text }) => text[field] ?? []))
    return [...values].slice(0, valuesOfField).flatMap((text) => {
      const part = Array.from(text).slice(0, 9).join("")
      const contains: Condition = { _tag: "TextContains", field, text: part }
      const equals: Condition = { _tag: "TextEquals", field, text }
      return [
        { condition: contains, sort: newestFirst },
        { condition: contains, sort: byLastName },
        ...(identifiers.has(field) ? [{ condition: equals, sort: newestFirst }] : [])
      ]
    })
  })

/** Checks concurrent searches for one string, which a store may batch. */
export const crowdSearchChecks: ReadonlyArray<Check<ContactStore | SearchCorpus>> = [
  check("S1-S10: concurrent searches for one string each return the defined result", function* () {
    const store = yield* ContactStore
    const { oracle, workspace } = yield* SearchCorpus
    const partial = partialResults(oracle.contacts.length)
    const searches = textSearches(oracle).map(
      (plan, index) => [plan, { limit: 1 + (index % 3), offset: index % 2 }] as const
    )
    const answers = yield* Effect.forEach(
      searches,
      ([plan, page]) => store.search(workspace, plan, page, withoutLimits),
      concurrently
    )
    for (const [index, [plan, page]] of searches.entries()) {
      const answer = answers[index]
      if (answer !== undefined) partial.count(yield* agreesWith(plan, page, answer))
    }
    yield* partial.atLeast(0.8)
  })
]
