import { Number, Schema, Struct } from "effect"
import { writableSchemas } from "../contact-fields/PredefinedFields.ts"
import { FieldChange } from "../history/HistoryEntry.ts"
import { ActorUuid, ContactImportUuid, ContactListUuid, ContactUuid, Uuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import { Issue } from "../../shared/Issue.ts"

/** What an import does with a row: create a contact, change the matching contact, or either. */
export const MergeType = Schema.Literals(["create_or_update", "create", "update"])
export type MergeType = typeof MergeType.Type

/** What an import does with an archived contact that a row matches: leave it archived, with a warning, or restore it. */
export const ArchivedContacts = Schema.Literals(["keep", "restore"])
export type ArchivedContacts = typeof ArchivedContacts.Type

/** The identifiers that rows can be matched on. They are compared in their normalised form. */
export const MatchIdentifier = Schema.Literals(["email", "phoneNumber", "externalContactId"])
export type MatchIdentifier = typeof MatchIdentifier.Type

/** What rows can be matched on: an identifier, or only the uuid of the contact. */
export const MatchField = Schema.Literals([...MatchIdentifier.literals, "uuid"])
export type MatchField = typeof MatchField.Type

/**
 * `pending` until the first rows are applied, `processing` until the last one is, then one of the others.
 *
 * @see docs/contributing/decisions.md, I5
 */
export const ImportStatus = Schema.Literals(["pending", "processing", "completed", "failed"])
export type ImportStatus = typeof ImportStatus.Type

/**
 * What applying a row did.
 *
 * @see docs/contributing/decisions.md, I2
 */
export const RowOutcome = Schema.Literals(["created", "updated", "unchanged", "skipped", "failed"])
export type RowOutcome = typeof RowOutcome.Type

/** The number of rows with each outcome so far. No counter decreases. */
export const RowCounts = Schema.Struct({
  created: Schema.Natural,
  updated: Schema.Natural,
  unchanged: Schema.Natural,
  skipped: Schema.Natural,
  failed: Schema.Natural
})
export type RowCounts = typeof RowCounts.Type

/** How much of an import is undone: `running` until each row that did something is undone, or left as it is. */
export const ImportUndo = Schema.Struct({
  status: Schema.Literals(["running", "completed"]),
  /** The number of rows that were undone. */
  undone: Schema.Natural,
  /** The number of rows of which something was left, because it was changed since. */
  left: Schema.Natural
})
export type ImportUndo = typeof ImportUndo.Type

/** The longest name of a file, in characters. */
export const maxFileNameLength = 255

/** An accepted import, and how many of its rows are applied. Rows are applied in the background. */
export const ContactImport = Schema.Struct({
  uuid: ContactImportUuid,
  workspaceUuid: WorkspaceUuid,
  createdBy: ActorUuid,
  status: ImportStatus,
  mergeType: MergeType,
  archivedContacts: ArchivedContacts,
  /** Null when rows are not matched with contacts: then every row creates one. */
  matchOnField: Schema.NullOr(MatchField),
  /**
   * The list that every contact joins that a row resolved to.
   *
   * @see docs/contributing/decisions.md, I4
   */
  contactListUuid: Schema.NullOr(ContactListUuid),
  /** The number of its rows. */
  total: Schema.Natural,
  counts: RowCounts,
  /** The name of the file that the rows are from. */
  fileName: Schema.NullOr(Schema.String),
  /** What the imports of one file have in common. */
  fileUuid: Schema.NullOr(Uuid),
  /** Null unless the import was undone. */
  undo: Schema.NullOr(ImportUndo),
  createdAt: Schema.DateTimeUtc,
  /** When rows were last applied; the moment of acceptance before. */
  updatedAt: Schema.DateTimeUtc
})
export type ContactImport = typeof ContactImport.Type

/** A row of the request: the fields and values of a contact, and the original form of the row. */
export const ImportRow = Schema.Struct({
  /** An absent field stays as it is on a contact that the row matches, null clears it. */
  fields: Schema.Struct(Struct.map(writableSchemas, Schema.optionalKey)),
  /** By field key; null clears. */
  customFields: Schema.JsonObject,
  /** The contact that the row is, if the workspace has it and rows are matched. */
  uuid: Schema.optionalKey(ContactUuid),
  /** Lists that the contact of the row joins, in addition to the list of the import. */
  contactListUuids: Schema.optionalKey(Schema.Array(ContactListUuid)),
  /** What the person is opted out of, as another system knows it. Without it nothing is said of opt-outs. */
  optedOut: Schema.optionalKey(OptOutScope),
  /** The original form. It is returned with the outcome, and not interpreted. */
  original: Schema.Json,
  /** What is wrong with its shape or its types. The row fails with it, and says nothing about a contact. */
  issues: Schema.optionalKey(Schema.Array(Issue)),
  /** What was given is gone, because the person was erased. */
  erased: Schema.optionalKey(Schema.Literal(true))
})
export type ImportRow = typeof ImportRow.Type

/** What stands for a row of a person that was erased. */
export const erasedRow: ImportRow = { fields: {}, customFields: {}, original: null, erased: true }

/** The outcome of one row, and why. */
export const RowResult = Schema.Struct({
  /** The place of the row in the request, from 0. */
  index: Schema.Natural,
  outcome: RowOutcome,
  /** The contact that the row resolved to, whether it changed it or not; null when it resolved to none or failed. */
  contactUuid: Schema.NullOr(ContactUuid),
  /** Why the row was skipped or failed, and what is doubtful about a row that was not; mostly empty. */
  issues: Schema.Array(Issue)
})
export type RowResult = typeof RowResult.Type

/** What undoes a row that met a contact. It is personal data. */
export const RowChanges = Schema.Struct({
  /** The fields and values that it changed, whole. */
  changes: Schema.Array(FieldChange),
  /** Whether it restored the contact from the archive. */
  restored: Schema.Boolean,
  /** The lists that the contact joined by it, and when. */
  lists: Schema.Array(Schema.Struct({ list: ContactListUuid, addedAt: Schema.DateTimeUtcFromMillis }))
})
export type RowChanges = typeof RowChanges.Type

/** The result of a row that is applied, and what undoes it: absent if that is nothing, or to erase the contact. */
export interface AppliedRow extends RowResult {
  readonly changes?: RowChanges
}

/** What was left of a row that was undone, and why: nothing if all of it is undone. */
export const RowUndo = Schema.Array(Issue)
export type RowUndo = typeof RowUndo.Type

/** A row with its result, once it is applied. */
export interface ImportRowReceipt {
  readonly index: number
  readonly original: Schema.Json
  readonly result: RowResult | null
  /** Null unless the row was undone. */
  readonly undo: RowUndo | null
  /** Whether the person was erased since: then the original is null, and the result has no contact and no issues. */
  readonly isErased: boolean
}

/** The counts before any row is applied. */
export const noRows: RowCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

/** How many rows have an outcome. */
export const appliedRows = (counts: RowCounts): number => Number.sumAll(Object.values(counts))
