/** Searches: filters, plans and conditions. */
export { allOf, anyOf, not } from "./Condition.ts"
export type { ValueKind } from "./Field.ts"
export type { Sets } from "./Plan.ts"
export {
  apartFrom,
  DataType,
  type Filter,
  filtersIn,
  maxGroupDepth,
  maxSearchTermLength,
  Operator,
  type SearchItem,
  SearchRequest
} from "./Filter.ts"
export { type SearchLimits, SearchStopped, withoutLimits, SearchSettings } from "./SearchLimit.ts"
export { sortPlace } from "./Sort.ts"
