import { fold } from "@rollcall/core/shared"
import { StoredSegment } from "@rollcall/core/segments"
import { Schema } from "effect"
import type { RowSchema } from "../database/Rows.ts"

const Instant = Schema.DateTimeUtcFromMillis
const { fieldTypes, search } = StoredSegment.fields

const row = Schema.Struct({
  ...StoredSegment.fields,
  search: Schema.fromJsonString(search),
  fieldTypes: Schema.fromJsonString(fieldTypes),
  createdAt: Instant,
  updatedAt: Instant
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    fieldTypes: "field_types",
    createdBy: "created_by",
    updatedBy: "updated_by",
    createdAt: "created_at",
    updatedAt: "updated_at"
  })
)

/** A segment as a row of `segments`; its search is JSON. */
export const SegmentRow: RowSchema<StoredSegment> = row

/** The columns of a {@link SegmentRow}. */
export const segmentColumns = [
  "uuid",
  "workspace_uuid",
  "name",
  "status",
  "search",
  "field_types",
  "created_by",
  "updated_by",
  "created_at",
  "updated_at"
] as const

const encode = Schema.encodeSync(row)

/** The row of a segment with all columns. */
export const segmentRecord = (segment: StoredSegment) => ({ ...encode(segment), name_folded: fold(segment.name) })
