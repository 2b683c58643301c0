import type { CustomField } from "@rollcall/core"
import { type Filter, planSearch, valueKind, type ValueKind } from "@rollcall/core/people"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Random, Result } from "effect"
import { dataTypeFor, filterOf, operatorsOf } from "../custom-fields/FieldOperators.ts"
import { agree, type Check, check, Discrepancy, show } from "../shared/Check.ts"
import { generatedSearches, generationSeed } from "../shared/ForAll.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { agreesOn } from "./Agreement.ts"
import { longTexts } from "./corpus/CorpusFields.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"
import { partialResults } from "./PartialResults.ts"

/** Hostile strings, and long strings with equal prefixes, up to the maximum operand length. */
const texts: ReadonlyArray<string> = [
  ...hostileTexts,
  ...longTexts.map((text) => text.slice(0, 1_000).toWellFormed()),
  ...["long ".repeat(100).trim(), "\u0301", "e\u0301e", "１２", "09:30", "0000000", "aaaa-", "option_", "red_1"]
]

const numbers: ReadonlyArray<unknown> = [
  ...[0, -0, 1, -1, 0.1, 0.1 + 0.2, -2.5, 10, 2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53, 1e21, 1e308, -1e308, 5e-324],
  ...["0", "-0", " 10 ", "1e2", "0.30000000000000004", "9007199254740991"]
]

const dates: ReadonlyArray<unknown> = [
  ...["0001-01-01", "9999-12-31", "2024-02-28", "2024-02-29", "2024-03-01", "1969-12-31", "1970-01-01"],
  ...["2024-02-29T00:00:00Z", "2024-02-28T23:59:59.999Z", "2024-02-29 00:00", "2024-02-29T05:44:59.999+05:45"],
  ...["2024-02-29t23:59:59.9999z", "0001-01-01T00:00+14:00", "9999-12-31T23:59:59.999-12:00"]
]

/** The hostile operands of each kind of value. */
const operandsOf: Readonly<Record<ValueKind, ReadonlyArray<unknown>>> = {
  text: texts,
  texts: [...texts, ...texts.map((text, n) => [text, texts[(n + 1) % texts.length]])],
  integer: numbers.filter((number) => Number.isSafeInteger(number) || number === " 10 "),
  decimal: numbers,
  instant: dates,
  boolean: [true, false, "true", "false"]
}

/** The hostile strings that other kinds parse as a value. All other hostile strings are rejected. */
const readable: Readonly<Partial<Record<ValueKind, ReadonlyArray<string>>>> = {
  integer: ["0", "-1", "491701234567"],
  decimal: ["0", "-1", "491701234567"],
  instant: [],
  boolean: ["true"]
}

/** Returns filters for each combination of field, operator and operand. */
const filtersOf = (fields: ReadonlyArray<CustomField>): ReadonlyArray<Filter> =>
  fields.flatMap(({ fieldKey, fieldType }) => {
    const kind = valueKind[fieldType]
    const about = { field: fieldKey, dataType: dataTypeFor(fieldType) }
    return operandsOf[kind].flatMap((value) =>
      operatorsOf[kind].map((operator) => filterOf(about, kind, operator, value))
    )
  })

/** Runs all searches in a long run. Otherwise runs a share of the number of generated cases, chosen by the seed. */
const agreeOnSome = Effect.fnUntraced(function* (filters: ReadonlyArray<Filter>, shareOfCases: number) {
  const { fields, oracle } = yield* SearchCorpus
  const partial = partialResults(oracle.contacts.length)
  const drawn = yield* Random.withSeed(Random.shuffle(filters), yield* generationSeed)
  for (const filter of drawn.slice(0, shareOfCases * (yield* generatedSearches))) {
    const plan = planSearch({ advancedSearch: [filter] }, fields)
    if (Result.isFailure(plan)) return yield* new Discrepancy({ message: `No plan: ${show(plan.failure)}` })
    partial.count(yield* agreesOn(plan.success, { limit: 10, offset: 0 }))
  }
  yield* partial.atLeast(1 / 3)
})

const isTextual = ({ fieldType }: CustomField): boolean => ["text", "texts"].includes(valueKind[fieldType])

export const valueHostileChecks: ReadonlyArray<Check<ContactStore | SearchCorpus>> = [
  check("S2, S3, S5: every operator compares values of every type with hostile strings literally", function* () {
    const { fields } = yield* SearchCorpus
    yield* agreeOnSome(filtersOf(fields.filter(isTextual)), 1)
  }),

  check("S3, S4, S6, S7: filters compare numbers, dates and booleans with the extreme values", function* () {
    const { fields } = yield* SearchCorpus
    const others = fields.filter((field) => !isTextual(field))
    yield* agreeOnSome(filtersOf(others), 0.5)
    for (const { fieldKey: field, fieldType } of others) {
      const dataType = dataTypeFor(fieldType)
      const read = hostileTexts.filter((text) =>
        Result.isSuccess(planSearch({ advancedSearch: [{ field, dataType, operator: "equals", value: text }] }, fields))
      )
      yield* agree(`What a ${fieldType} is read from`, read, readable[valueKind[fieldType]])
    }
  })
]
