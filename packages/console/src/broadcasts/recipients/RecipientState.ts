import type { AnswerOf } from "../../api/Operation.ts"
import { keysOf, readOneOf } from "../../reading/Reader.ts"
import { type Reason, reasons } from "../Status.tsx"
import { codecOf } from "../../reading/QueryCodec.ts"

export type Recipient = AnswerOf<"GET /broadcasts/:uuid/recipients">["recipients"][number]

/** The statuses that a listing of recipients shows. */
export const recipientTitles = {
  submitted: "Submitted",
  delivered: "Delivered",
  read: "Read",
  undeliverable: "Undeliverable",
  rejected: "Rejected"
} as const
type RecipientStatus = keyof typeof recipientTitles

/** Which recipients are shown: those of a status, of a reason, of both, or all. */
export interface RecipientState {
  readonly status: RecipientStatus | undefined
  readonly reason: Reason | undefined
}

/** How the recipients that are shown are written into the URL of their broadcast. */
export const recipientState = codecOf<RecipientState>(
  { status: readOneOf(keysOf(recipientTitles)), reason: readOneOf(reasons) },
  { status: undefined, reason: undefined }
)

/** The query of the API for what is shown. */
export const queryOf = ({ reason, status }: RecipientState) => ({
  ...(status === undefined ? {} : { status }),
  ...(reason === undefined ? {} : { reason })
})
