import { orderFields } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import { Effect, Option, Struct } from "effect"
import { Argument, Flag } from "effect/cli"
import { refusal } from "../../CommandRefused.ts"
import { argument, jsonFlag, limit, oneOf, optional } from "../../targets/Flags.ts"
import type { Sought } from "./SearchInput.ts"

/** Flags for how contacts are printed. An export has no such limit. */
export const shownFlags = {
  order: oneOf("order", ["asc", "desc"], "The sort direction. Contacts without a value come last"),
  limit: limit("The maximum number to print"),
  columns: optional("columns", 'The fields and custom field keys to print, such as "uuid,email,city"'),
  json: jsonFlag
}

export const orderFlag = oneOf("sort", Struct.keys(orderFields), "The sort field. The default is newest first")

export const words = argument(
  "words",
  "Words to find in names, identifiers or addresses. All must match; accents are ignored"
).pipe(Argument.variadic())

export const setFlags = {
  lists: Flag.String("list").pipe(
    Flag.withDescription("Only contacts on this list, by its name or UUID; may be repeated to match any of the lists"),
    Flag.atLeast(0)
  ),
  segments: Flag.String("segment").pipe(
    Flag.withDescription(
      "Only contacts in this segment, by its name or UUID; may be repeated to match any of the segments"
    ),
    Flag.atLeast(0)
  )
}

export const whereFlag = Flag.String("where").pipe(
  Flag.withDescription(
    'A filter as "field:operator:value", such as "email:ends_with:@example.org"; may be repeated, and all must match'
  ),
  Flag.atLeast(0)
)

/** Flags for a search whose matching contacts are changed, instead of contacts given by uuid. */
export const soughtFlags = {
  search: optional("search", "Instead of UUIDs, all contacts that match these words, as `contacts search` does"),
  where: whereFlag,
  ...setFlags,
  body: optional("body", "The whole search as JSON for the API, instead of words and filters")
}

/** Returns the search from the flags; none if contacts are given. Fails if both or neither are given. */
export const soughtInstead = Effect.fnUntraced(function* (
  contacts: ReadonlyArray<ContactUuid>,
  { body, lists, search, segments, where }: Omit<Sought, "words"> & { readonly search: Option.Option<string> }
) {
  const searches =
    Option.isSome(search) || Option.isSome(body) || [where, lists, segments].some(({ length }) => length > 0)
  if (searches === contacts.length > 0) {
    return yield* refusal("give either contact UUIDs or a search (--search, --where, --list, --segment or --body)")
  }
  return searches ? { body, lists, segments, where, words: Option.toArray(search) } : null
})
