import { described, textOf } from "@rollcall/core/operations"
import { RetryReason, type RetryRequest } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { given } from "../requests/Codecs.ts"
import { fromWire } from "../requests/WireNames.ts"
import { CreateBody } from "./BroadcastBodies.ts"
import { RecipientParametersBody } from "./RecipientBodies.ts"

export const RetryBody = Schema.Struct({
  reasons: described(
    Schema.NonEmptyArray(RetryReason),
    "Which recipients to send to again: reasons of rejected and undeliverable recipients, `undeliverable` for " +
      "every undeliverable recipient except `outcome_unknown`, and `unknown` for recipients who may have got the message and may get it twice."
  ),
  name: described(
    given(textOf({ min: 1 })),
    "The name of the new broadcast. Default: the name of the first broadcast."
  ),
  ...Struct.pick(CreateBody.fields, ["valid_until", "scheduled_for", "client_unique_identifier"]),
  parameters: described(
    given(RecipientParametersBody),
    "Values that replace the first ones for every recipient, by the names in the template, or `1`, `2`... if it takes them by position."
  )
}).annotate({ identifier: "BroadcastRetryBody", description: "Which recipients to send to again." })

export const toRetryRequest: (body: typeof RetryBody.Type) => RetryRequest = fromWire
