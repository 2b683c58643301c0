import { orderFields } from "@rollcall/api"
import { Schema, Struct } from "effect"
import { Argument, Flag } from "effect/cli"
import { jsonFlag } from "../../screen/Output.ts"

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
