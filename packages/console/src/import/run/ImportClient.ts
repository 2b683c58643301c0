import { type MatchKey, writtenDigits } from "@rollcall/contact-files"
import type { RequestOf } from "../../api/Operation.ts"
import type { Contact } from "../file/FileRows.ts"

/** What every request of an import says beside its rows. */
export type Plan = Omit<RequestOf<"POST /v1/contacts/bulk">["body"], "contacts">

export interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
}

export const noRows: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

/** What became of the rows of a request. */
export interface Outcome {
  readonly counts: Counts
  /** Each row that failed, by its place in the request. */
  readonly failed: ReadonlyArray<{ readonly index: number; readonly reason: string; readonly error: string }>
  /** The places of the rows that were skipped because no contact matches. */
  readonly unmatched: ReadonlyArray<number>
}

/** Sends rows, and waits for what becomes of them. */
export interface ImportClient {
  /** Sends rows once, and returns the uuid of their import. */
  readonly send: (contacts: ReadonlyArray<Contact>) => Promise<string>
  /** Waits until each row has its outcome. */
  readonly outcome: (uuid: string) => Promise<Outcome>
}

/** What is equal for the match values of one contact. The server alone knows the numbering plans: here a number is its digits. */
export const matchKey: MatchKey = (field, text) => {
  if (field === "email") return text.trim().toLowerCase() || null
  return (field === "phone_number" ? writtenDigits(text).replace(/^00/, "") : text.trim()) || null
}

/** The identifiers by which rows of a file meet the same contact. */
export const keysOf = ({ chatapp_id, email, external_contact_id, phone_number, socialmsg_id, uuid }: Contact) => {
  const digits = (text: string) => writtenDigits(text).replace(/^00/, "")
  return [
    ...(email ? [`email ${email.trim().toLowerCase()}`] : []),
    ...[phone_number, chatapp_id].flatMap((text) => (text ? [`number ${digits(text)}`] : [])),
    ...(external_contact_id ? [`external ${external_contact_id}`] : []),
    ...(socialmsg_id ? [`social ${socialmsg_id}`] : []),
    ...(uuid ? [`uuid ${uuid}`] : [])
  ]
}
