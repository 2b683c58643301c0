import { Schema, Struct } from "effect"
import { PredefinedField } from "../contact-fields/PredefinedFields.ts"
import { Count, described, textOf } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { ActorUuid, ContactListUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** Whether a list is in use. */
export const ContactListStatus = Schema.Literals(["active", "archived"])
export type ContactListStatus = typeof ContactListStatus.Type

/** The maximum length of a name, in characters after trimming. */
export const maxListNameLength = 250

const Name = textOf({ min: 1, max: maxListNameLength })

/** A named set of contacts. */
export const ContactList = Schema.Struct({
  uuid: described(ContactListUuid, "The uuid of the list."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the list belongs to."),
  name: described(Name, "The name. Several lists may have the same name."),
  status: described(ContactListStatus, "Whether it is archived."),
  emoji: described(Schema.NullOr(Schema.String), "One emoji. Null for none."),
  count: described(Count, "How many of its contacts are not archived."),
  createdBy: described(ActorUuid, "The user who created it."),
  updatedBy: described(ActorUuid, "The user who last changed it."),
  createdAt: described(Schema.DateTimeUtc, "When it was created."),
  updatedAt: described(Schema.DateTimeUtc, "When it last changed.")
})
export type ContactList = typeof ContactList.Type

/** The fields of a list in a request. An absent field stays unchanged; a null emoji is removed. */
export const ContactListFields = Schema.Struct({
  name: described(Schema.optional(Name), "Another name."),
  emoji: described(given(Schema.String), "Exactly one emoji. Null for none.")
})
export type ContactListFields = typeof ContactListFields.Type

/** A list to create. */
export const NewContactList = Schema.Struct({
  ...ContactListFields.fields,
  name: ContactList.fields.name
})
export type NewContactList = typeof NewContactList.Type

/** The sort order for contact lists. */
const ContactListSort = Schema.Struct({
  /** Default: `name`. */
  sortField: Schema.Literals(["name", "createdAt"]),
  /** Default: `asc`. */
  sortOrder: Schema.Literals(["asc", "desc"])
})
export type ContactListSort = typeof ContactListSort.Type

/** The filter and order for reading contact lists. Default: active lists by name. */
export const ContactListListing = Schema.Struct({
  ...Struct.map(ContactListSort.fields, Schema.optional),
  /** Default: `active`. */
  status: Schema.optional(ContactListStatus),
  /** A part of the name, ignoring case. Null or white space matches every list. */
  search: given(Schema.String)
})
export type ContactListListing = typeof ContactListListing.Type

/** The filter for a contact's lists. Default: lists with any status. */
export const ListsOfContact = Schema.Struct({
  status: given(ContactListStatus)
})
export type ListsOfContact = typeof ListsOfContact.Type

const memberListing = {
  /** Whether to include archived contacts. Default: false. */
  includeArchived: Schema.Boolean,
  /** The order: last added first, or by a predefined field. Default: last added first. */
  sort: Schema.Union([
    Schema.Literal("added_last_first"),
    Schema.Struct({ field: PredefinedField, direction: Schema.Literals(["asc", "desc"]) })
  ])
}

/** The filter and order for the contacts on a list. */
export type MemberListing = Schema.Struct.Type<typeof memberListing>

/** A {@link MemberListing} with defaults: contacts that are not archived, last added first. */
export const MemberFilter = Schema.Struct(Struct.map(memberListing, Schema.optional))
export type MemberFilter = typeof MemberFilter.Type

/** The maximum number of contacts added or removed in one request. */
export const maxMembersAtOnce = 100

/** The workspace has no list with this uuid. */
export class ContactListNotFound extends Schema.TaggedError<ContactListNotFound>()("ContactListNotFound", {
  uuid: ContactListUuid
}) {
  override get message(): string {
    return `There is no contact list ${this.uuid}.`
  }
}

/**
 * An archived list and its members cannot be changed.
 *
 * @see docs/contributing/decisions.md, L2
 */
export class ContactListArchived extends Schema.TaggedError<ContactListArchived>()("ContactListArchived", {
  uuid: ContactListUuid
}) {
  override get message(): string {
    return `The contact list ${this.uuid} is archived.`
  }
}
