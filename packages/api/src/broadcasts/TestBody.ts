import { RecipientReason } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import type { TestResult } from "@rollcall/core/sending"
import { Schema } from "effect"
import { given } from "../requests/Codecs.ts"
import { RenderedMessage } from "../templates/RenderedMessage.ts"
import { RecipientParametersBody } from "./RecipientBodies.ts"

export const TestBody = Schema.Struct({
  identifiers: described(
    Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(5)),
    "Up to 5 phone numbers with country code."
  ),
  parameters: described(
    given(RecipientParametersBody),
    "The values of the message, by the names in the template, or `1`, `2`... if it takes values by position. Default: the values of the first recipient."
  )
}).annotate({ identifier: "BroadcastTestBody", description: "The numbers to send a test message to." })

const words = Schema.NullOr(Schema.String)

export const TestedBroadcast = Schema.Struct({
  message: described(Schema.NullOr(RenderedMessage), "The message as a person gets it. Null if it could not be made."),
  results: described(
    Schema.Array(
      Schema.Struct({
        identifier: described(Schema.String, "The number as given in the request."),
        status: described(
          Schema.Literals(["sent", "rejected", "failed", "unknown"]),
          "`sent`: the channel accepted it; `rejected`: not sent; `failed`: the channel refused it; `unknown`: it may have arrived."
        ),
        message_id: described(words, "The channel's id of the message. Null if the channel did not accept it."),
        reason: described(
          Schema.NullOr(Schema.Union([RecipientReason, Schema.String])),
          "Why it was not sent, or the kind of the channel's error. Null if it was sent."
        ),
        error: described(words, "The same in words.")
      })
    ),
    "Each number, in the order of the request."
  )
}).annotate({ identifier: "TestedBroadcast", description: "The result of the test for each number." })

export const toTestedBroadcast = ({ message, results }: TestResult): typeof TestedBroadcast.Encoded => ({
  message,
  results: results.map(({ identifier, status, ...rest }) => ({
    identifier,
    status,
    message_id: "messageId" in rest ? rest.messageId : null,
    reason: "reason" in rest ? rest.reason : null,
    error: "error" in rest ? rest.error : null
  }))
})
