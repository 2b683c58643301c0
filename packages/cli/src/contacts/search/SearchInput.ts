import { type SearchItemBody, SearchBody } from "@rollcall/api"
import { predefinedFields } from "@rollcall/core/contact-fields"
import { dataTypesOf } from "@rollcall/core/custom-fields"
import { Effect, Option, Schema, String } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { customFields } from "../../targets/CustomFieldList.ts"
import { readWhere, type Where } from "./Where.ts"

/** Which contacts are searched for. */
export interface Sought {
  readonly words: ReadonlyArray<string>
  readonly where: ReadonlyArray<string>
  readonly body: Option.Option<string>
}

/** How contacts are ordered. */
export interface Ordered<Field> {
  readonly sort: Option.Option<Field>
  readonly order: Option.Option<"asc" | "desc">
}

/** What contacts are ordered by where nothing else is given: newest first. */
export const newest = "created_at"

/** The direction that the arguments say. */
export const orderOf = ({ order, sort }: Ordered<string>) =>
  Option.getOrElse(order, () => (Option.isSome(sort) ? "asc" : "desc"))

/** The search that the arguments say. */
export const searchOf = Effect.fnUntraced(function* (input: Sought & Ordered<string>) {
  const { body, order, sort, where, words } = input
  if (Option.isSome(body)) {
    if (words.length > 0 || where.length > 0 || Option.isSome(sort) || Option.isSome(order)) {
      return yield* refuse("--body is the whole search: leave out words, --where, --sort and --order")
    }
    return yield* decodeBody(body.value)
  }
  const field = Option.getOrElse(sort, () => newest)
  const { search, typed } = yield* conditionsOf(input, [field])
  return {
    ...search,
    sort_by: { field, ...typed(field), sort_order: orderOf(input) }
  } satisfies typeof SearchBody.Type
})

/** The search that the arguments say, without an order. */
export const unorderedSearchOf = Effect.fnUntraced(function* (input: Sought) {
  const { body, where, words } = input
  if (Option.isNone(body)) return (yield* conditionsOf(input, [])).search
  if (words.length > 0 || where.length > 0) {
    return yield* refuse("--body is the whole search: leave out words and --where")
  }
  const { sort_by: sort, ...search } = yield* decodeBody(body.value)
  return sort ? yield* refuse("--body: leave out sort_by, which means nothing here") : search
})

/** The words and filters, and a function that returns how a field compares: one that they name, or one of these others. */
const conditionsOf = Effect.fnUntraced(function* ({ where, words }: Sought, others: ReadonlyArray<string>) {
  const filters = yield* Effect.forEach(where, readWhere)
  const typed = yield* typesOf([...filters.map(({ field }) => field), ...others])
  const search = {
    search_term: words.join(" "),
    advanced_search: filters.map((filter: Where): SearchItemBody => ({ ...filter, ...typed(filter.field) }))
  }
  return { search, typed }
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(SearchBody), { onExcessProperty: "error" })

const decodeBody = (body: string) =>
  Effect.catch(decode(body), ({ message }) =>
    refuse(`--body must be a search like {"search_term":"zoe"}: ${message.replace(/\s+/g, " ")}`)
  )

const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))

const ownNames = new Set([...predefinedFields.keys(), ...Array.from(predefinedFields.keys(), String.camelToSnake)])

/** Finds how custom fields among these compare (S11). The workspace is asked only if one is no field of contacts. */
const typesOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const isOwn = names.every((name) => ownNames.has(name))
  const definitions = isOwn ? [] : yield* customFields
  const types = new Map(definitions.map(({ field_key, field_type }) => [field_key, dataTypesOf(field_type)[0]]))
  return (name: string) => {
    const type = types.get(name)
    return type === undefined ? {} : { data_type: type }
  }
})
