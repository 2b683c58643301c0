import { type Acceptance, BroadcastUuid, ContactUuid, RecipientReason } from "@rollcall/core"
import { Count, described } from "@rollcall/core/operations"
import { type RecipientWarning, recipientReasons, type RetryAcceptance } from "@rollcall/core/sending"
import { DateTime, Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"

/** Why a recipient is not reached. */
export const Reason = RecipientReason.annotate({
  identifier: "RecipientReason",
  description: Object.entries(recipientReasons)
    .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
    .join("\n")
})

/** The number of recipients that are not reached, by reason. Reasons without recipients are absent. */
export const ReasonCounts = Schema.Record(Schema.String, Count)

export const PredictionCounts = Schema.Struct({
  frequency_cap: described(
    Schema.optionalKey(Count),
    "How many would be rejected because they already got as many marketing messages as the workspace allows."
  ),
  quiet_hours: described(Schema.optionalKey(Count), "How many would wait until their quiet hours end."),
  expires_in_quiet_hours: described(
    Schema.optionalKey(Count),
    "How many of them would get no message, because the broadcast expires before their quiet hours end."
  ),
  unreadable_time_zone: described(
    Schema.optionalKey(Count),
    "How many have an unreadable value in the time zone field. The time zone of their number or of the workspace is used instead."
  )
}).annotate({
  identifier: "Predictions",
  description:
    "How the limits of the workspace would affect recipients at the scheduled time, as far as is known now. Nobody is " +
    "rejected yet: that is decided just before a message is sent. Limits that the workspace doesn't set are absent."
})

const Warnings = Schema.Struct({
  recipients: described(
    Schema.Array(
      Schema.Struct({
        identifier: described(Schema.String, "The identifier as given in the request."),
        errors: described(Schema.Array(Schema.String), "What is wrong with the recipient, in words."),
        reasons: described(Schema.Array(Reason), "The reason of each error, in the same order."),
        contact_uuid: described(Schema.optionalKey(ContactUuid), "The contact, of an audience.")
      })
    ),
    "The rejected recipients, in the order of the request."
  )
}).annotate({
  identifier: "BroadcastWarnings",
  description: "Problems with single recipients. They do not fail the request."
})

/** The response for an accepted broadcast. */
export const AcceptedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(
    Schema.Literals(["scheduled", "resolving"]),
    "It is stored and will be sent. While it is `resolving`, the contacts of its audience are decided."
  ),
  scheduled_at: described(Instant, "When sending begins."),
  recipients: described(
    Schema.NullOr(Count),
    "How many recipients the message is sent to. Null if it is not known yet."
  ),
  rejected_recipients: described(
    Schema.NullOr(Count),
    "How many recipients are rejected. The warnings say why. Null if it is not known yet."
  ),
  exclusions: described(ReasonCounts, "How many recipients are rejected, by first reason."),
  predictions: PredictionCounts,
  warnings: Warnings
}).annotate({ identifier: "AcceptedBroadcast", description: "The broadcast is stored." })

export const RetriedBroadcast = Schema.Struct({
  ...AcceptedBroadcast.fields,
  retry_of: described(BroadcastUuid, "The broadcast whose recipients are sent to again."),
  warnings: Schema.Struct({
    ...Warnings.fields,
    broadcast: described(Schema.Array(Schema.String), "Warnings about the broadcast as a whole.")
  }).annotate({
    identifier: "RetryWarnings",
    description: "The first 500 rejected recipients, and warnings about the broadcast as a whole."
  })
}).annotate({ identifier: "RetriedBroadcast", description: "The new broadcast is stored with all its recipients." })

export const ValidatedBroadcast = Schema.Struct({
  warnings: Warnings,
  predictions: Schema.optionalKey(PredictionCounts)
}).annotate({
  identifier: "ValidatedBroadcast",
  description: "The broadcast could be sent. A token without broadcasts:write gets no predictions."
})

export const toWarnings = (warnings: ReadonlyArray<RecipientWarning>): typeof Warnings.Type => ({
  recipients: warnings.map(({ contactUuid, ...warning }) =>
    contactUuid === undefined ? warning : { ...warning, contact_uuid: contactUuid }
  )
})

/**
 * Encodes the response for an accepted broadcast directly, because traversing 50,000 warnings with a schema is slow.
 */
export const toAcceptedBroadcast = (acceptance: Acceptance): typeof AcceptedBroadcast.Encoded => ({
  uuid: acceptance.uuid,
  status: acceptance.status === "resolving" ? "resolving" : "scheduled",
  scheduled_at: DateTime.formatIso(acceptance.scheduledAt),
  recipients: acceptance.recipients,
  rejected_recipients: acceptance.rejectedRecipients,
  exclusions: acceptance.exclusions,
  predictions: acceptance.predictions,
  warnings: toWarnings(acceptance.warnings)
})

export const toRetriedBroadcast = (acceptance: RetryAcceptance): typeof RetriedBroadcast.Encoded => {
  const accepted = toAcceptedBroadcast(acceptance)
  const broadcast = acceptance.mayRepeat ? [repeatWarning] : []
  return { ...accepted, retry_of: acceptance.retryOf, warnings: { ...accepted.warnings, broadcast } }
}

const repeatWarning = "unknown outcomes are retried: recipients who already got the message may get it twice"
