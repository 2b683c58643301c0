import { type Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { CustomFieldValuesResource } from "../custom-fields/CustomFieldResource.ts"
import { cursorPageOf, CursorPagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { writableFields } from "./WireFields.ts"

const contact = spelled({
  uuid: described(ContactUuid, "The uuid of the contact."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the contact belongs to."),
  ...writableFields,
  archived: described(Schema.Boolean, "Whether the contact is archived."),
  createdAt: described(Instant, "When it was created."),
  updatedAt: described(Instant, "When it last changed."),
  lastEngagedAt: described(Schema.NullOr(Instant), "When it last read a message. Null if never."),
  customFields: CustomFieldValuesResource
} satisfies { readonly [Field in Exclude<keyof Contact, "clientReference">]: Schema.Top })

/** A contact in the API's format. Every field is present; unset fields are null. */
export const ContactResource = Schema.Struct(contact.fields).annotate({
  identifier: "Contact",
  description: "A person or company. Unset fields are null."
})

/** A page of contacts. */
export const ContactPage = Schema.Struct({
  contacts: described(Schema.Array(ContactResource), "The contacts of the page."),
  pagination: CursorPagination
}).annotate({ identifier: "ContactPage", description: "A page of contacts." })

/** Encodes a contact, without its client reference, which is only for searching. */
export const toContactResource: (contact: Contact) => typeof ContactResource.Encoded = contact.encode

/** Encodes a page of contacts. */
export const toContactPage = cursorPageOf("contacts", toContactResource)
