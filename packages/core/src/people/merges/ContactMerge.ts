import { Schema } from "effect"
import { Contact } from "../contacts/Contact.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { ActorUuid, ContactListUuid, ContactUuid, NoteUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** The side with the value to keep: the survivor (`this`) or the merged contact (`from`). */
export const MergeSide = Schema.Literals(["this", "from"])
export type MergeSide = typeof MergeSide.Type

/**
 * The side to keep, by field name or custom field key.
 *
 * @see docs/contributing/decisions.md, M1
 */
export const KeptSides = Schema.Record(Schema.String, MergeSide)
export type KeptSides = typeof KeptSides.Type

/** A merge request: the contact to merge into the survivor, and which values to keep. */
export const MergeRequest = Schema.Struct({
  /** The contact to merge. Afterwards, this uuid resolves to the survivor. */
  from: ContactUuid,
  /** Which value to keep, by field name or custom field key: `this` for the survivor's, `from` for the merged contact's. */
  keep: Schema.optional(KeptSides)
})
export type MergeRequest = typeof MergeRequest.Type

/** The request to undo the last merge into a contact. */
export const UndoRequest = Schema.Struct({
  /** The contact that was merged last. If given, it must be the contact of the last merge. */
  from: Schema.optional(ContactUuid)
})
export type UndoRequest = typeof UndoRequest.Type

/** The lists, notes and former addresses of a contact, with the timestamps of their last changes. */
export const Belongings = Schema.Struct({
  memberships: Schema.Array(Schema.Struct({ list: ContactListUuid, addedAt: Schema.DateTimeUtc, addedBy: ActorUuid })),
  /** All notes, including archived notes. */
  notes: Schema.Array(Schema.Struct({ note: NoteUuid, updatedAt: Schema.DateTimeUtc })),
  formerAddresses: Schema.Array(Schema.String)
})
export type Belongings = typeof Belongings.Type

/**
 * The stored part of the survivor's belongings before a merge. The survivor's lists and notes aren't stored, because there
 * may be thousands. If nothing has changed since the merge, the survivor's lists and notes are the current lists and notes
 * without the lists and notes of the merged contact.
 */
export const KeptBelongings = Schema.Struct({
  /** The lists that both contacts were on. */
  sharedLists: Schema.Array(ContactListUuid),
  formerAddresses: Schema.Array(Schema.String),
  /** Digests of the memberships and notes after the merge. */
  left: Schema.Struct({ memberships: Schema.String, notes: Schema.String })
})
export type KeptBelongings = typeof KeptBelongings.Type

/** The personal data that is needed to undo a merge: both contacts before the merge, and the merged contact. */
export const MergeState = Schema.Struct({
  survivor: Contact,
  /** Merges from earlier releases have complete `Belongings`. */
  survivorHad: Schema.Union([Belongings, KeptBelongings]),
  from: Contact,
  fromHad: Belongings,
  /** The contact right after the merge. */
  merged: Contact,
  /** The addresses that the merge opted out because one of the contacts was opted out under another address. */
  optedOut: Schema.Array(Schema.Struct({ key: Schema.String, scope: OptOutScope }))
})
export type MergeState = typeof MergeState.Type

/** The state of a merge with all belongings of the survivor. */
export interface WholeMergeState extends MergeState {
  readonly survivorHad: Belongings
}

/** A merge that was not undone. The uuid `from` resolves to the contact `into`. */
export const ContactMerge = Schema.Struct({
  workspace: WorkspaceUuid,
  from: ContactUuid,
  into: ContactUuid,
  /** Later than the `mergedAt` of any earlier merge into the same contact. */
  mergedAt: Schema.DateTimeUtc,
  mergedBy: ActorUuid,
  state: MergeState
})
export type ContactMerge = typeof ContactMerge.Type

/** A merge without its undo data. */
export type MergedContact = Omit<ContactMerge, "state">

/** The kinds of changes to a merged contact that prevent an undo. */
export const MergeChange = Schema.Literals(["fields", "custom_fields", "archived", "contact_lists", "notes"])
export type MergeChange = typeof MergeChange.Type

/** No contact (or not the given contact) was merged into this contact, or the merge was undone. */
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
 * A merge cannot be undone: a later merge must be undone first, or the contact has changed since the merge.
 *
 * @see docs/contributing/decisions.md, M4
 */
export class MergeNotUndoable extends Schema.TaggedError<MergeNotUndoable>()("MergeNotUndoable", {
  from: ContactUuid,
  /** The contact of a later merge, which must be undone first; null if there is no later merge. */
  later: Schema.NullOr(ContactUuid),
  /** The kinds of changes since the merge. */
  changed: Schema.Array(MergeChange)
}) {
  override get message(): string {
    return this.later === null
      ? `The merge of ${this.from} cannot be undone, because the contact has changed since then: ${this.changed.map((change) => changeNames[change]).join(", ")}.`
      : `The merge of ${this.from} cannot be undone yet. Undo the later merge of ${this.later} first.`
  }
}

const changeNames: { readonly [Change in MergeChange]: string } = {
  fields: "fields",
  custom_fields: "custom field values",
  archived: "archived or restored",
  contact_lists: "lists",
  notes: "notes"
}
