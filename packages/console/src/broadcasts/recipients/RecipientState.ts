import type { AnswerOf } from "../../api/Operation.ts"
import { keysOf, readOneOf } from "../../reading/Reader.ts"
import { type Reason, reasons } from "../Status.tsx"
import { codecOf } from "../../reading/QueryCodec.ts"
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

/** The filter of recipients: a status, a reason, both, or neither. */
export interface RecipientState {
  readonly status: Recipient["status"] | undefined
  readonly reason: Reason | undefined
}

/** The filter's format in the URL of the broadcast. */
export const recipientState = codecOf<RecipientState>(
  { status: readOneOf(keysOf(recipientStatuses)), reason: readOneOf(reasons) },
  { status: undefined, reason: undefined }
)
