import { fold } from "@rollcall/core/operations"
import { type Filter, type Operator, planSearch } from "@rollcall/core/people"
import { type ContactStore, textNames } from "@rollcall/core/storage"
import { Effect, Result } from "effect"
import { operandOf, operatorsOf } from "../custom-fields/FieldOperators.ts"
import { type Check, check, Discrepancy, show } from "../shared/Check.ts"
import { generatedSearches, generationSeed } from "../shared/ForAll.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { agreesOn } from "./Agreement.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"
import { partialResults } from "./PartialResults.ts"

const partOperators = ["contains", "starts_with", "ends_with"] as const satisfies ReadonlyArray<Operator>
const wholeOperators = operatorsOf.text.filter((operator) => operandOf[operator] === "value")

/** Returns prefixes, suffixes and inner parts of a string, with one, two, three and more code points. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const points = [...text]
  const middle = Math.floor(points.length / 2)
  return [1, 2, 3, Math.ceil(points.length / 2)].flatMap((length) =>
    [points.slice(0, length), points.slice(-length), points.slice(middle, middle + length)].map((part) => part.join(""))
  )
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => fold(text).trim() !== ""))
]

const answers = Effect.fnUntraced(function* (filter: Filter) {
  const plan = planSearch({ advancedSearch: [filter] })
  if (Result.isFailure(plan)) return yield* new Discrepancy({ message: `No plan: ${show([filter, plan.failure])}` })
  return yield* agreesOn(plan.success, { limit: 10, offset: 0 })
})

/** Returns whether a string consists only of database wildcards, escapes and quotes. */
const isPattern = (text: string): boolean => /^[%_\\'*?]+$/.test(text)

/**
 * Searches text fields for hostile strings with every operator. A long run does all these searches. Other runs do twice
 * as many searches as there are generated cases, evenly distributed and chosen by the seed. Patterns are always
 * searched with every operator on some field.
 */
const hostileCheck = (
  title: string,
  share: number,
  operators: ReadonlyArray<Operator>,
  needles: ReadonlyArray<string>
): Check<ContactStore | SearchCorpus> =>
  check(title, function* () {
    const { oracle } = yield* SearchCorpus
    const partial = partialResults(oracle.contacts.length)
    const searches = needles.length * operators.length * textNames.length
    const step = Math.max(1, Math.floor(searches / (2 * (yield* generatedSearches))))
    const seed = yield* generationSeed
    for (const [n, value] of needles.entries()) {
      for (const [o, operator] of operators.entries()) {
        for (const [f, field] of textNames.entries()) {
          const isTaken = (n + 3 * o + 5 * f + seed) % step === 0
          if (isTaken) partial.count(yield* answers({ field, operator, value }))
          else if (isPattern(value) && f === n % textNames.length) yield* answers({ field, operator, value })
        }
      }
    }
    yield* partial.atLeast(share)
  })

export const hostileChecks = [
  hostileCheck("S2, S3: compares whole hostile texts literally", 0.8, wholeOperators, distinct(hostileTexts)),
  hostileCheck(
    "S2: finds parts of hostile texts literally",
    0.4,
    partOperators,
    distinct(hostileTexts.flatMap(partsOf)).filter((text) => !hostileTexts.includes(text))
  )
]
