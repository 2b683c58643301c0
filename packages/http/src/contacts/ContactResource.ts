import { type Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"

const OptionalText = Schema.NullOr(Schema.String)

/** A contact on the wire: every field is present, an unset one is null (W1). */
export const ContactResource = Schema.Struct({
  uuid: ContactUuid,
  workspace_uuid: WorkspaceUuid,
  first_name: OptionalText,
  last_name: OptionalText,
  external_contact_id: OptionalText,
  email: OptionalText,
  phone_number: OptionalText,
  chatapp_id: OptionalText,
  socialmsg_id: OptionalText,
  archived: Schema.Boolean,
  created_at: Instant,
  updated_at: Instant,
  last_engaged_at: Schema.NullOr(Instant),
  custom_fields: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "Contact" })

/** The part of a listing that is shown, and how many items the whole has. */
const Pagination = Schema.Struct({
  limit: Schema.Int,
  offset: Schema.Int,
  total: Schema.Int
}).annotate({ identifier: "Pagination" })

/** A page of contacts. */
export const ContactPage = Schema.Struct({ contacts: Schema.Array(ContactResource), pagination: Pagination }).annotate({
  identifier: "ContactPage"
})

/** A contact as it is shown. Its client reference is for searching and not part of it (C5). */
export const toContactResource = (contact: Contact): typeof ContactResource.Type => ({
  uuid: contact.uuid,
  workspace_uuid: contact.workspaceUuid,
  first_name: contact.firstName,
  last_name: contact.lastName,
  external_contact_id: contact.externalContactId,
  email: contact.email,
  phone_number: contact.phoneNumber,
  chatapp_id: contact.chatappId,
  socialmsg_id: contact.socialmsgId,
  archived: contact.archived,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
  last_engaged_at: contact.lastEngagedAt,
  custom_fields: {}
})
