/** Searches: filters, plans and conditions. */
export { allOf, anyOf, not } from "./Condition.ts"
export type { ValueKind } from "./Field.ts"
export { DataType, type Filter, Operator, SearchRequest, maxSearchTermLength } from "./Filter.ts"
export { type SearchLimits, SearchStopped, withoutLimits, SearchSettings } from "./SearchLimit.ts"
