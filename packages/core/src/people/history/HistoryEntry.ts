import { Schema } from "effect"
import { CustomFieldValue } from "../custom-fields/CustomFieldValue.ts"
import { ActorUuid, ContactListUuid, ContactUuid, CustomFieldUuid, Uuid, WorkspaceUuid } from "../../shared/Ids.ts"

const Value = Schema.NullOr(CustomFieldValue)

/** A change of a field's value. */
export const FieldChange = Schema.Struct({
  /** The name of a predefined field, or the key of a custom field. */
  field: Schema.String,
  /** The uuid of the custom field; null for a predefined field. */
  customField: Schema.NullOr(CustomFieldUuid),
  /**
   * The values before and after the change, each null if absent. Null as a whole for a sensitive field or a large entry.
   */
  values: Schema.NullOr(Schema.Struct({ from: Value, to: Value }))
})
export type FieldChange = typeof FieldChange.Type

/** The source and scope of an opt-out, as in `OptOutSource` and `OptOutScope`. */
const source = Schema.Literals(["message", "channel", "request", "merge", "import"])
const scope = Schema.Literals(["marketing", "all"])

/** The details of each kind of history entry. */
const details = {
  archived: Schema.Struct({}),
  list_added: Schema.Struct({ contactListUuid: ContactListUuid }),
  list_removed: Schema.Struct({ contactListUuid: ContactListUuid }),
  opted_in: Schema.Struct({}),
  opted_out: Schema.Struct({ scope, source }),
  unarchived: Schema.Struct({}),
  updated: Schema.Struct({ changes: Schema.Array(FieldChange) })
}

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
    /** Unique among the contact's entries with the same kind and timestamp. */
    uuid: Uuid,
    /** The actor; null for a change by the person, or by an unknown actor. */
    by: Schema.NullOr(ActorUuid),
    kind: Schema.Literal(kind),
    details: details[kind]
  })

/**
 * A change of a contact that is stored only in the history. When a membership or opt-out ends, the history also stores its
 * start.
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
