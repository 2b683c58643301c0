import { limits, Scope } from "@rollcall/core"
import { described, textOf } from "@rollcall/core/operations"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"

/** A token to create. */
export const CreateTokenBody = Schema.Struct({
  name: described(textOf({ min: 1, max: limits.tokenName }), "What the token is for."),
  scopes: described(
    Schema.optionalKey(Schema.NullOr(Schema.Array(Scope))),
    "What it allows: at most what the caller may; all of that, if it is null or left out."
  ),
  expires_at: described(
    Schema.optionalKey(Schema.NullOr(Instant)),
    "When it expires: not later than the token that makes it; with that, or never, if it is null or left out."
  )
}).annotate({ identifier: "TokenCreate", description: "A token to be created." })
