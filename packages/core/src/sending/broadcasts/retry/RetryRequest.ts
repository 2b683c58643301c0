import { Schema } from "effect"
import { given } from "../../../shared/Input.ts"
import { GivenInstant } from "../../../shared/Instant.ts"
import { RecipientRequest } from "../BroadcastRequest.ts"
import { RecipientReason } from "../Recipient.ts"

/**
 * The reasons that a retry can't use: an erased recipient has no address left, and a held message has already been sent.
 */
const [erased, held] = ["erased", "held_for_quality"] as const

/**
 * A reason to send to a recipient again: the reason of a rejected or undeliverable recipient; `undeliverable` for every
 * undeliverable recipient whose message was certainly not accepted; `unknown` for recipients who may have got the message.
 */
export const RetryReason = Schema.Literals(
  RecipientReason.literals.filter((reason) => reason !== erased && reason !== held)
)
export type RetryReason = typeof RetryReason.Type

/** A retry: a new broadcast to the recipients of an earlier broadcast who were not reached. */
export const RetryRequest = Schema.Struct({
  /** At least one reason. The retry is sent to the recipients with one of these reasons. */
  reasons: Schema.NonEmptyArray(RetryReason),
  /** Default: the name of the earlier broadcast. */
  name: given(Schema.String),
  /** When sending ends. Default: never. */
  validUntil: given(GivenInstant),
  /** When sending starts. Default: at once. */
  scheduledFor: given(GivenInstant),
  /** The idempotency key, 1 to 255 characters. */
  clientUniqueIdentifier: given(Schema.String),
  /**
   * Values for every recipient, instead of the frozen values. Named as in the template, or `1`, `2`... for a template with
   * positional values.
   */
  parameters: RecipientRequest.fields.parameters
})
export type RetryRequest = typeof RetryRequest.Type
