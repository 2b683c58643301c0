import { type Contact, ContactUuid, type Page, type PageRequest, WorkspaceUuid } from "@rollcall/core"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { CustomFieldValuesResource } from "../custom-fields/CustomFieldResource.ts"
import { Pagination } from "../requests/Paging.ts"
import { toWireFields, wireFields } from "./WireFields.ts"

/** A contact on the wire: every field is present, an unset one is null (W1). */
export const ContactResource = Schema.Struct({
  uuid: ContactUuid,
  workspace_uuid: WorkspaceUuid,
  ...wireFields,
  archived: Schema.Boolean,
  created_at: Instant,
  updated_at: Instant,
  last_engaged_at: Schema.NullOr(Instant),
  custom_fields: CustomFieldValuesResource
}).annotate({ identifier: "Contact" })

/** A page of contacts. */
export const ContactPage = Schema.Struct({ contacts: Schema.Array(ContactResource), pagination: Pagination }).annotate({
  identifier: "ContactPage"
})

/** A contact as it is shown. Its client reference is for searching and not part of it (C5). */
export const toContactResource = (contact: Contact): typeof ContactResource.Type => ({
  uuid: contact.uuid,
  workspace_uuid: contact.workspaceUuid,
  ...toWireFields(contact),
  archived: contact.archived,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
  last_engaged_at: contact.lastEngagedAt,
  custom_fields: contact.customFields
})

/** A page of contacts as it is shown. */
export const toContactPage = (
  { items, total }: Page<Contact>,
  { limit, offset }: PageRequest
): typeof ContactPage.Type => ({ contacts: items.map(toContactResource), pagination: { limit, offset, total } })
