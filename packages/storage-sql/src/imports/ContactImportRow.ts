import { ContactImport } from "@rollcall/core"
import { ImportUndo, RowCounts } from "@rollcall/core/people"
import { Schema, SchemaGetter, Struct } from "effect"
import { storedAs, tableOf } from "../database/Rows.ts"

const counted = tableOf(
  storedAs({
    ...Struct.omit(ContactImport.fields, ["counts", "undo"]),
    ...RowCounts.fields,
    undoStatus: Schema.NullOr(ImportUndo.fields.status),
    undone: Schema.Natural,
    undoLeft: Schema.Natural
  }),
  { matchOnField: "match_on", total: "row_total" }
)

/** The columns of a {@link ContactImportRow}. */
export const contactImportColumns = counted.columns

/** An import as a row of `contact_imports`, where each count is a column, and so is each part of its undo. */
export const ContactImportRow = counted.row.pipe(
  Schema.decodeTo(Schema.toType(ContactImport), {
    decode: SchemaGetter.transform(
      ({ created, failed, skipped, unchanged, undoLeft, undone, undoStatus, updated, ...rest }) => ({
        ...rest,
        counts: { created, updated, unchanged, skipped, failed },
        undo: undoStatus === null ? null : { status: undoStatus, undone, left: undoLeft }
      })
    ),
    encode: SchemaGetter.transform(({ counts, undo, ...rest }) => ({
      ...rest,
      ...counts,
      undoStatus: undo?.status ?? null,
      undone: undo?.undone ?? 0,
      undoLeft: undo?.left ?? 0
    }))
  })
)

/** An import as the columns of its row. */
export const contactImportRecord = Schema.encodeSync(ContactImportRow)
