import { type DuplicateField, DuplicateField as Field, type DuplicateGroup } from "@rollcall/core/people"
import { Count, described, snakeKeys } from "@rollcall/core/operations"
import { Schema, Struct } from "effect"
import { ContactResource, toContactResource } from "../contacts/ContactResource.ts"
import { byWireName } from "../requests/WireNames.ts"
import { cursorPageOf, CursorPagination } from "../requests/Paging.ts"

const wireNames = snakeKeys(Field.literals)
const libraryNames = byWireName(Field.literals)

/** An identifier by which duplicates are found. */
export const WireField = Schema.Literals(Struct.keys(libraryNames))

export const toDuplicateField = (name: typeof WireField.Type): DuplicateField => libraryNames[name]

/** Contacts with the same identifier. */
const DuplicateResource = Schema.Struct({
  field: described(WireField, "The identifier that they share. phone_number also stands for a number in chatapp_id."),
  value: described(
    Schema.String,
    "Its normalized value: an e-mail address in lower case, the digits of a number, an external id unchanged."
  ),
  count: described(Count, "How many contacts share it."),
  contacts: described(Schema.Array(ContactResource), "The oldest of the contacts, at most 10.")
}).annotate({ identifier: "DuplicateContacts", description: "Contacts that may be one person." })

/** A page of groups of duplicates. */
export const DuplicatePage = Schema.Struct({
  groups: described(Schema.Array(DuplicateResource), "The groups of the page."),
  pagination: CursorPagination
}).annotate({ identifier: "DuplicatePage", description: "A page of groups of contacts that may be one person." })

const toDuplicate = ({ contacts, count, field, value }: DuplicateGroup): typeof DuplicateResource.Encoded => ({
  field: wireNames[field],
  value,
  count,
  contacts: contacts.map(toContactResource)
})

export const toDuplicatePage = cursorPageOf("groups", toDuplicate)
