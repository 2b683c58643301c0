import { type SearchItemBody, SearchBody } from "@rollcall/api"
import { dataTypesOf, predefinedFields } from "@rollcall/core/people"
import { Effect, Option, Schema, String } from "effect"
import { refusal } from "../../CommandRefused.ts"
import { customFields } from "../../targets/CustomFieldList.ts"
import { listNamed, segmentNamed } from "../../targets/NamedSets.ts"
import { readWhere, type Where } from "./Where.ts"

export interface Sought {
  readonly words: ReadonlyArray<string>
  readonly where: ReadonlyArray<string>
  readonly body: Option.Option<string>
  /** Names or uuids of lists. Matches contacts on at least one of them. `segments` works in the same way. */
  readonly lists: ReadonlyArray<string>
  readonly segments: ReadonlyArray<string>
}

export interface Ordered<Field> {
  readonly sort: Option.Option<Field>
  readonly order: Option.Option<"asc" | "desc">
}

/** The default sort field. Newest contacts come first. */
export const newest = "created_at"

/** Returns the sort direction. Default: `asc` with a sort field, otherwise `desc`. */
export const orderOf = ({ order, sort }: Ordered<string>) =>
  Option.getOrElse(order, () => (Option.isSome(sort) ? "asc" : "desc"))

/** Returns the search from the arguments. */
export const searchOf = Effect.fnUntraced(function* (input: Sought & Ordered<string>) {
  const { body, order, sort } = input
  if (Option.isSome(body)) {
    if (hasConditions(input) || Option.isSome(sort) || Option.isSome(order)) {
      return yield* refusal(
        "--body is the whole search: leave out words, --where, --list, --segment, --sort and --order"
      )
    }
    return yield* decodeBody(body.value)
  }
  const field = Option.getOrElse(sort, () => newest)
  const { search, typed } = yield* typedConditionsOf(input, [field])
  return {
    ...search,
    sort_by: { field, ...typed(field), sort_order: orderOf(input) }
  } satisfies typeof SearchBody.Type
})

/** Returns the search from the arguments, without an order. */
export const unorderedSearchOf = Effect.fnUntraced(function* (input: Sought) {
  const { body } = input
  if (Option.isNone(body)) return yield* conditionsOf(input)
  if (hasConditions(input)) {
    return yield* refusal("--body is the whole search: leave out words, --where, --list and --segment")
  }
  const { sort_by: sort, ...search } = yield* decodeBody(body.value)
  return sort ? yield* refusal("--body: remove sort_by, which has no effect here") : search
})

/** Whether the arguments have conditions besides a body. */
export const hasConditions = ({ lists, segments, where, words }: Sought): boolean =>
  [words, where, lists, segments].some((given) => given.length > 0)

/** Makes a condition that a field has one of several uuids. */
const oneOf = (field: string, uuids: ReadonlyArray<string>): ReadonlyArray<SearchItemBody> =>
  uuids.length === 0 ? [] : [{ field, operator: "equals", value: uuids }]

/**
 * Returns the words and filters of a search, and a function that returns the type of a field. The function knows the fields
 * of the filters and `others`.
 */
const typedConditionsOf = Effect.fnUntraced(function* (
  { lists, segments, where, words }: Sought,
  others: ReadonlyArray<string>
) {
  const filters = yield* Effect.forEach(where, readWhere)
  const typed = yield* typesOf([...filters.map(({ field }) => field), ...others])
  const search = {
    search_term: words.join(" "),
    advanced_search: [
      ...filters.map((filter: Where): SearchItemBody => ({ ...filter, ...typed(filter.field) })),
      ...oneOf("contact_list_uuid", yield* Effect.forEach(lists, (name) => listNamed("--list", name))),
      ...oneOf("segment_uuid", yield* Effect.forEach(segments, (name) => segmentNamed("--segment", name)))
    ]
  }
  return { search, typed }
})

/** Returns the conditions of the words, filters, lists and segments. */
export const conditionsOf = (input: Sought) => Effect.map(typedConditionsOf(input, []), ({ search }) => search)

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(SearchBody), { onExcessProperty: "error" })

const decodeBody = (body: string) =>
  Effect.catch(decode(body), ({ message }) =>
    refusal(`--body must be a search like {"search_term":"zoe"}: ${message.replace(/\s+/g, " ")}`)
  )

const ownNames = new Set([...predefinedFields.keys(), ...Array.from(predefinedFields.keys(), String.camelToSnake)])

/**
 * Returns the types of the custom fields among these names. Queries the workspace only if a name isn't a field of contacts.
 */
const typesOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const isOwn = names.every((name) => ownNames.has(name))
  const definitions = isOwn ? [] : yield* customFields
  const types = new Map(definitions.map(({ field_key, field_type }) => [field_key, dataTypesOf(field_type)[0]]))
  return (name: string) => {
    const type = types.get(name)
    return type === undefined ? {} : { data_type: type }
  }
})
