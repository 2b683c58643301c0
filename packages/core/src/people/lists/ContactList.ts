import { Schema, Struct } from "effect"
import { PredefinedField } from "../contact-fields/PredefinedFields.ts"
import { Count, described, textOf } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { ActorUuid, ContactListUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** Whether a list is in use. */
export const ContactListStatus = Schema.Literals(["active", "archived"])
export type ContactListStatus = typeof ContactListStatus.Type

/** The longest name, in characters after trimming. */
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

/** What a request says about a list: an absent field stays as it is, a null emoji is taken away. */
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

/** An order of lists. */
const ContactListSort = Schema.Struct({
  /** What they are sorted by; by `name` if absent. */
  sortField: Schema.Literals(["name", "createdAt"]),
  /** In which direction; `asc` if absent. */
  sortOrder: Schema.Literals(["asc", "desc"])
})
export type ContactListSort = typeof ContactListSort.Type

/** Which lists are wanted, and in what order: without any of it the active ones by name. */
export const ContactListListing = Schema.Struct({
  ...Struct.map(ContactListSort.fields, Schema.optional),
  /** Whether they are in use; `active` if absent. */
  status: Schema.optional(ContactListStatus),
  /** A part of the name, in any case; null or nothing but white space for every list. */
  search: given(Schema.String)
})
export type ContactListListing = typeof ContactListListing.Type

/** Which lists of a contact are wanted. Default: every status. */
export const ListsOfContact = Schema.Struct({
  /** Whether they are in use. */
  status: given(ContactListStatus)
})
export type ListsOfContact = typeof ListsOfContact.Type

const memberListing = {
  /** Whether contacts that are archived are among them; they are not if absent. */
  includeArchived: Schema.Boolean,
  /** By when they were added, or by a predefined field; those added last first if absent. */
  sort: Schema.Union([
    Schema.Literal("added_last_first"),
    Schema.Struct({ field: PredefinedField, direction: Schema.Literals(["asc", "desc"]) })
  ])
}

/** Which contacts of a list are wanted, and in what order. */
export type MemberListing = Schema.Struct.Type<typeof memberListing>

/** The same, with defaults: contacts that are not archived, those added last first. */
export const MemberFilter = Schema.Struct(Struct.map(memberListing, Schema.optional))
export type MemberFilter = typeof MemberFilter.Type

/** At most this many contacts are added or removed in one request. */
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
