import { countFilters, type FilterGroup } from "../../contacts/filters/Filter.ts"
import { conditions, lower, raise, type TypeOf } from "../../contacts/filters/FilterBody.ts"
import { readFilters, writeFilters } from "../../contacts/filters/FilterQuery.ts"
import type { Known, Search } from "./Body.ts"

/** Converts a part's search to the API's format, using the types of fields. */
export const searchIn =
  (dataTypeOf: TypeOf): Known["searchOf"] =>
  ({ filters, term }) =>
    conditions(term, lower(readFilters(filters), dataTypeOf).items)

export const partOfSearch = (filters: FilterGroup, term: string) => ({
  kind: "search" as const,
  filters: writeFilters(filters) ?? "",
  term: term.trim()
})

/** Returns the audience part for an API search, such as the search of an earlier broadcast. */
export const partOfBody = ({ advanced_search, search_term }: Search) =>
  partOfSearch(raise(advanced_search ?? []), search_term ?? "")

export const conditionsIn = (filters: string): number => countFilters(readFilters(filters))
