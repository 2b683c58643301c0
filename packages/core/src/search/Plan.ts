import { Result } from "effect"
import { type CustomField, isFieldKey } from "../custom-fields/CustomField.ts"
import { valueKind } from "../custom-fields/ValueIndex.ts"
import type { Issue } from "../shared/Issue.ts"
import { allOf, type Condition } from "./Condition.ts"
import { type Field, predefinedFields } from "./Field.ts"
import { type DataType, type Filter, maxFilters, maxSearchTermLength, type SearchRequest } from "./Filter.ts"
import { type FilterField, lower } from "./Lowering.ts"
import { type Reading, reject } from "./Operand.ts"
import { searchTermCondition } from "./SearchTerm.ts"
import { newestFirst, type Sort } from "./Sort.ts"
import { isStorable } from "../shared/Text.ts"
import { dataTypesOf } from "./ValueLowering.ts"

/** A search in the form that stores answer: fields resolved, values decoded and folded, operators lowered. */
export interface SearchPlan {
  readonly condition: Condition
  readonly sort: Sort
}

/**
 * Turns a request into a plan, or into every issue that it has. A filter is never ignored (S7): an unknown field, a
 * wrong data type, a value that the field cannot have, a missing or a surplus one is an issue. `definitions` are the
 * active custom fields with the {@link customKeys} of the request; others do no harm.
 */
export const planSearch = (
  request: SearchRequest,
  definitions: ReadonlyArray<CustomField> = []
): Reading<SearchPlan> => {
  const filters = planFilters(request.filters ?? [], definitions)
  const term = planTerm(request.searchTerm ?? "")
  const sort = planSort(request.sortBy ?? undefined, definitions)
  if (Result.isSuccess(filters) && Result.isSuccess(term) && Result.isSuccess(sort)) {
    return Result.succeed({ condition: allOf([...filters.success, ...term.success]), sort: sort.success })
  }
  return Result.fail([...issuesOf(filters), ...issuesOf(term), ...issuesOf(sort)])
}

/** The names in a request that custom fields could have, each once: the keys of the definitions that a plan of it needs. */
export const customKeys = ({ filters = [], sortBy }: SearchRequest): ReadonlyArray<string> => {
  const names = [...filters, ...(sortBy ? [sortBy] : [])].map(({ field }) => field)
  return [...new Set(names)].filter((name) => isFieldKey(name) && !predefinedFields.has(name))
}

const issuesOf = (reading: Reading<unknown>): ReadonlyArray<Issue> => (Result.isFailure(reading) ? reading.failure : [])

const planFilters = (
  filters: ReadonlyArray<Filter>,
  definitions: ReadonlyArray<CustomField>
): Reading<ReadonlyArray<Condition>> => {
  if (filters.length > maxFilters) {
    return reject("too_long", "advanced_search", `must have at most ${maxFilters} filters`)
  }
  const readings = filters.map((filter, index) => {
    const path = `advanced_search[${index}]`
    return Result.flatMap(resolve(filter, definitions, path), (field) => lower(field, filter, path))
  })
  const issues = readings.flatMap(issuesOf)
  return issues.length > 0
    ? Result.fail(issues)
    : Result.succeed(readings.flatMap((reading) => (Result.isSuccess(reading) ? [reading.success] : [])))
}

const planTerm = (term: string): Reading<ReadonlyArray<Condition>> => {
  if (term.length > maxSearchTermLength) {
    return reject("too_long", "search_term", `must have at most ${maxSearchTermLength} characters`)
  }
  return isStorable(term)
    ? Result.succeed(searchTermCondition(term))
    : reject("value_error", "search_term", "must not hold U+0000 or a lone surrogate")
}

const planSort = (
  sortBy: NonNullable<SearchRequest["sortBy"]> | undefined,
  definitions: ReadonlyArray<CustomField>
): Reading<Sort> =>
  sortBy === undefined
    ? Result.succeed(newestFirst)
    : Result.map(resolve(sortBy, definitions, "sort_by"), (field) => ({
        field: sortField(field),
        direction: sortBy.order ?? "asc"
      }))

const sortField = (field: FilterField): Field => {
  if (field.kind !== "custom") return field
  const kind = valueKind[field.definition.fieldType]
  return { kind: "value", uuid: field.definition.uuid, part: kind === "text" || kind === "texts" ? "text" : "number" }
}

/** Finds the field of a name. On a predefined field a data type is ignored, on a custom one it has to match (S11). */
const resolve = (
  named: { readonly field: string; readonly dataType?: DataType },
  definitions: ReadonlyArray<CustomField>,
  path: string
): Reading<FilterField> => {
  const predefined = predefinedFields.get(named.field)
  if (predefined !== undefined) return Result.succeed(predefined)
  const definition = definitions.find(({ fieldKey }) => fieldKey === named.field)
  if (definition === undefined) {
    return reject("value_error", `${path}.field`, "names neither a predefined field nor a custom field")
  }
  const dataTypes = dataTypesOf(definition)
  return dataTypes.includes(named.dataType ?? "text")
    ? Result.succeed({ kind: "custom", definition })
    : reject(
        "value_error",
        `${path}.data_type`,
        `must be ${dataTypes.join(" or ")} for a field of type ${definition.fieldType}`
      )
}
