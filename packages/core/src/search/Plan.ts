import { Result } from "effect"
import type { Issue } from "../kernel/Issue.ts"
import { allOf, type Condition } from "./Condition.ts"
import { type Field, predefinedFields } from "./Field.ts"
import { type Filter, maxFilters, maxSearchTermLength, type SearchRequest } from "./Filter.ts"
import { lower } from "./Lowering.ts"
import { type Reading, reject } from "./Operand.ts"
import { searchTermCondition } from "./SearchTerm.ts"
import { newestFirst, type Sort } from "./Sort.ts"
import { isStorable } from "./Text.ts"

/** A search in the form that stores answer: fields resolved, values decoded and folded, operators lowered. */
export interface SearchPlan {
  readonly condition: Condition
  readonly sort: Sort
}

/**
 * Turns a request into a plan, or into every issue that it has. A filter is never ignored (S7): an unknown field, a
 * value that the field cannot have, a missing or a surplus one is an issue.
 */
export const planSearch = (request: SearchRequest): Reading<SearchPlan> => {
  const filters = planFilters(request.filters ?? [])
  const term = planTerm(request.searchTerm ?? "")
  const sort = planSort(request.sortBy ?? undefined)
  if (Result.isSuccess(filters) && Result.isSuccess(term) && Result.isSuccess(sort)) {
    return Result.succeed({ condition: allOf([...filters.success, ...term.success]), sort: sort.success })
  }
  return Result.fail([...issuesOf(filters), ...issuesOf(term), ...issuesOf(sort)])
}

const issuesOf = (reading: Reading<unknown>): ReadonlyArray<Issue> => (Result.isFailure(reading) ? reading.failure : [])

const planFilters = (filters: ReadonlyArray<Filter>): Reading<ReadonlyArray<Condition>> => {
  if (filters.length > maxFilters)
    return reject("too_long", "advanced_search", `must have at most ${maxFilters} filters`)
  const readings = filters.map((filter, index) => planFilter(filter, `advanced_search[${index}]`))
  const issues = readings.flatMap(issuesOf)
  return issues.length > 0
    ? Result.fail(issues)
    : Result.succeed(readings.flatMap((reading) => (Result.isSuccess(reading) ? [reading.success] : [])))
}

const planFilter = (filter: Filter, path: string): Reading<Condition> =>
  Result.flatMap(resolve(filter.field, `${path}.field`), (field) => lower(field, filter, path))

const planTerm = (term: string): Reading<ReadonlyArray<Condition>> => {
  if (term.length > maxSearchTermLength) {
    return reject("too_long", "search_term", `must have at most ${maxSearchTermLength} characters`)
  }
  return isStorable(term)
    ? Result.succeed(searchTermCondition(term))
    : reject("value_error", "search_term", "must not hold U+0000 or a lone surrogate")
}

const planSort = (sortBy: NonNullable<SearchRequest["sortBy"]> | undefined): Reading<Sort> =>
  sortBy === undefined
    ? Result.succeed(newestFirst)
    : Result.map(resolve(sortBy.field, "sort_by.field"), (field) => ({ field, direction: sortBy.order ?? "asc" }))

const resolve = (name: string, at: string): Reading<Field> => {
  const field = predefinedFields.get(name)
  return field === undefined
    ? reject("value_error", at, "names neither a predefined field nor a custom field")
    : Result.succeed(field)
}
