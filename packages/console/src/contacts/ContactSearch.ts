import type { QueryCodec } from "../reading/QueryCodec.ts"
import type { SetUrlState } from "../shell/UrlState.ts"
import type { RequestOf } from "../api/Operation.ts"
import { countFilters, type FilterGroup, type FilterNode, noFilters } from "./filters/Filter.ts"
import { conditions, lower, outermost, raise, type SearchItem, type TypeOf } from "./filters/FilterBody.ts"
import { readFilters, writeFilters } from "./filters/FilterQuery.ts"
import { keysOf } from "../reading/Reader.ts"

export type SearchBody = NonNullable<RequestOf<"POST /v1/contacts/search">["body"]>

/** Whether archived contacts are shown. */
export const archivedTitles = { active: "Hidden", all: "Included", archived: "Only archived" } as const
export const archivedChoices = keysOf(archivedTitles)
export type ArchivedChoice = (typeof archivedChoices)[number]

/** The state of the contacts view, stored in the URL. */
export interface ContactsState {
  readonly term: string
  readonly archived: ArchivedChoice
  readonly filters: FilterGroup
  readonly sort: { readonly key: string; readonly order: "asc" | "desc" }
  /** The columns besides the name. */
  readonly columns: ReadonlyArray<string>
  /** The last loaded segment, which may have changed since. */
  readonly segment: string | null
}

/** The state of the contacts view, its setter, and the types that a search names for custom fields. */
export interface ContactsProps {
  readonly state: ContactsState
  readonly onState: SetUrlState<ContactsState>
  readonly dataTypeOf: TypeOf
}

const newestFirst: ContactsState["sort"] = { key: "created_at", order: "desc" }
export const defaultColumns: ReadonlyArray<string> = ["phone_number", "email", "created_at", "last_engaged_at"]

export const initialState: ContactsState = {
  term: "",
  archived: "active",
  filters: noFilters,
  sort: newestFirst,
  columns: defaultColumns,
  segment: null
}

/** The state in a URL: `?q=ada&filters={"all":[["city","equals","Berlin"]]}&sort=-created_at&columns=email,city`. */
export const contactsQuery: QueryCodec<ContactsState> = {
  read: (query) => ({
    term: query.get("q") ?? "",
    archived: archivedChoices.find((choice) => choice === query.get("archived")) ?? "active",
    filters: readFilters(query.get("filters")),
    sort: readSort(query.get("sort")),
    columns: query.get("columns")?.split(",").filter(Boolean) ?? defaultColumns,
    segment: query.get("segment")
  }),
  write: ({ archived, columns, filters, segment, sort, term }) => {
    const query = new URLSearchParams()
    const set = (key: string, value: string | null) => value !== null && query.set(key, value)
    set("q", term === "" ? null : term)
    set("archived", archived === "active" ? null : archived)
    set("filters", writeFilters(filters))
    set("segment", segment)
    set("sort", writeSort(sort) === writeSort(newestFirst) ? null : writeSort(sort))
    set("columns", columns.join() === defaultColumns.join() ? null : columns.join())
    return query
  }
}

const writeSort = ({ key, order }: ContactsState["sort"]): string => (order === "desc" ? `-${key}` : key)

const readSort = (written: string | null): ContactsState["sort"] => {
  const key = written?.replace(/^-/, "") ?? ""
  return key === "" ? newestFirst : { key, order: written?.startsWith("-") ? "desc" : "asc" }
}

/** A search as the API takes it, and the paths of its filters in the request. */
export interface BuiltSearch {
  readonly body: SearchBody
  readonly places: ReadonlyMap<FilterNode, string>
}

/**
 * The search of a state, with its order. The condition on archived contacts comes last, so that it does not move a filter's
 * path.
 */
export const searchOf = (state: ContactsState, dataTypeOf: TypeOf): BuiltSearch => {
  const { places } = lower(state.filters, dataTypeOf)
  const { key, order } = state.sort
  const dataType = dataTypeOf(key)
  const sort_by = { field: key, sort_order: order, ...(dataType === undefined ? {} : { data_type: dataType }) }
  return { body: { ...conditionsOf(state, dataTypeOf), sort_by }, places }
}

/** Returns the search without an order, for a segment or an addition to a list. */
export const conditionsOf = (state: ContactsState, dataTypeOf: TypeOf) => {
  const { items } = lower(state.filters, dataTypeOf)
  return conditions(state.term, [...items, ...byArchival(state.archived)])
}

export const equals = (field: string, value: string) => ({ field, operator: "equals" as const, value })

const byArchival = (choice: ArchivedChoice): ReadonlyArray<SearchItem> =>
  choice === "all" ? [] : [equals("archived", String(choice === "archived"))]

/** Returns the state for a segment's search, including its condition on archived contacts. */
export const stateOfSearch = (search: {
  readonly search_term?: string | null
  readonly advanced_search?: ReadonlyArray<unknown> | null
}): Pick<ContactsState, "term" | "archived" | "filters"> => {
  const root = raise(search.advanced_search ?? [])
  const last = root.join === "all" ? root.items.at(-1) : undefined
  const choice = last === undefined ? undefined : choiceOf(last)
  const rest = choice === undefined ? root : outermost(root.items.slice(0, -1))
  return { term: search.search_term ?? "", archived: choice ?? "all", filters: rest }
}

const choiceOf = (node: FilterNode): ArchivedChoice | undefined => {
  if (node.kind !== "filter" || node.field !== "archived" || node.operator !== "equals") return undefined
  if (node.value === "true") return "archived"
  return node.value === "false" ? "active" : undefined
}

/** Returns whether a state uses custom fields. Its search needs their types. */
export const needsFields = ({ filters, sort }: ContactsState, isKnown: (field: string) => boolean): boolean =>
  !isKnown(sort.key) || !filters.items.every((node) => areKnown(node, isKnown))

const areKnown = (node: FilterNode, isKnown: (field: string) => boolean): boolean =>
  node.kind === "filter" ? isKnown(node.field) : node.items.every((item) => areKnown(item, isKnown))

/** Returns whether a state narrows which contacts are shown. */
export const isNarrowed = ({ archived, filters, term }: ContactsState): boolean =>
  term.trim() !== "" || archived !== "active" || countFilters(filters) > 0
