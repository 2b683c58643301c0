import type { AnswerOf } from "../api/Operation.ts"
import { text } from "../texts/Text.ts"
import { Badge, type Tone } from "../ui/Badge.tsx"

export type BroadcastStatus = AnswerOf<"GET /broadcasts/:uuid">["status"]

/** The statuses of broadcasts, in the order in which one comes to them. */
export const statuses = [
  "resolving",
  "scheduled",
  "sending",
  "paused",
  "completed",
  "cancelled",
  "expired",
  "failed"
] as const satisfies ReadonlyArray<BroadcastStatus>

const tones: { readonly [Status in BroadcastStatus]: Tone } = {
  resolving: "accent",
  scheduled: "neutral",
  sending: "accent",
  paused: "warn",
  completed: "good",
  cancelled: "neutral",
  expired: "neutral",
  failed: "bad"
}

export const StatusBadge = ({ status }: { readonly status: BroadcastStatus }) => (
  <Badge tone={tones[status]}>{text(`broadcasts.status.${status}`)}</Badge>
)

/** Whether nothing is sent any more. */
export const isOver = (status: BroadcastStatus): boolean =>
  status === "completed" || status === "cancelled" || status === "expired" || status === "failed"

const reasonTexts = [
  "invalid_identifier",
  "duplicate_identifier",
  "invalid_client_reference",
  "missing_parameter",
  "unexpected_parameter",
  "invalid_parameter",
  "wrong_card_count",
  "no_address",
  "excluded",
  "archived",
  "no_consent",
  "frequency_cap",
  "cancelled",
  "expired",
  "failed",
  "completed",
  "erased",
  "unknown",
  "held_for_quality",
  "undeliverable",
  "unreachable",
  "opted_out",
  "capped",
  "malformed_address",
  "retries_exhausted",
  "outcome_unknown"
] as const

export type Reason = (typeof reasonTexts)[number]
export const reasons: ReadonlyArray<Reason> = reasonTexts

/** A reason in words. One that this page does not know, of a newer server, is shown as it is. */
export const reasonTitle = (reason: string): string => {
  const known = reasons.find((one) => one === reason)
  return known === undefined ? reason : text(`broadcasts.reasons.${known}`)
}
