import { ContactImport } from "@rollcall/core"
import { RowCounts } from "@rollcall/core/people"
import { Schema, SchemaGetter, Struct } from "effect"
import { storedAs, tableOf } from "../database/Rows.ts"

const counted = tableOf(storedAs({ ...Struct.omit(ContactImport.fields, ["counts"]), ...RowCounts.fields }), {
  matchOnField: "match_on"
})

/** The columns of a {@link ContactImportRow}. */
export const contactImportColumns = counted.columns

/** An import as a row of `contact_imports`, where each count is a column. */
export const ContactImportRow = counted.row.pipe(
  Schema.decodeTo(Schema.toType(ContactImport), {
    decode: SchemaGetter.transform(({ created, failed, skipped, unchanged, updated, ...rest }) => ({
      ...rest,
      counts: { created, updated, unchanged, skipped, failed }
    })),
    encode: SchemaGetter.transform(({ counts, ...rest }) => ({ ...rest, ...counts }))
  })
)

/** An import as the columns of its row. */
export const contactImportRecord = Schema.encodeSync(ContactImportRow)
