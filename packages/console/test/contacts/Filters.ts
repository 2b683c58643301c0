import fc from "fast-check"
import { type FilterGroup, type FilterNode, joins, maxDepth, operators } from "../../src/contacts/filters/Filter.ts"

const texts = fc.oneof(
  fc.constantFrom("", " ", "Berlin", "-04-02", "true", "12"),
  fc.string({ unit: "grapheme", maxLength: 8 })
)

const filter: fc.Arbitrary<FilterNode> = fc.record({
  kind: fc.constant("filter"),
  field: fc.constantFrom("first_name", "city", "orders", "contact_list_uuid", "archived"),
  operator: fc.constantFrom(...operators),
  value: fc.oneof(texts, fc.array(texts, { maxLength: 3 }))
})

const groupOf = (depth: number): fc.Arbitrary<FilterGroup> =>
  fc.record({
    kind: fc.constant("group"),
    join: fc.constantFrom(...joins),
    items: fc.array(depth === maxDepth ? filter : fc.oneof({ weight: 3, arbitrary: filter }, groupOf(depth + 1)), {
      maxLength: 4
    })
  })

/** Filters as they can be built, those that are not complete too. */
export const anyFilters = groupOf(1)
