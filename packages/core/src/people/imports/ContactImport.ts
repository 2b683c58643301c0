import { Number, Schema, Struct } from "effect"
import { writableSchemas } from "../contact-fields/PredefinedFields.ts"
import { FieldChange } from "../history/HistoryEntry.ts"
import { ActorUuid, ContactImportUuid, ContactListUuid, ContactUuid, Uuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { Issue } from "../../shared/Issue.ts"

/** The action of an import for a row: create a contact, update the matching contact, or either. */
export const MergeType = Schema.Literals(["create_or_update", "create", "update"])
export type MergeType = typeof MergeType.Type

/**
 * The action of an import for a matching archived contact: keep the contact archived and add a warning, or restore the
 * contact.
 */
export const ArchivedContacts = Schema.Literals(["keep", "restore"])
export type ArchivedContacts = typeof ArchivedContacts.Type

/** The identifiers that rows can be matched on, compared in normalised form. */
export const MatchIdentifier = Schema.Literals(["email", "phoneNumber", "externalContactId"])
export type MatchIdentifier = typeof MatchIdentifier.Type

/** The fields that rows can be matched on: an identifier, or only the contact's uuid. */
export const MatchField = Schema.Literals([...MatchIdentifier.literals, "uuid"])
export type MatchField = typeof MatchField.Type

/**
 * The status of an import: `pending` until the first rows are applied, `processing` until the last row is applied, then
 * `completed` or `failed`.
 *
 * @see docs/contributing/decisions.md, I5
 */
export const ImportStatus = Schema.Literals(["pending", "processing", "completed", "failed"])
export type ImportStatus = typeof ImportStatus.Type

/**
 * The outcome of a row.
 *
 * @see docs/contributing/decisions.md, I2
 */
export const RowOutcome = Schema.Literals(["created", "updated", "unchanged", "skipped", "failed"])
export type RowOutcome = typeof RowOutcome.Type

/** The number of rows with each outcome so far. Counts never decrease. */
export const RowCounts = Schema.Struct({
  created: Schema.Natural,
  updated: Schema.Natural,
  unchanged: Schema.Natural,
  skipped: Schema.Natural,
  failed: Schema.Natural
})
export type RowCounts = typeof RowCounts.Type

/** The progress of an undo. The status is `running` until every row that changed data was undone or kept. */
export const ImportUndo = Schema.Struct({
  status: Schema.Literals(["running", "completed"]),
  /** The number of rows that were fully undone. */
  undone: Schema.Natural,
  /** The number of rows that were not fully undone, because the row's data was changed after the import. */
  left: Schema.Natural
})
export type ImportUndo = typeof ImportUndo.Type

/** The maximum length of a file name, in characters. */
export const maxFileNameLength = 255

/** An accepted import and its progress. Rows are applied in the background. */
export const ContactImport = Schema.Struct({
  uuid: ContactImportUuid,
  workspaceUuid: WorkspaceUuid,
  createdBy: ActorUuid,
  status: ImportStatus,
  mergeType: MergeType,
  archivedContacts: ArchivedContacts,
  /** Null if rows are not matched, so that every row creates a contact. */
  matchOnField: Schema.NullOr(MatchField),
  /**
   * The list that every resolved contact joins.
   *
   * @see docs/contributing/decisions.md, I4
   */
  contactListUuid: Schema.NullOr(ContactListUuid),
  /** The number of rows. */
  total: Schema.Natural,
  counts: RowCounts,
  /** The name of the file that the rows come from. */
  fileName: Schema.NullOr(Schema.String),
  /** A uuid shared by all imports of one file. */
  fileUuid: Schema.NullOr(Uuid),
  /** Null unless an undo was started. */
  undo: Schema.NullOr(ImportUndo),
  createdAt: Schema.DateTimeUtc,
  /** The time when rows were last applied, or when the import was accepted if no rows are applied yet. */
  updatedAt: Schema.DateTimeUtc
})
export type ContactImport = typeof ContactImport.Type

/** A row of the request: the contact's fields and values, and the row's original form. */
export const ImportRow = Schema.Struct({
  /** In a contact that the row matches, an absent field stays unchanged, and null clears a field. */
  fields: Schema.Struct(Struct.map(writableSchemas, Schema.optionalKey)),
  /** Values by field key; null clears a value. */
  customFields: Schema.JsonObject,
  /** The uuid of the contact. Used only if rows are matched and the workspace has the contact. */
  uuid: Schema.optionalKey(ContactUuid),
  /** The lists that the contact joins, in addition to the list of the import. */
  contactListUuids: Schema.optionalKey(Schema.Array(ContactListUuid)),
  /** The opt-out that another system has recorded. If absent, opt-outs don't change. */
  optedOut: Schema.optionalKey(OptOutScope),
  /** The row's original form, returned unchanged with the outcome. */
  original: Schema.Json,
  /** Problems with the row's shape or types. If present, the row fails and changes no contact. */
  issues: Schema.optionalKey(Schema.Array(Issue)),
  /** Whether the content was removed because the person was erased. */
  erased: Schema.optionalKey(Schema.Literal(true))
})
export type ImportRow = typeof ImportRow.Type

/** Replaces a row of an erased person. */
export const erasedRow: ImportRow = { fields: {}, customFields: {}, original: null, erased: true }

/** The outcome of one row, and its issues. */
export const RowResult = Schema.Struct({
  /** The index of the row in the request, from 0. */
  index: Schema.Natural,
  outcome: RowOutcome,
  /** The contact that the row resolved to, changed or not; null if the row resolved to no contact or failed. */
  contactUuid: Schema.NullOr(ContactUuid),
  /** The reasons why the row was skipped or failed, or warnings about an applied row. Usually empty. */
  issues: Schema.Array(Issue)
})
export type RowResult = typeof RowResult.Type

/** The personal data that is needed to undo a row that matched a contact. */
export const RowChanges = Schema.Struct({
  /** The fields and values that the row changed, in full. */
  changes: Schema.Array(FieldChange),
  /** Whether the row restored the contact from the archive. */
  restored: Schema.Boolean,
  /** The lists that the contact joined, with the time of joining. */
  lists: Schema.Array(Schema.Struct({ list: ContactListUuid, addedAt: Schema.DateTimeUtcFromMillis }))
})
export type RowChanges = typeof RowChanges.Type

/**
 * The result of an applied row. `changes` is absent if there is nothing to undo, or if undoing means erasing the contact.
 */
export interface AppliedRow extends RowResult {
  readonly changes?: RowChanges
}

/** The issues of an undone row: the changes that were not undone, and why. Empty if the row was fully undone. */
export const RowUndo = Schema.Array(Issue)
export type RowUndo = typeof RowUndo.Type

/** A row with its result. `result` is null until the row is applied. */
export interface ImportRowReceipt {
  readonly index: number
  readonly original: Schema.Json
  readonly result: RowResult | null
  /** Null unless the row was undone. */
  readonly undo: RowUndo | null
  /** Whether the person was erased. If so, `original` is null, and the result has no contact and no issues. */
  readonly isErased: boolean
}

/** The counts before any row is applied. */
export const noRows: RowCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

/** Returns how many rows have an outcome. */
export const appliedRows = (counts: RowCounts): number => Number.sumAll(Object.values(counts))
