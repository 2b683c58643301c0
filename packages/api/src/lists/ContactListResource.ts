import { ContactList, ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { type AddedMembers, ListJob } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const list = spelled(ContactList.fields)

/** A list in the API's format. Every field is present; an unset emoji is null. */
export const ContactListResource = Schema.Struct(list.fields).annotate({
  identifier: "ContactList",
  description: "A named set of contacts."
})

export const ContactListPage = Schema.Struct({
  contact_lists: described(Schema.Array(ContactListResource), "The lists of the page."),
  pagination: Pagination
}).annotate({ identifier: "ContactListPage", description: "A page of contact lists." })

export const AdditionResource = Schema.Struct({
  message: described(Schema.String, "What happened, in words."),
  added: described(Schema.Array(ContactUuid), "The contacts that were added to the list."),
  warnings: described(
    Schema.Array(
      Schema.Struct({
        uuid: described(ContactUuid, "The uuid that was given."),
        message: described(Schema.String, "Why it was not added.")
      })
    ),
    "The contacts that were not added."
  )
}).annotate({
  identifier: "ContactListAddition",
  description: "Which contacts were added to the list, and which were not."
})

const searchAddition = spelled(Struct.omit(ListJob.fields, ["workspaceUuid"]))

/** The progress of adding the matching contacts of a search to a list. */
export const SearchAdditionResource = Schema.Struct(searchAddition.fields).annotate({
  identifier: "ContactListSearchAddition",
  description: "The progress of adding the contacts of a search to a list."
})

export const toSearchAdditionResource: (addition: ListJob) => typeof SearchAdditionResource.Encoded =
  searchAddition.encode

export const toContactListResource: (list: ContactList) => typeof ContactListResource.Encoded = list.encode

export const toContactListPage = pageOf("contact_lists", toContactListResource)

export const toAdditionResource = ({ added, warnings }: AddedMembers): typeof AdditionResource.Type => ({
  message: `${added.length} of ${added.length + warnings.length} contacts added to the list`,
  added,
  warnings
})
