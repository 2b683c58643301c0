import { Predicate } from "effect"
import { customKeys } from "../contacts/ContactSearch.ts"
import { type CustomField, hasOptions } from "../custom-fields/CustomField.ts"
import { findOption } from "../custom-fields/CustomFieldValue.ts"
import { type Filter, mapFilters, type PlacedFilter } from "../search/Filter.ts"
import { type Issue, type IssuePath, textIssues } from "../../shared/Issue.ts"
import { maxSegmentNameLength, type SegmentFault, type SegmentSearch, type StoredSegment } from "./Segment.ts"

/** The active custom fields that searches name, by key. */
export type Definitions = ReadonlyMap<string, CustomField>

/** The reason why a filter cannot be evaluated. */
export interface Problem {
  readonly reason: SegmentFault["reason"]
  readonly message: string
  /** The segment that leads back to itself. Absent for other problems. */
  readonly repeated?: string
}

/** Returns the issues of a trimmed name. */
export const nameIssues = (name: string): ReadonlyArray<Issue> =>
  textIssues(["name"], name, { min: 1, max: maxSegmentNameLength })

/** Returns a search without parts that have no effect: an empty search term, and values that operators ignore. */
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

/** Returns the types of the custom fields that a search names, by key. */
export const fieldTypesOf = (search: SegmentSearch, definitions: Definitions): StoredSegment["fieldTypes"] =>
  Object.fromEntries(
    customKeys(search).flatMap((key) => {
      const field = definitions.get(key)
      return field === undefined ? [] : [[key, field.fieldType] as const]
    })
  )

/** Returns the fault of a search with a field that was archived, or changed its type, since the search was saved. */
export const fieldFault = (types: StoredSegment["fieldTypes"], definitions: Definitions): SegmentFault | undefined => {
  for (const [key, type] of Object.entries(types)) {
    const now = definitions.get(key)?.fieldType
    const named = `The custom field "${key}" in a filter`
    if (now === undefined) return { reason: "field_archived", detail: `${named} is archived.` }
    if (now !== type) return { reason: "field_retyped", detail: `${named} was of type ${type} and is of type ${now}.` }
  }
  return undefined
}

/** Returns the operands of a filter with their paths: the value, or each item of a list. */
const operandsOf = ({ value }: Filter, path: IssuePath): ReadonlyArray<readonly [unknown, IssuePath]> => {
  const at = [...path, "value"]
  return Array.isArray(value) ? value.map((item: unknown, index) => [item, [...at, index]] as const) : [[value, at]]
}

/**
 * Returns the problems of the options that a filter names, with their paths. Without the option, the filter would match
 * no contact, or every contact.
 */
export const optionProblems = (
  { filter, path }: PlacedFilter,
  definitions: Definitions
): ReadonlyArray<Problem & { readonly path: IssuePath }> => {
  const field = definitions.get(filter.field)
  if (field === undefined || !namesOptions(field, filter)) return []
  return operandsOf(filter, path).flatMap(([operand, path]) => {
    const problem = optionProblem(field, operand)
    return problem === undefined ? [] : [{ ...problem, path }]
  })
}

/**
 * Returns whether a filter's operand names whole options. Other operators match parts of options or ranges, so they may
 * match past and future options.
 */
const namesOptions = ({ fieldType }: CustomField, { operator }: Filter): boolean => {
  if (!hasOptions(fieldType)) return false
  if (operator === "equals" || operator === "not_equals") return true
  return fieldType === "multiselect" && (operator === "contains" || operator === "not_contains")
}

const optionProblem = ({ fieldKey, selectOptions }: CustomField, operand: unknown): Problem | undefined => {
  if (!Predicate.isString(operand)) return undefined
  const option = findOption(selectOptions ?? [], operand.trim())
  if (option === undefined) {
    return { reason: "option_missing", message: `there is no such option of the custom field "${fieldKey}"` }
  }
  return option.archived
    ? { reason: "option_archived", message: `this option of the custom field "${fieldKey}" is archived` }
    : undefined
}
