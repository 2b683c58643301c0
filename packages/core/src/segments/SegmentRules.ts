import { Predicate, Result } from "effect"
import { customKeys, planSearch } from "../contacts/ContactSearch.ts"
import { type CustomField, hasOptions } from "../custom-fields/CustomField.ts"
import { findOption } from "../custom-fields/CustomFieldValue.ts"
import type { Condition } from "../search/Condition.ts"
import { type Filter, mapFilters, placedFilters } from "../search/Filter.ts"
import { issue, type Issue, type IssuePath, sentenceOf, textIssues } from "../shared/Issue.ts"
import { maxSegmentNameLength, type SegmentFault, type SegmentSearch, type StoredSegment } from "./Segment.ts"

/** The active definitions that searches of segments name, by key. */
export type Definitions = ReadonlyMap<string, CustomField>

/** Returns the issues of a name, which is trimmed. */
export const nameIssues = (name: string): ReadonlyArray<Issue> =>
  textIssues(["name"], name, { min: 1, max: maxSegmentNameLength })

/** The search with nothing but what is given: no empty term, no value that an operator ignores (S7). */
export const tidySearch = ({ advancedSearch = [], searchTerm }: SegmentSearch): SegmentSearch => ({
  searchTerm: searchTerm?.trim() || null,
  advancedSearch: advancedSearch.map((item) => mapFilters(item, tidyFilter))
})

const tidyFilter = ({ dataType, field, operator, value }: Filter): Filter => ({
  field,
  operator,
  ...(value === undefined || takesNoValue.has(operator) ? {} : { value }),
  ...(dataType !== undefined && { dataType })
})

const takesNoValue: ReadonlySet<Filter["operator"]> = new Set(["exists", "not_exists"])

/**
 * Returns the condition of a search that is given for a segment, or every issue that it has: those of any search (S7), and
 * options that the fields do not have in use (G4).
 */
export const readSearch = (
  search: SegmentSearch,
  definitions: Definitions
): Result.Result<Condition, ReadonlyArray<Issue>> => {
  const planned = planSearch(search, [...definitions.values()])
  const options = optionIssues(search, definitions)
  if (Result.isSuccess(planned) && options.length === 0) return Result.succeed(planned.success.condition)
  return Result.fail([...(Result.isFailure(planned) ? planned.failure : []), ...options])
}

/** The types of the custom fields that a search names, by key. */
export const fieldTypesOf = (search: SegmentSearch, definitions: Definitions): StoredSegment["fieldTypes"] =>
  Object.fromEntries(
    customKeys(search).flatMap((key) => {
      const field = definitions.get(key)
      return field === undefined ? [] : [[key, field.fieldType] as const]
    })
  )

/** Returns the condition of a stored segment, or why it has none now (G4). */
export const evaluate = (
  { fieldTypes, search }: Pick<StoredSegment, "fieldTypes" | "search">,
  definitions: Definitions
): Result.Result<Condition, SegmentFault> => {
  const fault = fieldFault(fieldTypes, definitions)
  if (fault !== undefined) return Result.fail(fault)
  return Result.mapError(readSearch(search, definitions), faultOfIssues)
}

const fieldFault = (types: StoredSegment["fieldTypes"], definitions: Definitions): SegmentFault | undefined => {
  for (const [key, type] of Object.entries(types)) {
    const now = definitions.get(key)?.fieldType
    const named = `The custom field "${key}", which a filter names,`
    if (now === undefined) return { reason: "field_archived", detail: `${named} is archived.` }
    if (now !== type) return { reason: "field_retyped", detail: `${named} was of type ${type} and is of type ${now}.` }
  }
  return undefined
}

const faultOfIssues = (issues: ReadonlyArray<Issue>): SegmentFault => {
  const [first] = issues
  const reason = first === undefined ? undefined : optionFaults.get(first.code)
  return {
    reason: reason ?? "search_invalid",
    detail: first === undefined ? "The search cannot be made." : `${sentenceOf(first)}.`
  }
}

const optionFaults: ReadonlyMap<Issue["code"], SegmentFault["reason"]> = new Map([
  ["unknown_option", "option_missing"],
  ["archived_option", "option_archived"]
])

/** Issues of the options that filters name. Without them such a filter would be satisfied by none, or by all. */
const optionIssues = ({ advancedSearch = [] }: SegmentSearch, definitions: Definitions): ReadonlyArray<Issue> =>
  placedFilters(advancedSearch).flatMap(({ filter, path: at }) => {
    const field = definitions.get(filter.field)
    if (field === undefined || !namesOptions(field, filter)) return []
    const path = [...at, "value"]
    return Array.isArray(filter.value)
      ? filter.value.flatMap((item: unknown, at) => optionIssue(field, item, [...path, at]))
      : optionIssue(field, filter.value, path)
  })

/** Whether the operand of a filter means whole options. A part of one, or an order, may fit options of any time. */
const namesOptions = ({ fieldType }: CustomField, { operator }: Filter): boolean => {
  if (!hasOptions(fieldType)) return false
  if (operator === "equals" || operator === "not_equals") return true
  return fieldType === "multiselect" && (operator === "contains" || operator === "not_contains")
}

const optionIssue = ({ fieldKey, selectOptions }: CustomField, operand: unknown, path: IssuePath) => {
  if (!Predicate.isString(operand)) return []
  const option = findOption(selectOptions ?? [], operand.trim())
  if (option?.archived === false) return []
  return option === undefined
    ? [issue("unknown_option", path, `names no option of the custom field "${fieldKey}"`)]
    : [issue("archived_option", path, `names an archived option of the custom field "${fieldKey}"`)]
}
