import { readEmail, readNumber, type RequestOutcome, valuesIn } from "@rollcall/contact-files"
import type { RequestOf } from "../../api/Operation.ts"
import type { Contact } from "../file/FileRows.ts"

/** The parts of an import request besides its rows. */
export type Plan = Omit<RequestOf<"POST /v1/contacts/bulk">["body"], "contacts">

/** Sends rows, and waits for their results. */
export interface ImportClient {
  /** Sends rows once, and returns the uuid of their import. */
  readonly send: (contacts: ReadonlyArray<Contact>) => Promise<string>
  /** Waits until all rows have results. */
  readonly outcome: (uuid: string) => Promise<RequestOutcome>
}

/** Returns the identifiers by which rows of a file match the same contact. */
export const identifiersOf = ({
  chatapp_id,
  email,
  external_contact_id,
  phone_number,
  socialmsg_id,
  uuid
}: Contact) => {
  return [
    ...(email ? valuesIn(readEmail(email)) : []).map(({ address }) => `email ${address}`),
    ...[phone_number, chatapp_id].flatMap((text) =>
      text ? valuesIn(readNumber(text)).map(({ digits }) => `number ${digits}`) : []
    ),
    ...(external_contact_id ? [`external ${external_contact_id}`] : []),
    ...(socialmsg_id ? [`social ${socialmsg_id}`] : []),
    ...(uuid ? [`uuid ${uuid}`] : [])
  ]
}
