import { orderFields } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import { Effect, Option, Struct } from "effect"
import { Argument, Flag } from "effect/cli"
import { refusal } from "../../CommandRefused.ts"
import { argument, jsonFlag, limit, optional } from "../../targets/Flags.ts"
import type { Sought } from "./SearchInput.ts"

/** How contacts are printed; an export writes any number of them. */
export const shownFlags = {
  order: Flag.Literals("order", ["asc", "desc"]).pipe(
    Flag.withDescription("Upwards or downwards; contacts without a value come last in both"),
    Flag.optional
  ),
  limit: limit("Print at most so many"),
  columns: optional("columns", 'What is printed of each: fields and keys of custom fields, as in "uuid,email,city"'),
  json: jsonFlag
}

/** What a listing of contacts is ordered by. */
export const orderFlag = Flag.Literals("sort", Struct.keys(orderFields)).pipe(
  Flag.withDescription("What they are ordered by; newest first where it is not given"),
  Flag.optional
)

/** The words that contacts are searched for. */
export const words = argument(
  "words",
  "Words that all occur in names, identifiers or addresses, with whatever accents"
).pipe(Argument.variadic())

/** The lists and segments of a search. */
export const setFlags = {
  lists: Flag.String("list").pipe(
    Flag.withDescription("Only contacts on this list, by its name or UUID; may be repeated, for those on any of them"),
    Flag.atLeast(0)
  ),
  segments: Flag.String("segment").pipe(
    Flag.withDescription(
      "Only contacts in this segment, by its name or UUID; may be repeated, for those in any of them"
    ),
    Flag.atLeast(0)
  )
}

/** The filters of a search. */
export const whereFlag = Flag.String("where").pipe(
  Flag.withDescription(
    'A filter as "field:operator:value", such as "email:ends_with:@example.org"; may be repeated, and all count'
  ),
  Flag.atLeast(0)
)

/** The flags of a search whose contacts a command changes, instead of contacts that it names. */
export const soughtFlags = {
  search: optional("search", "Instead of contacts, all that have these words, as contacts search finds them"),
  where: whereFlag,
  ...setFlags,
  body: optional("body", "The whole search in JSON, as the API takes it, in the place of words and filters")
}

/** The search that the flags say; none if contacts are named. Refuses both, and neither. */
export const soughtInstead = Effect.fnUntraced(function* (
  contacts: ReadonlyArray<ContactUuid>,
  { body, lists, search, segments, where }: Omit<Sought, "words"> & { readonly search: Option.Option<string> }
) {
  const searches =
    Option.isSome(search) || Option.isSome(body) || [where, lists, segments].some(({ length }) => length > 0)
  if (searches === contacts.length > 0) {
    return yield* refusal(
      "give the UUIDs of contacts, or a search by --search, --where, --list, --segment or --body: one of both"
    )
  }
  return searches ? { body, lists, segments, where, words: Option.toArray(search) } : null
})
