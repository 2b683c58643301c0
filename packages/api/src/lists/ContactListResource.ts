import { ActorUuid, type ContactList, ContactListUuid, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { type Addition, ContactListStatus } from "@rollcall/core/lists"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Count, described } from "../requests/Described.ts"
import { Pagination } from "../requests/Paging.ts"
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

export const toContactListResource: (list: ContactList) => typeof ContactListResource.Encoded = list.encode

export const toAdditionResource = ({ added, warnings }: Addition): typeof AdditionResource.Type => ({
  message: `${added.length} of ${added.length + warnings.length} contacts added to the list`,
  added,
  warnings
})
