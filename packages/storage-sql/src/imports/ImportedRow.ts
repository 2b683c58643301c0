import { ContactUuid, ImportRow, type ImportRowReceipt, Issue, RowOutcome, RowResult } from "@rollcall/core"
import { Schema } from "effect"
import type { Members } from "../shared/Dialect.ts"

/** What was given is JSON text: no database has a say in what a key or a text of it may be. */
const Given = Schema.fromJsonString(ImportRow)

const Issues = Schema.fromJsonString(Schema.Array(Issue))

/** A row of `contact_import_rows` as it is to be applied. */
export const RowToApply = Schema.Struct({ index: Schema.Natural, row: Given }).pipe(
  Schema.encodeKeys({ index: "row_index", row: "content" })
)

/** A row of `contact_import_rows` with its outcome, if it has one. */
export const RowWithOutcome = Schema.Struct({
  index: Schema.Natural,
  row: Schema.fromJsonString(ImportRow.mapFields(({ original }) => ({ original }))),
  outcome: Schema.NullOr(RowOutcome),
  contactUuid: Schema.NullOr(ContactUuid),
  issues: Issues
}).pipe(Schema.encodeKeys({ index: "row_index", row: "content", contactUuid: "contact_uuid" }))

/** What readers see of a row. */
export const receiptOf = ({
  contactUuid,
  index,
  issues,
  outcome,
  row
}: typeof RowWithOutcome.Type): ImportRowReceipt => ({
  index,
  original: row.original,
  result: outcome === null ? null : { index, outcome, contactUuid, issues }
})

const encodeGiven = Schema.encodeSync(Given)

/** The columns that a new row has of its own. */
export const newRowColumns = { row_index: "integer", content: "text" } as const satisfies Members<
  ReturnType<typeof newRowRecord>
>

/** A new row as it is written. */
export const newRowRecord = (row: ImportRow, index: number) => ({ row_index: index, content: encodeGiven(row) })

const ResultRow = Schema.Struct({ ...RowResult.fields, issues: Issues }).pipe(
  Schema.encodeKeys({ index: "row_index", contactUuid: "contact_uuid" })
)

/** The columns that an outcome is written to, and the place of its row. */
export const resultColumns = {
  row_index: "integer",
  outcome: "text",
  contact_uuid: "uuid",
  issues: "text"
} as const satisfies Members<typeof ResultRow.Encoded>

/** An outcome as it is written. */
export const resultRecord = Schema.encodeSync(ResultRow)
