import { limits, Scope } from "@rollcall/core"
import { described, textOf } from "@rollcall/core/operations"
import { Schema } from "effect"
import { given, Instant } from "../requests/Codecs.ts"

export const CreateTokenBody = Schema.Struct({
  name: described(textOf({ min: 1, max: limits.tokenName }), "What the token is for."),
  scopes: described(
    given(Schema.Array(Scope)),
    "The scopes of the token, at most the scopes of the caller. Null or left out: all scopes of the caller."
  ),
  expires_at: described(
    given(Instant),
    "When the token expires, at the latest when the caller's token does. Null or left out: when the caller's token does, or never."
  )
}).annotate({ identifier: "TokenCreate", description: "A token to create." })
