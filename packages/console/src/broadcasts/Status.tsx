import type { Broadcast } from "../api/Follow.ts"
import { keysOf, titleIn } from "../reading/Reader.ts"
import { BadgeOf, type BadgeTitles } from "../ui/Badge.tsx"
import { choicesIn } from "../ui/forms/Select.tsx"

export type BroadcastStatus = Broadcast["status"]

export interface BroadcastProps {
  readonly broadcast: Broadcast
  /** Called after a change. */
  readonly reload: () => Promise<void>
}

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

/** The statuses, in the order in which a broadcast reaches them. */
export const statusNames = keysOf(statuses)

export const statusChoices = choicesIn(statuses)

export const StatusBadge = ({ status }: { readonly status: BroadcastStatus }) => (
  <BadgeOf titles={statuses} name={status} />
)

export const isOver = (status: BroadcastStatus): boolean =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

const reasonTitles = {
  invalid_identifier: "Invalid phone number",
  duplicate_identifier: "Duplicate recipient",
  invalid_client_reference: "Invalid reference",
  missing_parameter: "Value missing",
  unexpected_parameter: "Unexpected value",
  invalid_parameter: "Invalid value",
  wrong_card_count: "Wrong number of cards",
  no_address: "No phone number",
  excluded: "Excluded",
  archived: "Contact archived",
  no_consent: "No consent",
  frequency_cap: "Marketing limit reached",
  cancelled: "Broadcast cancelled",
  expired: "Broadcast expired",
  failed: "Broadcast failed",
  completed: "Broadcast completed",
  erased: "Contact erased",
  unknown: "Outcome unknown",
  held_for_quality: "Held by the platform",
  undeliverable: "Undeliverable",
  unreachable: "Not on this channel",
  opted_out: "Opted out",
  capped: "Limited by the platform",
  malformed_address: "Number rejected",
  retries_exhausted: "All attempts failed",
  outcome_unknown: "No answer from the provider"
} as const

export type Reason = keyof typeof reasonTitles
export const reasons = keysOf(reasonTitles)

export const reasonTitle = (reason: string): string => titleIn(reasonTitles, reason)
