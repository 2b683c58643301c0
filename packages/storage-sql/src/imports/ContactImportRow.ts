import { ContactImport } from "@rollcall/core"
import { RowCounts } from "@rollcall/core/imports"
import { Schema, SchemaGetter, Struct } from "effect"

const Instant = Schema.DateTimeUtcFromMillis

/** An import as a row of `contact_imports`, where each count is a column. */
export const ContactImportRow = Schema.Struct({
  ...Struct.omit(ContactImport.fields, ["counts"]),
  ...RowCounts.fields,
  createdAt: Instant,
  updatedAt: Instant
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    createdBy: "created_by",
    mergeType: "merge_type",
    matchOnField: "match_on",
    contactListUuid: "contact_list_uuid",
    createdAt: "created_at",
    updatedAt: "updated_at"
  }),
  Schema.decodeTo(Schema.toType(ContactImport), {
    decode: SchemaGetter.transform(({ created, failed, skipped, unchanged, updated, ...rest }) => ({
      ...rest,
      counts: { created, updated, unchanged, skipped, failed }
    })),
    encode: SchemaGetter.transform(({ counts, ...rest }) => ({ ...rest, ...counts }))
  })
)

/** The columns of a {@link ContactImportRow}. */
export const contactImportColumns = [
  "uuid",
  "workspace_uuid",
  "created_by",
  "status",
  "merge_type",
  "match_on",
  "contact_list_uuid",
  "total",
  "created",
  "updated",
  "unchanged",
  "skipped",
  "failed",
  "created_at",
  "updated_at"
] as const

/** An import as the columns of its row. */
export const contactImportRecord = Schema.encodeSync(ContactImportRow)
