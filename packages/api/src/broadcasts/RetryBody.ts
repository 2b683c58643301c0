import { limits } from "@rollcall/core"
import { described, textOf } from "@rollcall/core/operations"
import { RetryReason, type RetryRequest } from "@rollcall/core/sending"
import { Schema } from "effect"
import { given, Instant } from "../requests/Codecs.ts"
import { fromWire } from "../requests/WireNames.ts"
import { RecipientParametersBody } from "./RecipientBodies.ts"

/** Which recipients of a broadcast are sent to again, and what changes. */
export const RetryBody = Schema.Struct({
  reasons: described(
    Schema.NonEmptyArray(RetryReason),
    "What became of the recipients that are sent to again: reasons of rejected and undeliverable ones, `undeliverable` for " +
      "all of that status but for `outcome_unknown`, and `unknown` for those who may have got the message, and may get it twice."
  ),
  name: described(given(textOf({ min: 1 })), "What people call the broadcast; as the first one where none is given."),
  valid_until: described(given(Instant), "When sending ends; never where none is given."),
  scheduled_for: described(given(Instant), "When sending begins; at once where none is given."),
  client_unique_identifier: described(
    given(textOf({ min: 1, max: limits.idempotencyKey })),
    "An idempotency key: a second request with it gets the first answer again."
  ),
  parameters: described(
    given(RecipientParametersBody),
    "Values that take the place of the first ones for every recipient, by the names of the template, or `1`, `2`... where it takes them by position."
  )
}).annotate({ identifier: "BroadcastRetryBody", description: "Which recipients are sent to again." })

export const toRetryRequest: (body: typeof RetryBody.Type) => RetryRequest = fromWire
