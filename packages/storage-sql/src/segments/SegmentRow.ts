import { StoredSegment } from "@rollcall/core/people"
import { Schema } from "effect"
import { type RowSchema, storedAs, tableOf } from "../database/Rows.ts"
import { nameForms } from "../shared/NamedListing.ts"

const { fieldTypes, search } = StoredSegment.fields

const table = tableOf({
  ...storedAs(StoredSegment.fields),
  search: Schema.fromJsonString(search),
  fieldTypes: Schema.fromJsonString(fieldTypes)
})

/** A segment as a row of `segments`; its search is JSON. */
export const SegmentRow: RowSchema<StoredSegment> = table.row

/** The columns of a {@link SegmentRow}. */
export const segmentColumns = table.columns

/** The row of a segment with all columns. */
export const segmentRecord = (segment: StoredSegment) => ({
  ...table.record(segment),
  ...nameForms(segment.name)
})
