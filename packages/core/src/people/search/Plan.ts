import { Result } from "effect"
import { issue, type IssuePath } from "../../shared/Issue.ts"
import { isLonger, isStorable } from "../../shared/Text.ts"
import { allOf, anyOf, type Condition, not } from "./Condition.ts"
import { digitsOf, type FilterField, type SearchField, unaccentedTexts } from "./Field.ts"
import {
  type DataType,
  type Filter,
  filtersIn,
  maxFilters,
  maxGroupDepth,
  maxSearchTermLength,
  maxSets,
  type SearchItem,
  type SearchRequest
} from "./Filter.ts"
import { anyEqual } from "./Listed.ts"
import { collect, issuesOf, type Reader, type Reading, reject, uuid } from "./Operand.ts"
import { lower } from "./Operators.ts"
import type { Sort } from "./Sort.ts"
import { phoneDigits, termTokens } from "./terms/TermTokens.ts"
import { spacedName, unaccented } from "./terms/UnaccentedText.ts"

/** The fields, sets and default order for searching one kind of item. */
export interface Catalogue {
  /** The fields by their names in requests. */
  readonly fields: ReadonlyMap<string, SearchField | FilterField>
  /** The functions that resolve filters by sets, by field name. */
  readonly sets?: Sets
  /**
   * The fields that a search term is matched against. `text` fields are also matched without accents. In `names`, a part of
   * `text`, a space also matches a hyphen. `digits` fields are matched if the term may be a phone number.
   */
  readonly termFields: {
    readonly text: ReadonlyArray<string>
    readonly names: ReadonlyArray<string>
    readonly digits: ReadonlyArray<string>
  }
  /** The default order. */
  readonly defaultSort: Sort
}

/**
 * Functions by field name. Each function returns the condition of the set with a uuid, or the reason why the set cannot be
 * used.
 */
export type Sets = ReadonlyMap<string, (uuid: string) => Result.Result<Condition, string>>

/** Returns the operands of filters by sets, each with its field name. */
export const setOperands = (items: ReadonlyArray<SearchItem>, names: { readonly has: (name: string) => boolean }) =>
  filtersIn(items)
    .filter(({ field }) => names.has(field))
    .flatMap(({ field, value }) => operandsOf(value).map((operand) => ({ field, operand })))

const operandsOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

/**
 * A search in the form that stores execute. Fields are resolved, values are decoded and folded, and operators are
 * translated to conditions.
 */
export interface SearchPlan {
  readonly condition: Condition
  readonly sort: Sort
}

/**
 * Translates a request into a plan, or returns all of its issues. A filter is never ignored: an unknown field, a wrong
 * data type, an invalid value and a missing value are issues.
 */
export const plan = (request: SearchRequest, catalogue: Catalogue): Reading<SearchPlan> => {
  const conditions = collect([
    planFilters(request.advancedSearch ?? [], catalogue),
    planTerm(request.searchTerm ?? "", catalogue)
  ])
  const sort = planSort(request.sortBy, catalogue)
  return Result.isSuccess(conditions)
    ? Result.map(sort, (sort) => ({ condition: allOf(conditions.success.flat()), sort }))
    : Result.fail([...conditions.failure, ...issuesOf(sort)])
}

const planFilters = (items: ReadonlyArray<SearchItem>, catalogue: Catalogue): Reading<ReadonlyArray<Condition>> => {
  const path = ["advancedSearch"]
  if (filtersIn(items).length > maxFilters) {
    return reject("too_long", path, `must have at most ${maxFilters} filters`)
  }
  if (setOperands(items, catalogue.sets ?? new Map()).length > maxSets) {
    return reject("too_long", path, `must use at most ${maxSets} contact lists and segments`)
  }
  return planEach(items, catalogue, path, 0)
}

const planEach = (items: ReadonlyArray<SearchItem>, catalogue: Catalogue, path: IssuePath, depth: number) =>
  collect(items.map((item, index) => planItem(item, catalogue, [...path, index], depth)))

/** Returns the condition of a filter, or of a group at this depth. */
const planItem = (item: SearchItem, catalogue: Catalogue, path: IssuePath, depth: number): Reading<Condition> => {
  if (item.field !== undefined) {
    const conditionOf = catalogue.sets?.get(item.field)
    if (conditionOf !== undefined) return planSets(conditionOf, item, path)
    return Result.flatMap(resolve(item, catalogue, path, namesOnlyForFilters(catalogue)), (field) =>
      field.kind === "uuid" ? planUuids(item, path) : lower(field, item, path)
    )
  }
  if (depth === maxGroupDepth) {
    return reject("value_error", path, `must not be nested in more than ${maxGroupDepth} groups`)
  }
  if (item.not !== undefined) return Result.map(planItem(item.not, catalogue, [...path, "not"], depth + 1), not)
  const [items, member, join] =
    item.any === undefined ? ([item.all, "all", allOf] as const) : ([item.any, "any", anyOf] as const)
  const at = [...path, member]
  // An empty group would match every item or no item.
  if (items.length === 0) return reject("too_short", at, "must not be empty")
  return Result.map(planEach(items, catalogue, at, depth + 1), join)
}

/**
 * Returns the names of fields that can only be used in filters. If a field has several names, returns only the last name.
 */
