import { Schema } from "effect"
import { Contact } from "../contacts/Contact.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { ActorUuid, ContactListUuid, ContactUuid, NoteUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** Which value a merged contact keeps: the survivor's, or the merged contact's. */
export const MergeSide = Schema.Literals(["this", "from"])
export type MergeSide = typeof MergeSide.Type

/**
 * Which side's value stays, by the name of a field or the key of a custom field.
 *
 * @see docs/contributing/decisions.md, M1
 */
export const KeptSides = Schema.Record(Schema.String, MergeSide)
export type KeptSides = typeof KeptSides.Type

/** The request of a merge: the contact to merge into the survivor, and which of its values to keep. */
export const MergeRequest = Schema.Struct({
  /** The contact to merge. Its uuid means the survivor afterwards. */
  from: ContactUuid,
  /** Which value to keep, by field name or custom field key: `this` for the survivor's, or `from`. */
  keep: Schema.optional(KeptSides)
})
export type MergeRequest = typeof MergeRequest.Type

/** Which merge to undo: the last one, which may be named by the contact that was merged. */
export const UndoRequest = Schema.Struct({
  /** The contact that was merged last; it may be left out. */
  from: Schema.optional(ContactUuid)
})
export type UndoRequest = typeof UndoRequest.Type

/** What belongs to a contact in other places, by what identifies it and when it last changed. */
export const Belongings = Schema.Struct({
  memberships: Schema.Array(Schema.Struct({ list: ContactListUuid, addedAt: Schema.DateTimeUtc, addedBy: ActorUuid })),
  /** All notes, archived ones too. */
  notes: Schema.Array(Schema.Struct({ note: NoteUuid, updatedAt: Schema.DateTimeUtc })),
  formerAddresses: Schema.Array(Schema.String)
})
export type Belongings = typeof Belongings.Type

/**
 * What belonged to the survivor of a merge, as far as what it has after the merge does not say. Its notes and lists stay
 * with it, and may be thousands: while it has them as the merge left them, its own are all except what the merge brought.
 */
export const KeptBelongings = Schema.Struct({
  /** The lists that both contacts were on. */
  sharedLists: Schema.Array(ContactListUuid),
  formerAddresses: Schema.Array(Schema.String),
  /** Digests of the memberships and the notes that the merge left. */
  left: Schema.Struct({ memberships: Schema.String, notes: Schema.String })
})
export type KeptBelongings = typeof KeptBelongings.Type

/** The two contacts of a merge as they were, and what it made of them: enough to undo it. It is personal data. */
export const MergeState = Schema.Struct({
  survivor: Contact,
  /** Merges of earlier releases have all of it. */
  survivorHad: Schema.Union([Belongings, KeptBelongings]),
  from: Contact,
  fromHad: Belongings,
  /** The contact as the merge left it. */
  merged: Contact,
  /** The addresses that the merge opted out, since one of the contacts was opted out by another one. */
  optedOut: Schema.Array(Schema.Struct({ key: Schema.String, scope: OptOutScope }))
})
export type MergeState = typeof MergeState.Type

/** The same with everything that belonged to the survivor. */
export interface WholeMergeState extends MergeState {
  readonly survivorHad: Belongings
}

/** A merge that was not undone: its `from` names the contact that `into` names, for ever. */
export const ContactMerge = Schema.Struct({
  workspace: WorkspaceUuid,
  from: ContactUuid,
  into: ContactUuid,
  /** Later than that of an earlier merge into the same contact. */
  mergedAt: Schema.DateTimeUtc,
  mergedBy: ActorUuid,
  state: MergeState
})
export type ContactMerge = typeof ContactMerge.Type

/** A merge without what undoes it. */
export type MergedContact = Omit<ContactMerge, "state">

/** What a merged contact may have of others than the merge gave it. */
export const MergeChange = Schema.Literals(["fields", "custom_fields", "archived", "contact_lists", "notes"])
export type MergeChange = typeof MergeChange.Type

/** No contact, or not the named one, was merged into the contact, or the merge was undone. */
export class MergeNotFound extends Schema.TaggedError<MergeNotFound>()("MergeNotFound", {
  into: ContactUuid,
  from: Schema.NullOr(ContactUuid)
}) {
  override get message(): string {
    return this.from === null
      ? `No contact was merged into ${this.into}.`
      : `The contact ${this.from} was not merged into ${this.into}.`
  }
}

/**
 * A merge cannot be undone: a later merge must be undone first, or the contact is not as the merge left it.
 *
 * @see docs/contributing/decisions.md, M4
 */
export class MergeNotUndoable extends Schema.TaggedError<MergeNotUndoable>()("MergeNotUndoable", {
  from: ContactUuid,
  /** The contact that a later merge merged, which must be undone first; null if no later merge exists. */
  later: Schema.NullOr(ContactUuid),
  /** What has changed since. */
  changed: Schema.Array(MergeChange)
}) {
  override get message(): string {
    return this.later === null
      ? `The merge of ${this.from} cannot be undone: ${this.changed.map((change) => changeNames[change]).join(", ")} of the contact changed since then.`
      : `The merge of ${this.from} cannot be undone before that of ${this.later}.`
  }
}

const changeNames: { readonly [Change in MergeChange]: string } = {
  fields: "fields",
  custom_fields: "custom field values",
  archived: "whether it is archived",
  contact_lists: "lists",
  notes: "notes"
}
