import { limits } from "@rollcall/core"
import { described, textOf } from "@rollcall/core/operations"
import { RetryReason, type RetryRequest } from "@rollcall/core/sending"
import { Schema } from "effect"
import { given, Instant } from "../requests/Codecs.ts"
import { fromWire } from "../requests/WireNames.ts"
import { RecipientParametersBody } from "./RecipientBodies.ts"

/** The recipients to retry, and the changes to the broadcast. */
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
  valid_until: described(given(Instant), "When sending ends. Default: never."),
  scheduled_for: described(given(Instant), "When sending begins. Default: immediately."),
  client_unique_identifier: described(
    given(textOf({ min: 1, max: limits.idempotencyKey })),
    "An idempotency key. A second request with the same key gets the first answer again."
  ),
  parameters: described(
    given(RecipientParametersBody),
    "Values that replace the first ones for every recipient, by the names in the template, or `1`, `2`... if it takes them by position."
  )
}).annotate({ identifier: "BroadcastRetryBody", description: "Which recipients to send to again." })

export const toRetryRequest: (body: typeof RetryBody.Type) => RetryRequest = fromWire
