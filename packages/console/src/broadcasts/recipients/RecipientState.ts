import type { AnswerOf } from "../../api/Operation.ts"
import { keysOf, readOneOf } from "../../reading/Reader.ts"
import { type Reason, reasons } from "../Status.tsx"
import { codecOf } from "../../reading/QueryCodec.ts"
import type { BadgeTitles } from "../../ui/Badge.tsx"

export type Recipient = AnswerOf<"GET /broadcasts/:uuid/recipients">["recipients"][number]

/** The statuses that a listing of recipients shows. */
export const recipientStatuses: BadgeTitles<Recipient["status"]> = {
  submitted: ["Submitted", "neutral"],
  delivered: ["Delivered", "accent"],
  read: ["Read", "good"],
  undeliverable: ["Undeliverable", "bad"],
  rejected: ["Rejected", "warn"]
}

/** Which recipients are shown: those of a status, of a reason, of both, or all. */
export interface RecipientState {
  readonly status: Recipient["status"] | undefined
  readonly reason: Reason | undefined
}

/** How the recipients that are shown are written into the URL of their broadcast. */
export const recipientState = codecOf<RecipientState>(
  { status: readOneOf(keysOf(recipientStatuses)), reason: readOneOf(reasons) },
  { status: undefined, reason: undefined }
)