const namesOnlyForFilters = ({ fields, sets }: Catalogue): ReadonlyArray<string> => [
  ...(["uuid", "optOut"] as const).flatMap((only) =>
    Array.from(fields)
      .flatMap(([name, { kind }]) => (kind === only ? [name] : []))
      .slice(-1)
  ),
  ...(sets?.keys() ?? [])
]

/**
 * Returns the condition of a filter by sets. The item must be in at least one of the sets, or in no set for `not_equals`.
 */
const planSets = (
  conditionOf: (uuid: string) => Result.Result<Condition, string>,
  filter: Filter,
  path: IssuePath
): Reading<Condition> =>
  planOperands(filter, path, (operand, place) =>
    Result.flatMap(uuid(operand, place), (uuid) =>
      Result.mapError(conditionOf(uuid), (message) => [issue("value_error", place, message)])
    )
  )

/** Returns the condition of a filter by item uuids. */
const planUuids = (filter: Filter, path: IssuePath): Reading<Condition> =>
  planOperands(filter, path, (operand, place) =>
    Result.map(uuid(operand, place), (uuid): Condition => ({ _tag: "UuidAmong", uuids: [uuid] }))
  )

/** Returns the condition of `equals` or `not_equals` with one operand or a list. */
const planOperands = ({ operator, value }: Filter, path: IssuePath, read: Reader<Condition>): Reading<Condition> => {
  if (operator !== "equals" && operator !== "not_equals") {
    return reject("value_error", [...path, "operator"], "is not supported by this field. Use one of equals, not_equals")
  }
  const at = [...path, "value"]
  if (value === undefined || value === null) return reject("missing", at, "is required by this operator")
  return Result.map(Array.isArray(value) ? anyEqual(value, at, read) : read(value, at), (found) =>
    operator === "equals" ? found : not(found)
  )
}

/**
 * Returns the condition of a `search_term`: each token must be in at least one searched field. Returns no condition for
 * a term without tokens.
 */
const planTerm = (term: string, { termFields }: Catalogue): Reading<ReadonlyArray<Condition>> => {
  if (isLonger(term, maxSearchTermLength)) {
    return reject("too_long", ["searchTerm"], `must have at most ${maxSearchTermLength} characters`)
  }
  if (!isStorable(term)) return reject("value_error", ["searchTerm"], "must not contain U+0000 or a lone surrogate")
  const tokens = termTokens(term)
  const condition = allOf(tokens.map((token) => tokenCondition(token, termFields)))
  return Result.succeed(tokens.length === 0 ? [] : [condition])
}

/**
 * Returns the condition of a token. A phone number, or a part of a number with at least four digits, is searched as written
 * and among digits. Any other token is searched without accents. A token of only accents is searched as given, because
 * without accents it would match every string. A token that may be a name with a hyphen or a point is also searched with a
 * space instead.
 */
const tokenCondition = (token: string, { digits, names, text }: Catalogue["termFields"]): Condition => {
  const numbers = phoneDigits(token)
  const plain = unaccented(token)
  const contains = (text: string) => (field: string) => ({ _tag: "TextContains", field, text }) as const
  if (numbers.length > 0) {
    const among = digits.map(digitsOf)
    return anyOf([...text.map(contains(token)), ...numbers.flatMap((number) => among.map(contains(number)))])
  }
  if (plain.trim() === "") return anyOf(text.map(contains(token)))
  const spaced = token.includes("@") ? plain : spacedName(plain)
  const named = spaced === plain ? [] : [...names, unaccentedTexts].map(contains(spaced))
  return anyOf([...[...text, unaccentedTexts].map(contains(plain)), ...named])
}

const planSort = (sortBy: SearchRequest["sortBy"], catalogue: Catalogue): Reading<Sort> => {
  if (sortBy && catalogue.sets?.has(sortBy.field)) {
    return reject("value_error", ["sortBy", "field"], "can be used in filters, but not to sort")
  }
  if (!sortBy) return Result.succeed(catalogue.defaultSort)
  return Result.flatMap(resolve(sortBy, catalogue, ["sortBy"]), (searched) => {
    if (searched.kind === "optOut" || searched.kind === "uuid") {
      return reject("value_error", ["sortBy", "field"], "can be used in filters, but not to sort")
    }
    const { field, options } = searched
    return Result.succeed({ field, direction: sortBy.sortOrder ?? "asc", ...(options && { options }) })
  })
}

/**
 * Returns the field with a name. If the field has data types, the given data type (default `text`) must be one of them.
 */
const resolve = (
  named: { readonly field: string; readonly dataType?: DataType | undefined },
  { fields }: Catalogue,
  path: IssuePath,
  others: Iterable<string> = []
): Reading<SearchField | FilterField> => {
  const field = fields.get(named.field)
  if (field === undefined) {
    const predefined = Array.from(fields).flatMap(([name, { kind, typed }]) =>
      typed === undefined && kind !== "optOut" && kind !== "uuid" ? [name] : []
    )
    return reject(
      "value_error",
      [...path, "field"],
      `${JSON.stringify(named.field)} is neither a custom field nor one of ${[...predefined, ...others].join(", ")}`
    )
  }
  const { typed } = field
  return typed === undefined || typed.dataTypes.includes(named.dataType ?? "text")
    ? Result.succeed(field)
    : reject(
        "value_error",
        [...path, "dataType"],
        `must be ${typed.dataTypes.join(" or ")} for a field of type ${typed.type}`
      )
}
