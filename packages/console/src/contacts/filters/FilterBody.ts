import { isRecord, readOneOf, readText } from "../../reading/Reader.ts"
import type { RequestOf } from "../../api/Operation.ts"
import {
  type Filter,
  type FilterGroup,
  type FilterNode,
  type FilterValue,
  isComplete,
  type Join,
  noFilters,
  operators
} from "./Filter.ts"

type Body = NonNullable<RequestOf<"POST /v1/contacts/search">["body"]>

/** An item of a search as the API takes it. */
export type SearchItem = NonNullable<Body["advanced_search"]>[number]
/** Returns the type that a search must name for a field; undefined for a predefined or an unknown field. */
export type TypeOf = (field: string) => DataType | undefined
export type DataType = NonNullable<Extract<SearchItem, { readonly field: string }>["data_type"]>

/** Returns an unsorted search by words and filters. */
export const conditions = (term: string, items: ReadonlyArray<SearchItem>) => ({
  ...(term.trim() === "" ? {} : { search_term: term.trim() }),
  ...(items.length === 0 ? {} : { advanced_search: items })
})

/** Items of a search, and the path of each filter and group in the request, as refusals name it. */
export interface Lowered {
  readonly items: ReadonlyArray<SearchItem>
  readonly places: ReadonlyMap<FilterNode, string>
}

/**
 * Returns filters as the API takes them. Incomplete filters, and groups without a complete filter, are left out. If the
 * outermost group is joined by AND, it becomes the list of items.
 */
export const lower = (root: FilterGroup, dataTypeOf: TypeOf): Lowered => {
  const places = new Map<FilterNode, string>()
  const all = (items: ReadonlyArray<FilterNode>, place: string): ReadonlyArray<SearchItem> => {
    const lowered: Array<SearchItem> = []
    for (const item of items) {
      const node = lowerNode(item, `${place}[${lowered.length}]`)
      if (node !== undefined) lowered.push(node)
    }
    return lowered
  }
  const lowerNode = (node: FilterNode, place: string): SearchItem | undefined => {
    if (node.kind === "filter") {
      if (!isComplete(node)) return undefined
      places.set(node, place)
      return lowerFilter(node, dataTypeOf(node.field))
    }
    return lowerGroup(node, place)
  }
  const lowerGroup = (group: FilterGroup, place: string): SearchItem | undefined => {
    const member = group.join === "all" ? "all" : "any"
    const at = group.join === "none" ? `${place}.not` : place
    const items = all(group.items, `${at}.${member}`)
    if (items.length === 0) return undefined
    places.set(group, place)
    if (group.join === "all") return { all: items }
    return group.join === "any" ? { any: items } : { not: { any: items } }
  }
  if (root.join === "all") return { items: all(root.items, "advanced_search"), places }
  const group = lowerGroup(root, "advanced_search[0]")
  return { items: group === undefined ? [] : [group], places }
}

const lowerFilter = ({ field, operator, value }: Filter, dataType: DataType | undefined): SearchItem => ({
  field,
  operator,
  ...(operator === "exists" || operator === "not_exists" ? {} : { value: trimmed(value) }),
  ...(dataType === undefined ? {} : { data_type: dataType })
})

const trimmed = (value: FilterValue): FilterValue =>
  typeof value === "string" ? value.trim() : value.map((element) => element.trim())

/** Returns the filters for items of the API, such as the items of a segment. Unknown items are left out. */
export const raise = (items: ReadonlyArray<unknown>): FilterGroup =>
  outermost(items.flatMap((item) => raiseItem(item) ?? []))

/** Returns the outermost group for items joined by AND. A single group of another kind is the outermost group itself. */
export const outermost = (items: ReadonlyArray<FilterNode>): FilterGroup => {
  const [only] = items
  return items.length === 1 && only?.kind === "group" && only.join !== "all" ? only : { ...noFilters, items }
}

const raiseItem = (item: unknown): FilterNode | undefined => {
  if (!isRecord(item)) return undefined
  if (Array.isArray(item.any)) return raiseGroup("any", item.any)
  if (Array.isArray(item.all)) return raiseGroup("all", item.all)
  if (isRecord(item.not)) return raiseGroup("none", Array.isArray(item.not.any) ? item.not.any : [item.not])
  const field = readText(item.field)
  const operator = readOneOf(operators)(item.operator)
  return field === undefined || operator === undefined
    ? undefined
    : { kind: "filter", field, operator, value: raiseValue(item.value) }
}

const raiseGroup = (join: Join, items: ReadonlyArray<unknown>): FilterGroup => ({
  kind: "group",
  join,
  items: items.flatMap((item) => raiseItem(item) ?? [])
})

const raiseValue = (value: unknown): FilterValue => (Array.isArray(value) ? value.map(asText) : asText(value))

const asText = (value: unknown): string => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}
