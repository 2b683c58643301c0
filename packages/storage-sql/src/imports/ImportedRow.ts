import { ContactImportUuid, ContactUuid, Issue, IssueCode } from "@rollcall/core"
import {
  type AppliedRow,
  ImportRow,
  type ImportRowReceipt,
  RowChanges,
  RowOutcome,
  RowUndo
} from "@rollcall/core/people"
import { erasedRow } from "@rollcall/core/storage"
import { DateTime, Schema, SchemaGetter, String } from "effect"
import type { Members } from "../database/Dialect.ts"
import { namedColumns } from "../database/Rows.ts"

/** An input row as a JSON string. A JSON column could change its keys and strings. */
const Given = Schema.fromJsonString(ImportRow)

/** An issue as stored until version 0.2, with the field names of the HTTP API. */
const FormerIssue = Schema.Struct({ type: IssueCode, field: Schema.String, msg: Schema.String }).pipe(
  Schema.decodeTo(Schema.toType(Issue), {
    decode: SchemaGetter.transform(({ field, msg, type }) => ({ path: formerPath(field), code: type, message: msg })),
    encode: SchemaGetter.forbidden(() => "issues are stored in their present form")
  })
)

const formerPath = (field: string): ReadonlyArray<string> => {
  if (field === "") return []
  const custom = "custom_fields."
  return field.startsWith(custom) ? ["customFields", field.slice(custom.length)] : [String.snakeToCamel(field)]
}

const StoredIssues = Schema.fromJsonString(Schema.Array(Schema.Union([Issue, FormerIssue])))

/** Decodes a row of `contact_import_rows` that has no outcome yet. */
export const RowToApply = Schema.Struct({ index: Schema.Natural, row: Given }).pipe(
  namedColumns({ index: "row_index", row: "content" })
)

/** Decodes a row of `contact_import_rows` with its outcome, if it has one. */
export const RowWithOutcome = Schema.Struct({
  index: Schema.Natural,
  row: Schema.fromJsonString(ImportRow.mapFields(({ erased, original }) => ({ erased, original }))),
  outcome: Schema.NullOr(RowOutcome),
  contactUuid: Schema.NullOr(ContactUuid),
  issues: StoredIssues,
  undo: Schema.NullOr(Schema.fromJsonString(RowUndo))
}).pipe(namedColumns({ index: "row_index", row: "content", contactUuid: "contact_uuid" }))

/** Decodes a row of `contact_import_rows` that can be undone. */
export const UndoableRow = Schema.Struct({
  index: Schema.Natural,
  row: Given,
  outcome: RowOutcome,
  contactUuid: ContactUuid,
  changes: Schema.NullOr(Schema.fromJsonString(RowChanges))
}).pipe(namedColumns({ index: "row_index", row: "content", contactUuid: "contact_uuid" }))

/** Returns the part of an import row that listings show. */
export const receiptOf = ({
  contactUuid,
  index,
  issues,
  outcome,
  row,
  undo
}: typeof RowWithOutcome.Type): ImportRowReceipt => ({
  index,
  original: row.original,
  result: outcome === null ? null : { index, outcome, contactUuid, issues },
  undo,
  isErased: row.erased ?? false
})

/** Decodes a row of `contact_import_rows` with its place. */
export const RowWithPlace = Schema.Struct({
  contactImport: ContactImportUuid,
  index: Schema.Natural,
  row: Given
}).pipe(namedColumns({ contactImport: "import_uuid", index: "row_index", row: "content" }))

const encodeGiven = Schema.encodeSync(Given)

/** The columns of a new row, without the import's key, with their types. */
export const newRowColumns = { row_index: "integer", content: "text" } as const satisfies Members<
  ReturnType<typeof newRowRecord>
>

/** The content of a row whose person was erased. */
export const erasedContent = encodeGiven(erasedRow)

/** Encodes a new row. */
export const newRowRecord = (row: ImportRow, index: number) => ({ row_index: index, content: encodeGiven(row) })

/** The columns of an outcome and the index of its row, with their types. */
export const resultColumns = {
  row_index: "integer",
  outcome: "text",
  contact_uuid: "uuid",
  issues: "text",
  changes: "text"
} as const satisfies Members<ReturnType<typeof resultRecord>>

/** Encodes an outcome. Does not use a schema, because every row of an import has an outcome. */
export const resultRecord = ({ changes, contactUuid, index, issues, outcome }: AppliedRow) => ({
  row_index: index,
  outcome,
  contact_uuid: contactUuid,
  issues: JSON.stringify(issues),
  changes: changes === undefined ? null : JSON.stringify({ ...changes, lists: changes.lists.map(joined) })
})

const joined = ({ addedAt, list }: RowChanges["lists"][number]) => ({ list, addedAt: DateTime.toEpochMillis(addedAt) })
