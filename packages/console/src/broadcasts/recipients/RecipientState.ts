import type { AnswerOf } from "../../api/Operation.ts"
import { keysOf, readOneOf } from "../../reading/Reader.ts"
import { reasons } from "../Status.tsx"
import { codecOf, type StateOf } from "../../reading/QueryCodec.ts"
import type { BadgeTitles } from "../../ui/Badge.tsx"

export type Recipient = AnswerOf<"GET /broadcasts/:uuid/recipients">["recipients"][number]

/** The recipient statuses to filter by. */
export const recipientStatuses: BadgeTitles<Recipient["status"]> = {
  submitted: ["Submitted", "neutral"],
  delivered: ["Delivered", "accent"],
  read: ["Read", "good"],
  undeliverable: ["Undeliverable", "bad"],
  rejected: ["Rejected", "warn"]
}

/** The filter of recipients in the URL: a status, a reason, both, or neither. */
export const recipientState = codecOf(
  { status: readOneOf(keysOf(recipientStatuses)), reason: readOneOf(reasons) },
  { status: undefined, reason: undefined }
)

export type RecipientState = StateOf<typeof recipientState>
