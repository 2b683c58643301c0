import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  adapted,
  arityOf,
  countFilters,
  type Filter,
  type FilterGroup,
  type FilterNode,
  isComplete,
  noFilters,
  operators,
  operatorsOf,
  replaceItem
} from "../../src/contacts/filters/Filter.ts"
import { lower, raise } from "../../src/contacts/filters/FilterBody.ts"
import { anyFilters } from "./Filters.ts"

const filter = (field: string, operator: Filter["operator"], value: Filter["value"] = ""): Filter => ({
  kind: "filter",
  field,
  operator,
  value
})

const group = (join: FilterGroup["join"], ...items: ReadonlyArray<FilterNode>): FilterGroup => ({
  kind: "group",
  join,
  items
})

const typeOf = (field: string) => (field === "orders" ? "long" : undefined)

describe("filters converted for the API", () => {
  it("are items, and groups of any, all and not", () => {
    const root = group(
      "all",
      filter("first_name", "contains", " Zo "),
      group("any", filter("orders", "range", ["1", "5"]), group("all", filter("email", "exists", "left over"))),
      group("none", filter("city", "equals", "Oslo"))
    )
    expect(lower(root, typeOf).items).toEqual([
      { field: "first_name", operator: "contains", value: "Zo" },
      {
        any: [
          { field: "orders", operator: "range", value: ["1", "5"], data_type: "long" },
          { all: [{ field: "email", operator: "exists" }] }
        ]
      },
      { not: { any: [{ field: "city", operator: "equals", value: "Oslo" }] } }
    ])
  })

  it("include only complete filters", () => {
    const complete = (node: FilterNode): number =>
      node.kind === "filter" ? Number(isComplete(node)) : node.items.reduce((sum, item) => sum + complete(item), 0)
    fc.assert(
      fc.property(anyFilters, (root) => {
        const { items, places } = lower(root, typeOf)
        expect(countFilters(raise(items))).toBe(complete(root))
        expect([...places.keys()].filter(({ kind }) => kind === "filter")).toHaveLength(complete(root))
      })
    )
  })

  it("have the paths that an error names", () => {
    const broken = filter("orders", "gt", "x")
    const other = filter("city", "equals", "Oslo")
    const root = group("all", filter("first_name", "contains"), other, group("none", filter("email", "equals"), broken))
    const { places } = lower(root, typeOf)
    expect(places.get(other)).toBe("advanced_search[0]")
    expect(places.get(broken)).toBe("advanced_search[1].not.any[0]")
    expect(lower(group("any", broken), typeOf).places.get(broken)).toBe("advanced_search[0].any[0]")
  })

  it("are the same after being read from a segment", () => {
    fc.assert(
      fc.property(anyFilters, (root) => {
        const { items } = lower(root, typeOf)
        expect(lower(raise(items), typeOf).items).toEqual(items)
      })
    )
  })

  it("are read from the API's response, with numbers, nulls and a negated filter", () => {
    const items = [
      { not: { field: "orders", operator: "equals", value: 3, data_type: "long" } },
      { field: "email", operator: "exists", value: null, data_type: "text" },
      { field: "city", operator: "unknown", value: "x" }
    ]
    expect(raise(items)).toEqual(
      group("all", group("none", filter("orders", "equals", "3")), filter("email", "exists"))
    )
    expect(raise([])).toEqual(noFilters)
  })
})

describe("a filter", () => {
  it("offers each operator of its field's kind once, and has a value for each", () => {
    for (const [kind, offered] of Object.entries(operatorsOf)) {
      expect([kind, new Set(offered).size]).toEqual([kind, offered.length])
      expect(operators).toEqual(expect.arrayContaining([...offered]))
    }
    expect(operatorsOf.text.toSorted()).toEqual(operators.toSorted())
    expect(arityOf("text", "range")).toBe("two")
    expect(arityOf("options", "contains")).toBe("many")
    expect(arityOf("options", "exists")).toBe("none")
  })

  it("keeps the typed value if another operator accepts it", () => {
    expect(adapted("5", "two")).toEqual(["5", ""])
    expect(adapted(["5", "9"], "one")).toBe("5")
    expect(adapted(["", "9"], "many")).toEqual(["9"])
    expect(adapted("", "many")).toEqual([])
  })

  it("is replaced and removed by its index", () => {
    const root = group("all", filter("a", "exists"), filter("b", "exists"))
    expect(replaceItem(root, 1, undefined)).toEqual(group("all", filter("a", "exists")))
    expect(replaceItem(root, 0, filter("c", "exists")).items).toEqual([filter("c", "exists"), filter("b", "exists")])
  })
})
