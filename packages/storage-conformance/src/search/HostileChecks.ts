import { type ContactStore, type Filter, type Operator, planSearch, type TextName, textNames } from "@rollcall/core"
import { Effect, Result } from "effect"
import { type Check, check, Discrepancy, show } from "../kernel/Check.ts"
import { generatedCases } from "../kernel/ForAll.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"
import { agreesOn } from "./Agreement.ts"
import { SearchCorpus } from "./SearchCorpus.ts"
import { telling } from "./Telling.ts"

const partOperators = ["contains", "starts_with", "ends_with"] as const satisfies ReadonlyArray<Operator>
const wholeOperators = [
  ...partOperators,
  "equals",
  "not_equals",
  "not_contains",
  "gt",
  "gte",
  "lt",
  "lte"
] as const satisfies ReadonlyArray<Operator>

/** Beginnings, ends and insides of a text, of one, two, three and more code points. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const points = [...text]
  const middle = Math.floor(points.length / 2)
  return [1, 2, 3, Math.ceil(points.length / 2)].flatMap((length) =>
    [points.slice(0, length), points.slice(-length), points.slice(middle, middle + length)].map((part) => part.join(""))
  )
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))
]

/** From so many generated cases on, a run is long enough for every field to meet every operator and needle. */
const longRun = 3_000

const answers = Effect.fnUntraced(function* (filter: Filter) {
  const plan = planSearch({ filters: [filter] })
  if (Result.isFailure(plan)) return yield* new Discrepancy({ message: `No plan: ${show([filter, plan.failure])}` })
  return yield* agreesOn(plan.success, { limit: 10, offset: 0 })
})

/**
 * Every operator with every text of which it is known that it misleads (S2), on every field in a long run and on two of
 * the eight in turn otherwise.
 */
const hostileCheck = (
  title: string,
  operators: ReadonlyArray<Operator>,
  needles: ReadonlyArray<string>
): Check<ContactStore | SearchCorpus> =>
  check(
    title,
    Effect.gen(function* () {
      const { oracle } = yield* SearchCorpus
      const everyField = (yield* generatedCases) >= longRun
      const told = telling(oracle.contacts.length)
      const fieldsFor = (turn: number): ReadonlyArray<TextName> =>
        textNames.filter((_, index) => everyField || (index + turn) % 4 === 0)
      for (const [n, value] of needles.entries()) {
        for (const [m, operator] of operators.entries()) {
          for (const field of fieldsFor(n + m)) told.count(yield* answers({ field, operator, value }))
        }
      }
      yield* told.atLeast(0.6)
    })
  )

export const hostileChecks = [
  hostileCheck("S2, S3: compares whole hostile texts literally", wholeOperators, distinct(hostileTexts)),
  hostileCheck(
    "S2: finds parts of hostile texts literally",
    partOperators,
    distinct(hostileTexts.flatMap(partsOf)).filter((text) => !hostileTexts.includes(text))
  )
]
