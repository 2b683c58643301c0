import { orderFields } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import { Effect, Option, Schema, Struct } from "effect"
import { Argument, Flag } from "effect/cli"
import { CommandRefused } from "../../CommandRefused.ts"
import { jsonFlag } from "../../screen/Output.ts"
import type { Sought } from "./SearchInput.ts"

/** The most contacts that are printed; an export writes any number of them. */
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))

/** How contacts are printed. */
export const shownFlags = {
  order: Flag.Literals("order", ["asc", "desc"]).pipe(
    Flag.withDescription("Upwards or downwards; contacts without a value come last in both"),
    Flag.optional
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withDescription("Print at most so many"),
    Flag.withSchema(Limit),
    Flag.withDefault(50)
  ),
  columns: Flag.String("columns").pipe(
    Flag.withDescription('What is printed of each: fields and keys of custom fields, as in "uuid,email,city"'),
    Flag.optional
  ),
  json: jsonFlag
}

/** What a listing of contacts is ordered by. */
export const orderFlag = Flag.Literals("sort", Struct.keys(orderFields)).pipe(
  Flag.withDescription("What they are ordered by; newest first where it is not given"),
  Flag.optional
)

/** The words that contacts are searched for. */
export const words = Argument.String("words").pipe(
  Argument.withDescription("Words that all occur in names, identifiers or addresses, with whatever accents"),
  Argument.variadic()
)

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
  search: Flag.String("search").pipe(
    Flag.withDescription("Instead of contacts, all that have these words, as contacts search finds them"),
    Flag.optional
  ),
  where: whereFlag,
  ...setFlags,
  body: Flag.String("body").pipe(
    Flag.withDescription("The whole search in JSON, as the API takes it, in the place of words and filters"),
    Flag.optional
  )
}

/** The search that the flags say; none if contacts are named. Refuses both, and neither. */
export const soughtInstead = Effect.fnUntraced(function* (
  contacts: ReadonlyArray<ContactUuid>,
  { search, ...flags }: Omit<Sought, "words"> & { readonly search: Option.Option<string> }
) {
  const { body, lists, segments, where } = flags
  const searches =
    Option.isSome(search) || Option.isSome(body) || [where, lists, segments].some(({ length }) => length > 0)
  if (searches === contacts.length > 0) {
    const message =
      "give the UUIDs of contacts, or a search by --search, --where, --list, --segment or --body: one of both"
    return yield* new CommandRefused({ message })
  }
  return searches ? { ...flags, words: Option.toArray(search) } : null
})
