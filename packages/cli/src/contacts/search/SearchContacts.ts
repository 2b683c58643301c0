import { type SearchItemBody, type orderFields, SearchBody } from "@rollcall/api"
import type { ContactListUuid } from "@rollcall/core"
import { predefinedFields } from "@rollcall/core/contact-fields"
import { dataTypesOf } from "@rollcall/core/custom-fields"
import { Effect, Option, Schema, String } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { print } from "../../screen/Output.ts"
import { count } from "../../screen/Text.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { layerTarget } from "../../targets/CommandTarget.ts"
import { customFields, pageLimit } from "../../targets/CustomFieldList.ts"
import { type ApiClient, read, refuse } from "../../targets/Target.ts"
import { contactObjects, contactTable, readColumns, type ShownContact } from "./ContactTable.ts"
import { readWhere, type Where } from "./Where.ts"

/** How contacts are ordered and printed. */
interface Shown {
  readonly order: Option.Option<"asc" | "desc">
  readonly limit: number
  readonly columns: Option.Option<string>
  readonly json: boolean
}

/** The arguments of `rollcall contacts list`. */
export interface ListInput extends Shown {
  readonly list: Option.Option<ContactListUuid>
  readonly sort: Option.Option<keyof typeof orderFields>
}

/** The arguments of `rollcall contacts search`. */
export interface SearchInput extends Shown {
  readonly words: ReadonlyArray<string>
  readonly where: ReadonlyArray<string>
  readonly body: Option.Option<string>
  readonly sort: Option.Option<string>
}

/** Prints contacts of the workspace or of a list. */
export const listContacts = (input: ListInput, flags: AddressFlags) =>
  inTarget(
    flags,
    show(input, (client, page) =>
      client.contacts.list({
        query: {
          ...page,
          ...Option.match(input.list, { onNone: () => ({}), onSome: (list) => ({ contact_list_uuid: list }) }),
          order_field: Option.getOrElse(input.sort, () => newest),
          order: orderOf(input)
        }
      })
    )
  )

/** Prints the contacts that satisfy a search. */
export const searchContacts = (input: SearchInput, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(searchOf(input), (payload) =>
      show(input, (client, query) => client.contacts.search({ query, payload }))
    )
  )

interface Page {
  readonly contacts: ReadonlyArray<ShownContact>
  readonly pagination: { readonly total: number }
}

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

/** Reads contacts page by page, up to the limit, and prints them and how many more there are. */
const show = Effect.fnUntraced(function* <E>(
  { columns, json, limit }: Shown,
  pageOf: (client: ApiClient, query: PageQuery) => Effect.Effect<Page, E>
) {
  const printed = yield* readColumns(columns)
  // A contact that is made meanwhile moves others to the next page.
  const contacts = new Map<string, ShownContact>()
  let [offset, total] = [0, 0]
  do {
    const query = { limit: Math.min(pageLimit, limit - offset), offset }
    const page = yield* read((client) => pageOf(client, query))
    for (const contact of page.contacts) contacts.set(contact.uuid, contact)
    offset += page.contacts.length
    total = page.contacts.length === 0 ? offset : page.pagination.total
  } while (offset < Math.min(limit, total))
  const shown = [...contacts.values()]
  yield* print(json, contactObjects(shown, printed), () => {
    if (shown.length === 0) return "No contacts are found."
    const more = total - offset
    const rest = more > 0 ? `\n${count(more)} more: --limit shows up to 1000, and export writes all.` : ""
    return `${contactTable(shown, printed)}${rest}`
  })
})

const decodeBody = Schema.decodeUnknownEffect(Schema.fromJsonString(SearchBody), { onExcessProperty: "error" })

/** What contacts are ordered by where nothing else is given: newest first. */
const newest = "created_at"

const orderOf = ({
  order,
  sort
}: {
  readonly order: Option.Option<"asc" | "desc">
  readonly sort: Option.Option<string>
}) => Option.getOrElse(order, () => (Option.isSome(sort) ? "asc" : "desc"))

/** The search that the arguments say. */
const searchOf = Effect.fnUntraced(function* (input: SearchInput) {
  const { body, order, sort, where, words } = input
  if (Option.isSome(body)) {
    if (words.length > 0 || where.length > 0 || Option.isSome(sort) || Option.isSome(order)) {
      return yield* new CommandRefused({
        message: "--body is the whole search: leave out words, --where, --sort and --order"
      })
    }
    return yield* Effect.mapError(decodeBody(body.value), toRefused)
  }
  const filters = yield* Effect.forEach(where, readWhere)
  const field = Option.getOrElse(sort, () => newest)
  const typed = yield* typesOf([...filters.map(({ field }) => field), field])
  return {
    search_term: words.join(" "),
    advanced_search: filters.map((filter: Where): SearchItemBody => ({ ...filter, ...typed(filter.field) })),
    sort_by: { field, ...typed(field), sort_order: orderOf(input) }
  } satisfies typeof SearchBody.Type
})

const toRefused = ({ message }: { readonly message: string }) =>
  new CommandRefused({
    message: `--body must be a search like {"search_term":"zoe"}: ${message.replace(/\s+/g, " ")}`
  })

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

const inTarget = <A, E extends { readonly message: string }, R>(flags: AddressFlags, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.catch(refuse), Effect.provide(layerTarget(flags)))
