import type { WorkspaceUuid } from "@rollcall/core"
import { StoredSegment } from "@rollcall/core/people"
import { SegmentStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer } from "../database/Database.ts"
import { firstOf, insertRow, replaceRow, type RowSchema, rowsOf, storedAs, tableOf } from "../database/Rows.ts"
import { nameForms, namedListing } from "../shared/NamedListing.ts"
import { pageOf } from "../shared/Pages.ts"

const { fieldTypes, search } = StoredSegment.fields

/** Segments as rows of `segments`; the search and the types of its fields are JSON. */
const stored = tableOf({
  ...storedAs(StoredSegment.fields),
  search: Schema.fromJsonString(search),
  fieldTypes: Schema.fromJsonString(fieldTypes)
})
const SegmentRow: RowSchema<StoredSegment> = stored.row
const segment = firstOf(SegmentRow)
const segments = rowsOf(SegmentRow)
const segmentPage = pageOf(SegmentRow)

const recordOf = (segment: StoredSegment) => ({ ...stored.record(segment), ...nameForms(segment.name) })

export const layer = storeLayer(SegmentStore, (db) => {
  const { dialect, sql, table } = db
  const select = (workspace: WorkspaceUuid) =>
    sql`SELECT ${sql.csv(stored.columns)} FROM ${table("segments")} WHERE workspace_uuid = ${workspace}`
  return {
    insert: (segment) => insertRow(db, "segments", recordOf(segment)),

    find: (workspace, uuid) => segment(db)(sql`${select(workspace)} AND uuid = ${uuid}`),

    named: (workspace, uuids) => {
      if (uuids.length === 0) return Effect.succeed([])
      const given = columnTable(dialect, "uuid", "uuid", uuids)
      return segments(db)(dialect.runUnprepared(sql`${select(workspace)} AND uuid IN (SELECT uuid FROM ${given})`))
    },

    lock: (workspace, uuid) => segment(db)(sql`${select(workspace)} AND uuid = ${uuid} ${dialect.lockRows("update")}`),

    replace: (segment) => replaceRow(db, "segments", recordOf(segment)),

    list: (workspace, filter, sort, page) =>
      segmentPage(db, namedListing(db, "segments", sql.csv(stored.columns), { workspace, ...filter }, sort, page))
  }
})
