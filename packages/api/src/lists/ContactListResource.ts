import { ActorUuid, type ContactList, ContactListUuid, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { type Addition, ContactListStatus } from "@rollcall/core/storage"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Pagination } from "../requests/Paging.ts"

/** A list on the wire: every field is present, an unset emoji is null (W1). */
export const ContactListResource = Schema.Struct({
  uuid: ContactListUuid,
  name: Schema.String,
  status: ContactListStatus,
  emoji: Schema.NullOr(Schema.String),
  workspace_uuid: WorkspaceUuid,
  count: Schema.Int.annotate({ description: "How many of its contacts are not archived." }),
  created_by: ActorUuid,
  updated_by: ActorUuid,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "ContactList" })

/** A page of lists. */
export const ContactListPage = Schema.Struct({
  contact_lists: Schema.Array(ContactListResource),
  pagination: Pagination
}).annotate({ identifier: "ContactListPage" })

/** What became of contacts that were to be added (L3). */
export const AdditionResource = Schema.Struct({
  message: Schema.String,
  added: Schema.Array(ContactUuid),
  warnings: Schema.Array(Schema.Struct({ uuid: ContactUuid, message: Schema.String }))
}).annotate({ identifier: "ContactListAddition" })

export const toContactListResource = (list: ContactList): typeof ContactListResource.Type => ({
  uuid: list.uuid,
  name: list.name,
  status: list.status,
  emoji: list.emoji,
  workspace_uuid: list.workspaceUuid,
  count: list.count,
  created_by: list.createdBy,
  updated_by: list.updatedBy,
  created_at: list.createdAt,
  updated_at: list.updatedAt
})

export const toAdditionResource = ({ added, warnings }: Addition): typeof AdditionResource.Type => ({
  message: `${added.length} of ${added.length + warnings.length} contacts added to the list`,
  added,
  warnings
})
