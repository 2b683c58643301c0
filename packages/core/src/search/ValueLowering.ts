import { Result } from "effect"
import { type CustomField, hasOptions } from "../custom-fields/CustomField.ts"
import { findOption } from "../custom-fields/CustomFieldValue.ts"
import { valueKind } from "../custom-fields/ValueIndex.ts"
import { allOf, type Condition, type InstantSpan, type Interval, type ValueTest } from "./Condition.ts"
import type { DataType, Operator } from "./Filter.ts"
import { lowerInstant } from "./InstantLowering.ts"
import { boolean, decimal, integer, type Reader, type Reading, reject, text } from "./Operand.ts"
import { fold } from "../shared/Text.ts"
import { lowerInterval, lowerText } from "./TextLowering.ts"

/** The data types that a custom field may be searched and sorted as (S11). */
export const dataTypesOf = (definition: CustomField): ReadonlyArray<DataType> => {
  switch (valueKind[definition.fieldType]) {
    case "text":
    case "texts":
      return ["text"]
    case "integer":
      return ["long"]
    case "decimal":
      return ["double", "long"]
    case "instant":
      return ["date"]
    case "boolean":
      return ["boolean"]
  }
}

/** Lowers an operator on a custom field; nothing for one that its type does not take. */
export const lowerValue = (
  definition: CustomField,
  operator: Operator,
  value: unknown,
  at: string
): Reading<Condition> | undefined => {
  const field = definition.uuid
  const matches = (test: ValueTest): Condition => ({ _tag: "ValueMatches", field, test })
  switch (valueKind[definition.fieldType]) {
    case "text": {
      const read = operator === "equals" ? optionOrText(definition) : text
      const test = lowerText(operator, value, at, read)
      return test && Result.map(test, matches)
    }
    case "texts":
      return lowerList(definition, operator, value, at)
    case "integer":
      return lowerNumber(operator, value, at, integer, matches)
    case "decimal":
      return lowerNumber(operator, value, at, decimal, matches)
    case "instant": {
      const span = lowerInstant(operator, value, at)
      return span && Result.map(span, (span) => matches({ _tag: "NumberWithin", interval: intervalOf(span) }))
    }
    case "boolean":
      return operator === "equals"
        ? Result.map(boolean(value, at), (value) => matches({ _tag: "NumberWithin", interval: exactly(Number(value)) }))
        : undefined
  }
}

const exactly = (value: number): Interval<number> => ({
  min: { value, inclusive: true },
  max: { value, inclusive: true }
})

const intervalOf = ({ from, until }: InstantSpan): Interval<number> => ({
  ...(from === undefined ? {} : { min: { value: from, inclusive: true } }),
  ...(until === undefined ? {} : { max: { value: until, inclusive: false } })
})

const lowerNumber = (
  operator: Operator,
  value: unknown,
  at: string,
  read: Reader<number>,
  matches: (test: ValueTest) => Condition
): Reading<Condition> | undefined => {
  const interval =
    operator === "equals" ? Result.map(read(value, at), exactly) : lowerInterval(operator, value, at, read)
  return interval && Result.map(interval, (interval) => matches({ _tag: "NumberWithin", interval }))
}

/** S5: a list has an element, has all of several, or is the same set. */
const lowerList = (
  definition: CustomField,
  operator: Operator,
  value: unknown,
  at: string
): Reading<Condition> | undefined => {
  if (operator !== "equals" && operator !== "contains") return undefined
  const field = definition.uuid
  const read = optionOrText(definition)
  const has = (text: string): Condition => ({ _tag: "ValueMatches", field, test: { _tag: "TextEquals", text } })
  if (!Array.isArray(value)) return Result.map(read(value, at), has)
  if (value.length === 0) return reject("too_short", at, "must not be empty")
  const readings = value.map((item, index) => read(item, `${at}[${index}]`))
  const issues = readings.flatMap((reading) => (Result.isFailure(reading) ? reading.failure : []))
  if (issues.length > 0) return Result.fail(issues)
  const texts = [...new Set(readings.flatMap((reading) => (Result.isSuccess(reading) ? [reading.success] : [])))]
  return Result.succeed(operator === "equals" ? { _tag: "ValuesAre", field, texts } : allOf(texts.map(has)))
}

/** An operand that names an option by uuid or label means its key, which is what values hold (F3). */
const optionOrText = (definition: CustomField): Reader<string> =>
  hasOptions(definition.fieldType)
    ? (value, at) =>
        Result.map(text(value, at), (folded) => {
          const option =
            typeof value === "string" ? findOption(definition.selectOptions ?? [], value.trim()) : undefined
          return option === undefined ? folded : fold(option.fieldKey)
        })
    : text
