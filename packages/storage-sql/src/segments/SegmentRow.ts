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

export const SegmentRow: RowSchema<StoredSegment> = table.row

export const segmentColumns = table.columns

export const segmentRecord = (segment: StoredSegment) => ({
  ...table.record(segment),
  ...nameForms(segment.name)
})
