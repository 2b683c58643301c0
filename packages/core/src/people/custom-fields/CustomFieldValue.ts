import { Option, Predicate, Result, Schema } from "effect"
import { Uuid } from "../../shared/Ids.ts"
import { parseInstant, parseOperand } from "../../shared/Instant.ts"
import type { Issue, IssueCode } from "../../shared/Issue.ts"
import { growsFolded, growsMessage, isLonger, isStorable } from "../../shared/Text.ts"
import type { CustomField, SelectOption } from "./CustomField.ts"

/**
 * A custom field value, as stored and returned.
 *
 * @see docs/contributing/decisions.md, F2
 */
export const CustomFieldValue = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(Schema.String)
])
export type CustomFieldValue = typeof CustomFieldValue.Type

/** The values of a contact by field key. */
export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>

/** The maximum length of a text value, in characters. */
export const maxTextValueLength = 10_000

/** The problem of a custom field value: an issue without a path. */
export type ValueProblem = Pick<Issue, "code" | "message">

/** A valid value, null for no value, or the problem of an invalid value. */
export type ValueReading = Result.Result<CustomFieldValue | null, ValueProblem>

type TypedReading = Result.Result<CustomFieldValue, ValueProblem>

/** Returns the failure for an invalid value. */
export const refuseValue = (message: string, code: IssueCode = "value_error"): Result.Result<never, ValueProblem> =>
  Result.fail({ code, message })

/**
 * Reads a value by the rules of the field's type. Null, a blank string and an empty list mean no value for every type. An
 * archived option is valid only if the contact's `present` value has this option.
 */
export const readValue = (field: CustomField, value: unknown, present?: CustomFieldValue | null): ValueReading =>
  value === null || (Predicate.isString(value) && value.trim() === "")
    ? Result.succeed(null)
    : Result.map(readTyped(field, value, present), (read) => (Array.isArray(read) && read.length === 0 ? null : read))

const readTyped = (field: CustomField, value: unknown, present: CustomFieldValue | null | undefined): TypedReading => {
  switch (field.fieldType) {
    case "text":
      return longText(value)
    case "number:integer":
      return numberValue(
        value,
        Number.isSafeInteger,
        Number.isInteger(value)
          ? `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
          : "must be a whole number"
      )
    case "number:decimal":
    case "number:percentage":
      return numberValue(value, Number.isFinite, "must be a number")
    case "checkbox":
      return Predicate.isBoolean(value) ? Result.succeed(value) : refuseValue("must be true or false")
    case "date":
    case "date:relative":
      return textValue(value, isCalendarDate, "must be a date YYYY-MM-DD")
    case "date:date_time":
      return textValue(value, isInstantWithOffset, "must be an ISO 8601 date and time with an offset")
    case "date:time":
      return textValue(value, (text) => timePattern.test(text), "must be a time HH:MM or HH:MM:SS")
    case "select":
      return optionValue(field, value, keysIn(present))
    case "multiselect":
      return optionValues(field, value, keysIn(present))
    case "user":
      return Result.orElse(Schema.decodeUnknownResult(Uuid)(value), () => refuseValue("must be the UUID of a user"))
  }
}

const numberValue = (value: unknown, fits: (value: number) => boolean, problem: string): TypedReading =>
  Predicate.isNumber(value) && fits(value) ? Result.succeed(Object.is(value, -0) ? 0 : value) : refuseValue(problem)

const textValue = (value: unknown, fits: (text: string) => boolean, problem: string): TypedReading =>
  Predicate.isString(value) && fits(value) ? Result.succeed(value) : refuseValue(problem)

const longText = (value: unknown): TypedReading => {
  if (!Predicate.isString(value)) return refuseValue("must be a string")
  if (!isStorable(value)) return refuseValue("must not contain U+0000 or a lone surrogate")
  if (isLonger(value, maxTextValueLength)) return refuseValue(`must have at most ${maxTextValueLength} characters`)
  return growsFolded(value) ? refuseValue(growsMessage) : Result.succeed(value)
}

const isCalendarDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && Option.isSome(parseOperand(text))

const isInstantWithOffset = (text: string): boolean =>
  /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text) && Option.isSome(parseInstant(text))

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** Returns the option keys in a value. */
const keysIn = (value: CustomFieldValue | null | undefined): ReadonlyArray<string> => {
  if (Predicate.isString(value)) return [value]
  return typeof value === "object" && value !== null ? value : []
}

const optionValue = (
  field: CustomField,
  value: unknown,
  present: ReadonlyArray<string>
): Result.Result<string, ValueProblem> => {
  if (!Predicate.isString(value)) return refuseValue("must be one option, as a string")
  const options = field.selectOptions ?? []
  // A client may send back the contact's present option key, even if the key is another option's label.
  const selected = present.includes(value) ? options.find(({ fieldKey }) => fieldKey === value) : undefined
  const option = selected ?? findOption(options, value)
  if (option === undefined) return refuseValue(`is not one of the options${optionsOf(field)}`, "unknown_option")
  return option.archived && !present.includes(option.fieldKey)
    ? refuseValue(`is an archived option. Choose another option${optionsOf(field)}`, "archived_option")
    : Result.succeed(option.fieldKey)
}

/** The maximum number of options in an error message. */
const maxNamedOptions = 20

/** Returns the labels of the active options for an error message; empty for a sensitive field. */
const optionsOf = ({ selectOptions, sensitive }: CustomField): string => {
  const labels = (selectOptions ?? []).flatMap(({ archived, displayLabel }) => (archived ? [] : [displayLabel]))
  if (sensitive || labels.length === 0) return ""
  const omitted = labels.length - maxNamedOptions
  return ` ${labels.slice(0, maxNamedOptions).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`
}

/** Returns the options in a value of the form `{ "add": [...] }`; undefined for any other value. */
const addedOptions = (value: unknown): ReadonlyArray<unknown> | undefined =>
  Predicate.hasProperty(value, "add") && Array.isArray(value.add) && Object.keys(value).length === 1
    ? value.add
    : undefined

const optionValues = (field: CustomField, value: unknown, present: ReadonlyArray<string>): TypedReading => {
  const added = addedOptions(value)
  if (added !== undefined) {
    return Result.map(optionKeys(field, added, present), (keys) => Array.from(new Set([...present, ...keys])))
  }
  return Array.isArray(value) ? optionKeys(field, value, present) : refuseValue("must be a list of options")
}

const optionKeys = (
  field: CustomField,
  value: ReadonlyArray<unknown>,
  present: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, ValueProblem> => {
  const keys: Array<string> = []
  for (const item of value) {
    const key = optionValue(field, item, present)
    if (Result.isFailure(key)) return Result.fail(key.failure)
    if (keys.includes(key.success)) return refuseValue("must not contain an option twice")
    keys.push(key.success)
  }
  return Result.succeed(keys)
}

/**
 * Returns the option that a string names. Tries, in this order: the exact label of an active option, a key, a uuid, and the
 * exact label of an archived option. Labels come first because people see labels.
 */
export const findOption = (options: ReadonlyArray<SelectOption>, text: string): SelectOption | undefined =>
  options.find((option) => option.displayLabel === text && !option.archived) ??
  options.find((option) => option.fieldKey === text) ??
  options.find((option) => option.uuid === text.toLowerCase()) ??
  options.find((option) => option.displayLabel === text)
