import { Schema } from "effect"
import { CustomFieldValue } from "../custom-fields/CustomFieldValue.ts"
import { ActorUuid, ContactListUuid, ContactUuid, CustomFieldUuid, Uuid, WorkspaceUuid } from "../../shared/Ids.ts"

const Value = Schema.NullOr(CustomFieldValue)

/** That a field of a contact got another value. */
export const FieldChange = Schema.Struct({
  /** The name of a predefined field, or the key of a custom one. */
  field: Schema.String,
  /** The custom field; null for a predefined one. */
  customField: Schema.NullOr(CustomFieldUuid),
  /** The values before and after, null for none; not kept of a sensitive field. */
  values: Schema.NullOr(Schema.Struct({ from: Value, to: Value }))
})
export type FieldChange = typeof FieldChange.Type

/** How and from what an address was opted out, as `OptOutSource` and `OptOutScope` have it. */
const source = Schema.Literals(["message", "channel", "request", "merge", "import"])
const scope = Schema.Literals(["marketing", "all"])

/** What changed about a contact, by its kind. */
const details = {
  archived: Schema.Struct({}),
  list_added: Schema.Struct({ contactListUuid: ContactListUuid }),
  list_removed: Schema.Struct({ contactListUuid: ContactListUuid }),
  opted_in: Schema.Struct({}),
  opted_out: Schema.Struct({ scope, source }),
  unarchived: Schema.Struct({}),
  updated: Schema.Struct({ changes: Schema.Array(FieldChange) })
}

/** What the history of a contact keeps. */
export const HistoryKind = Schema.Literals([
  "archived",
  "list_added",
  "list_removed",
  "opted_in",
  "opted_out",
  "unarchived",
  "updated"
])
export type HistoryKind = typeof HistoryKind.Type

const entry = <const Kind extends HistoryKind>(kind: Kind) =>
  Schema.Struct({
    workspaceUuid: WorkspaceUuid,
    contactUuid: ContactUuid,
    at: Schema.DateTimeUtc,
    /** No other entry of the contact, the kind and the instant has it. */
    uuid: Uuid,
    /** Who did it; null for the person, and where it is not known. */
    by: Schema.NullOr(ActorUuid),
    kind: Schema.Literal(kind),
    details: details[kind]
  })

/**
 * Something that changed about a contact and is stored nowhere else. A place on a list, or an opt-out, that is over is
 * kept with its beginning, which was read where it was stored until then.
 */
export const HistoryEntry = Schema.Union([
  entry("archived"),
  entry("list_added"),
  entry("list_removed"),
  entry("opted_in"),
  entry("opted_out"),
  entry("unarchived"),
  entry("updated")
])
export type HistoryEntry = typeof HistoryEntry.Type
