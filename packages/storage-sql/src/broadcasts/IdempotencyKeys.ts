import type { BroadcastStore, IdempotencyRecord, WorkspaceUuid } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { firstOf, rowsOf } from "../shared/Rows.ts"

type Store = BroadcastStore["Service"]

const record = firstOf(Schema.Struct({ fingerprint: Schema.String, response: Schema.String }))
const stored = rowsOf(Schema.Struct({ key: Schema.String }))

const select = (db: Db, workspace: WorkspaceUuid, key: string) =>
  record(
    db,
    db.sql`SELECT fingerprint, response FROM idempotency_keys WHERE workspace_uuid = ${workspace} AND key = ${key}`
  )

/**
 * Stores a record under the key, if it is free, and returns the existing record otherwise. The insert waits for a
 * transaction that is storing the same key, and then sees what it left (B4).
 */
export const takeIdempotencyKey = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  key: string,
  { fingerprint, response }: IdempotencyRecord
) {
  const { sql } = db
  const row = { workspace_uuid: workspace, key, fingerprint, response }
  const inserted = yield* stored(
    db,
    sql`
      INSERT INTO idempotency_keys ${sql.insert(row)}
      ON CONFLICT (workspace_uuid, key) DO NOTHING
      RETURNING key`
  )
  return inserted.length > 0 ? Option.none<IdempotencyRecord>() : yield* select(db, workspace, key)
})

export const findIdempotencyKey = (db: Db): Store["findIdempotencyKey"] =>
  Effect.fn("BroadcastStore.findIdempotencyKey")((workspace, key) => select(db, workspace, key))
