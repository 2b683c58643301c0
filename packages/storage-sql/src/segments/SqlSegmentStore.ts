import type { WorkspaceUuid } from "@rollcall/core"
import { SegmentStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, insertRow, replaceRow, rowsOf } from "../database/Rows.ts"
import { namedListing } from "../shared/NamedListing.ts"
import { pageOf } from "../shared/Pages.ts"
import { segmentColumns, segmentRecord, SegmentRow } from "./SegmentRow.ts"

type Store = SegmentStore["Service"]

const segment = firstOf(SegmentRow)
const segments = rowsOf(SegmentRow)
const segmentPage = pageOf(SegmentRow)

const insert =
  (db: Db): Store["insert"] =>
  (segment) =>
    insertRow(db, "segments", segmentRecord(segment))

const select = ({ sql, table }: Db, workspace: WorkspaceUuid) =>
  sql`SELECT ${sql.csv(segmentColumns)} FROM ${table("segments")} WHERE workspace_uuid = ${workspace}`

const find =
  (db: Db): Store["find"] =>
  (workspace, uuid) =>
    segment(db, db.sql`${select(db, workspace)} AND uuid = ${uuid}`)

const lock =
  (db: Db): Store["lock"] =>
  (workspace, uuid) =>
    segment(db, db.sql`${select(db, workspace)} AND uuid = ${uuid} ${db.dialect.lockRows("update")}`)

const named =
  (db: Db): Store["named"] =>
  (workspace, uuids) => {
    const { dialect, sql } = db
    if (uuids.length === 0) return Effect.succeed([])
    const given = dialect.valuesTable(
      "given",
      { uuid: "uuid" },
      uuids.map((uuid) => ({ uuid }))
    )
    return segments(db, dialect.runUnprepared(sql`${select(db, workspace)} AND uuid IN (SELECT uuid FROM ${given})`))
  }

const replace =
  (db: Db): Store["replace"] =>
  (segment) =>
    replaceRow(db, "segments", segmentRecord(segment))

const list =
  (db: Db): Store["list"] =>
  (workspace, filter, sort, page) =>
    segmentPage(db, namedListing(db, "segments", db.sql.csv(segmentColumns), { workspace, ...filter }, sort, page))

export const layer = Layer.effect(
  SegmentStore,
  Effect.map(Database, (db) =>
    SegmentStore.of({
      insert: insert(db),
      find: find(db),
      named: named(db),
      lock: lock(db),
      replace: replace(db),
      list: list(db)
    })
  )
)
