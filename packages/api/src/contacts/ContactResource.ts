import { Contact, type Page, type PageRequest } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { CustomFieldValuesResource } from "../custom-fields/CustomFieldResource.ts"
import { Pagination } from "../requests/Paging.ts"

const fields = {
  ...Struct.omit(Contact.fields, ["clientReference"]),
  createdAt: Instant,
  updatedAt: Instant,
  lastEngagedAt: Schema.NullOr(Instant),
  customFields: CustomFieldValuesResource
}

const names = Struct.keys(fields)
const wireNames = snakeKeys(names)

/** A contact on the wire: every field is present, an unset one is null (W1). */
export const ContactResource = Schema.Struct(Struct.renameKeys(fields, wireNames)).annotate({ identifier: "Contact" })

/** A page of contacts. */
export const ContactPage = Schema.Struct({ contacts: Schema.Array(ContactResource), pagination: Pagination }).annotate({
  identifier: "ContactPage"
})

/** A contact as it is shown. Its client reference is for searching and not part of it (C5). */
export const toContactResource = (contact: Contact): typeof ContactResource.Type =>
  Struct.renameKeys(Struct.pick(contact, names), wireNames)

/** A page of contacts as it is shown. */
export const toContactPage = (
  { items, total }: Page<Contact>,
  { limit, offset }: PageRequest
): typeof ContactPage.Type => ({ contacts: items.map(toContactResource), pagination: { limit, offset, total } })
