import { ContactImportUuid, WorkspaceUuid } from "@rollcall/core"
import type { ContactImportStore, ImportRef } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, namedColumns, rowsOf } from "../database/Rows.ts"
import { countWhere, isOlder } from "../shared/PruneOldest.ts"
import { rowsOfImport } from "./ReadImports.ts"

const ref = firstOf(
  Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid }).pipe(
    namedColumns({ workspace: "workspace_uuid", contactImport: "uuid" })
  )
)
const removed = rowsOf(Schema.Struct({ removed: Schema.Natural }))

/** Removes the rows of one import after the other, each in a transaction of its own. */
export const pruneRows = (db: Db): ContactImportStore["Service"]["pruneRows"] =>
  Effect.fnUntraced(function* ({ keepFor, limit }) {
    const isOld = yield* isOlder(db, "over_at", keepFor)
    let left = limit
    while (left > 0) {
      const count = yield* db.transaction(removeOfOldest(db, isOld, left))
      if (Option.isNone(count)) break
      left -= count.value
    }
    return limit - left
  })

/** Counts the rows of the imports that are over for too long. */
export const countPrunable = (db: Db): ContactImportStore["Service"]["prunableRows"] =>
  Effect.fnUntraced(function* (keepFor) {
    const { sql, table } = db
    const old = sql`
      SELECT workspace_uuid, uuid FROM ${table("contact_imports")} WHERE ${yield* isOlder(db, "over_at", keepFor)}`
    return yield* countWhere(db, "contact_import_rows", sql`(workspace_uuid, import_uuid) IN (${old})`)
  })

/** Removes up to `limit` rows, the last ones first, of the import that is over for the longest time, and returns how many; none without one. */
const removeOfOldest = Effect.fnUntraced(function* (db: Db, isOld: Statement.Fragment, limit: number) {
  const { dialect, sql, table } = db
  const oldest = yield* ref(
    db,
    sql`
      SELECT workspace_uuid, uuid FROM ${table("contact_imports")} WHERE ${isOld}
      ORDER BY over_at LIMIT 1 ${dialect.lockRows("update", { skipLocked: true })}`
  )
  if (Option.isNone(oldest)) return Option.none<number>()
  const rows = yield* removed(
    db,
    sql`
      DELETE FROM ${table("contact_import_rows")} WHERE ${rowsOfImport(db, oldest.value)} AND row_index IN (
        SELECT row_index FROM ${table("contact_import_rows")} WHERE ${rowsOfImport(db, oldest.value)}
        ORDER BY row_index DESC LIMIT ${limit}
      )
      RETURNING 1 AS removed`
  )
  if (rows.length < limit) yield* markRemoved(db, oldest.value)
  return Option.some(rows.length)
})

/** No row of the import is left: it is not looked at again. */
const markRemoved = ({ mapErrors, sql, table }: Db, { contactImport, workspace }: ImportRef) =>
  mapErrors(sql`
    UPDATE ${table("contact_imports")} SET over_at = NULL
    WHERE workspace_uuid = ${workspace} AND uuid = ${contactImport}`)
