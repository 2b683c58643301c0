import { ActorUuid, type ContactList, ContactListUuid, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { ContactJobReason, ContactJobStatus, type ListJob } from "@rollcall/core/contact-jobs"
import { type AddedMembers, ContactListStatus } from "@rollcall/core/lists"
import { ContactJobUuid } from "@rollcall/core/shared"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Count, described } from "../requests/Described.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const list = spelled({
  uuid: described(ContactListUuid, "The uuid of the list."),
  name: described(Schema.String, "The name; several lists may have it."),
  status: described(ContactListStatus, "Whether it is archived."),
  emoji: described(Schema.NullOr(Schema.String), "One emoji; null for none."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the list belongs to."),
  count: described(Count, "How many of its contacts are not archived."),
  createdBy: described(ActorUuid, "The user who made it."),
  updatedBy: described(ActorUuid, "The user who last changed it."),
  createdAt: described(Instant, "When it was made."),
  updatedAt: described(Instant, "When it last changed.")
})

/** A list on the wire: every field is present, an unset emoji is null (W1). */
export const ContactListResource = Schema.Struct(list.fields).annotate({
  identifier: "ContactList",
  description: "A named set of contacts."
})

/** A page of lists. */
export const ContactListPage = Schema.Struct({
  contact_lists: described(Schema.Array(ContactListResource), "The lists of the page."),
  pagination: Pagination
}).annotate({ identifier: "ContactListPage", description: "A page of contact lists." })

/** What became of contacts that were to be added (L3). */
export const AdditionResource = Schema.Struct({
  message: described(Schema.String, "What happened, in words."),
  added: described(Schema.Array(ContactUuid), "The contacts that are on the list now and were not before."),
  warnings: described(
    Schema.Array(
      Schema.Struct({
        uuid: described(ContactUuid, "The uuid that was given."),
        message: described(Schema.String, "Why it was not added.")
      })
    ),
    "The contacts that were not added."
  )
}).annotate({ identifier: "ContactListAddition", description: "What became of contacts that were to be added." })

const searchAddition = spelled({
  uuid: described(ContactJobUuid, "The uuid of the addition."),
  contactListUuid: described(ContactListUuid, "The list that contacts are added to."),
  status: described(ContactJobStatus, "How far it is: completed and failed are its ends."),
  reason: described(
    Schema.NullOr(ContactJobReason),
    "Why it failed; null otherwise. What was added before stays on the list."
  ),
  total: described(Count, "How many contacts the search found when it was accepted."),
  processed: described(
    Count,
    "How many contacts were looked at. It may end above the total, or below it, where contacts come or go meanwhile."
  ),
  added: described(Count, "How many are on the list now and were not before."),
  present: described(Count, "How many were on the list already."),
  createdBy: described(ActorUuid, "The user who asked for it."),
  createdAt: described(Instant, "When it was accepted."),
  updatedAt: described(Instant, "When it last went on.")
})

/** How far a search is whose contacts are added to a list. */
export const SearchAdditionResource = Schema.Struct(searchAddition.fields).annotate({
  identifier: "ContactListSearchAddition",
  description: "The contacts that a search finds, on their way to a list."
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
