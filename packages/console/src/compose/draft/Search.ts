import { countFilters, type FilterGroup } from "../../contacts/filters/Filter.ts"
import { type DataType, lower, raise } from "../../contacts/filters/FilterBody.ts"
import { readFilters, writeFilters } from "../../contacts/filters/FilterQuery.ts"
import type { Known, Search } from "./Body.ts"

/** Converts a part's search to the API's format, using the types of fields. */
export const searchIn =
  (dataTypeOf: (field: string) => DataType | undefined): Known["searchOf"] =>
  ({ filters, term }) => {
    const { items } = lower(readFilters(filters), dataTypeOf)
    return {
      ...(term.trim() === "" ? {} : { search_term: term.trim() }),
      ...(items.length === 0 ? {} : { advanced_search: items })
    }
  }

/** Returns an audience part for a search. */
export const partOfSearch = (filters: FilterGroup, term: string) => ({
  kind: "search" as const,
  filters: writeFilters(filters) ?? "",
  term: term.trim()
})

/** Returns the audience part for an API search, such as the search of an earlier broadcast. */
export const partOfBody = ({ advanced_search, search_term }: Search) =>
  partOfSearch(raise(advanced_search ?? []), search_term ?? "")

export const conditionsIn = (filters: string): number => countFilters(readFilters(filters))
