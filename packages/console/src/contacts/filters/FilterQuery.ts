import { isRecord, readJson, readList, readOneOf, readText } from "../../reading/Reader.ts"
import { type FilterGroup, type FilterNode, type FilterValue, joins, maxDepth, noFilters, operators } from "./Filter.ts"

/** A filter is a list. A group is an object with one member, which names how the group is joined. */
type Packed = ReadonlyArray<FilterValue> | { readonly [join: string]: ReadonlyArray<Packed> }

/** Returns filters for a URL, including incomplete filters; null for none. */
export const writeFilters = (root: FilterGroup): string | null =>
  root.items.length === 0 && root.join === "all" ? null : JSON.stringify(packed(root))

const packed = (node: FilterNode): Packed => {
  if (node.kind === "group") return { [node.join]: node.items.map(packed) }
  const { field, operator, value } = node
  return value === "" ? [field, operator] : [field, operator, value]
}

/** Reads filters from a URL. Malformed filters, and groups that are nested too deep, are left out. */
export const readFilters = (written: string | null): FilterGroup => {
  const node = readJson(written, (value) => readNode(value, 0))
  return node?.kind === "group" ? node : noFilters
}

const readNode = (value: unknown, depth: number): FilterNode | undefined => {
  if (Array.isArray(value)) {
    const [field, operator] = [readText(value[0]), readOneOf(operators)(value[1])]
    if (field === undefined || operator === undefined) return undefined
    return { kind: "filter", field, operator, value: readValue(value[2]) ?? "" }
  }
  if (!isRecord(value) || depth === maxRead) return undefined
  const join = joins.find((name) => Array.isArray(value[name]))
  if (join === undefined) return undefined
  const items = readList((item) => item)(value[join]) ?? []
  return { kind: "group", join, items: items.flatMap((item) => readNode(item, depth + 1) ?? []) }
}

const readValue = (value: unknown): FilterValue | undefined => readText(value) ?? readList(readText)(value)

/** A segment may have deeper groups than the filter builder can make. */
const maxRead = maxDepth + 4
