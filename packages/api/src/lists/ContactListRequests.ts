import { ContactUuid, limits } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { ContactListFields, type ContactListListing, ContactListStatus, NewContactList } from "@rollcall/core/people"
import { Schema } from "effect"
import { SearchBody } from "../contacts/ContactRequests.ts"
import { defaulted, queryBoolean } from "../requests/Codecs.ts"
import { cursorQuery, pageQuery } from "../requests/Paging.ts"
import { sent } from "../requests/WireNames.ts"

export const CreateListBody = Schema.Struct(sent(NewContactList.fields)).annotate({
  identifier: "ContactListCreate",
  description: "A contact list to create."
})

/** Changes to a list. A missing field doesn't change, and null removes the emoji. */
export const UpdateListBody = Schema.Struct(sent(ContactListFields.fields)).annotate({
  identifier: "ContactListUpdate",
  description: "Changes to a contact list. A field that is left out stays as it is."
})

export const MembersBody = Schema.Struct({
  contact_uuids: described(
    Schema.Array(ContactUuid).check(Schema.isMinLength(1), Schema.isMaxLength(limits.listMembers)),
    "The contacts."
  )
}).annotate({ identifier: "ContactListMembers", description: "Contacts to add to a list or remove from it." })

export const AddMembersBody = Schema.Struct({
  contact_uuids: Schema.optionalKey(MembersBody.fields.contact_uuids),
  search: described(
    Schema.optionalKey(SearchBody),
    `A search instead of contact_uuids. A job adds all contacts that it finds, at most ${limits.searchChanged}. Its order does not matter.`
  )
}).annotate({
  identifier: "ContactListAdditions",
  description: "The contacts to add to a list, or a search that finds them. Give exactly one of both."
})

/** Makes the query of a listing of lists or segments. */
export const listingQueryOf = (things: "lists" | "segments") => ({
  ...pageQuery,
  status: defaulted(ContactListStatus, "active", `Only active or only archived ${things}.`),
  sort_order: defaulted(Schema.Literals(["asc", "desc"]), "asc", "The direction of the order."),
  sort_field: defaulted(Schema.Literals(["name", "created_at"]), "name", `The field to order the ${things} by.`),
  search: described(Schema.optionalKey(Schema.String), "A part of the name. Case is ignored.")
})

export const listingQuery = listingQueryOf("lists")

type ListingQuery = Schema.Struct<typeof listingQuery>["Type"]

export const toListing = ({ search, sort_field, sort_order, status }: ListingQuery): ContactListListing => ({
  status,
  sortField: sort_field === "created_at" ? "createdAt" : "name",
  sortOrder: sort_order,
  search: search ?? null
})

export const membersQuery = {
  ...cursorQuery,
  include_archived: described(queryBoolean(false), "Whether to include archived contacts.", { default: "false" })
}

/** The query of the listing of a contact's lists. Default: lists with any status. */
export const listsOfContactQuery = {
  ...pageQuery,
  status: described(Schema.optionalKey(ContactListStatus), "Only lists with this status.")
}
