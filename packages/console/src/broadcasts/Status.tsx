import type { AnswerOf } from "../api/Operation.ts"
import { keysOf, titleIn } from "../reading/Reader.ts"
import { BadgeOf, type BadgeTitles } from "../ui/Badge.tsx"
import { choicesIn } from "../ui/forms/Select.tsx"

export type BroadcastStatus = AnswerOf<"GET /broadcasts/:uuid">["status"]

const statuses: BadgeTitles<BroadcastStatus> = {
  resolving: ["Resolving", "accent"],
  scheduled: ["Scheduled", "neutral"],
  sending: ["Sending", "accent"],
  paused: ["Paused", "warn"],
  completed: ["Completed", "good"],
  cancelled: ["Cancelled", "neutral"],
  expired: ["Expired", "neutral"],
  failed: ["Failed", "bad"]
}

/** The statuses, in the order in which a broadcast comes to them. */
export const statusNames = keysOf(statuses)

export const statusChoices = choicesIn(statuses)

export const StatusBadge = ({ status }: { readonly status: BroadcastStatus }) => (
  <BadgeOf titles={statuses} name={status} />
)

/** Whether nothing is sent any more. */
export const isOver = (status: BroadcastStatus): boolean =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

const reasonTitles = {
  invalid_identifier: "Not a phone number",
  duplicate_identifier: "Twice in the broadcast",
  invalid_client_reference: "Reference not valid",
  missing_parameter: "Value missing",
  unexpected_parameter: "Value not expected",
  invalid_parameter: "Value not valid",
  wrong_card_count: "Another number of cards",
  no_address: "Contact without a number",
  excluded: "Excluded",
  archived: "Contact archived",
  no_consent: "No consent",
  frequency_cap: "Messages of the week used up",
  cancelled: "Broadcast cancelled",
  expired: "Broadcast expired",
  failed: "Broadcast failed",
  completed: "Broadcast completed",
  erased: "Contact erased",
  unknown: "Outcome unknown",
  held_for_quality: "Held by the platform",
  undeliverable: "Undeliverable",
  unreachable: "Number without the channel",
  opted_out: "Opted out",
  capped: "Limited by the platform",
  malformed_address: "Number not taken",
  retries_exhausted: "Every try failed",
  outcome_unknown: "Given up without an answer"
} as const

export type Reason = keyof typeof reasonTitles
export const reasons = keysOf(reasonTitles)

/** A reason in words. */
export const reasonTitle = (reason: string): string => titleIn(reasonTitles, reason)
