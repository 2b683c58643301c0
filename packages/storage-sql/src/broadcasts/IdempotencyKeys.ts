import type { BroadcastStore, WorkspaceUuid } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { firstOf, rowsOf } from "../kernel/Rows.ts"

type Store = BroadcastStore["Service"]

const record = firstOf(Schema.Struct({ fingerprint: Schema.String, response: Schema.String }))
const spent = rowsOf(Schema.Struct({ key: Schema.String }))

const select = (db: Db, workspace: WorkspaceUuid, key: string) =>
  record(
    db,
    db.sql`SELECT fingerprint, response FROM idempotency_keys WHERE workspace_uuid = ${workspace} AND key = ${key}`
  )

/** The insert waits for a transaction that is just spending the key, and then sees what it left (B4). */
export const claimIdempotencyKey = (db: Db): Store["claimIdempotencyKey"] => {
  const { sql } = db
  return Effect.fn("BroadcastStore.claimIdempotencyKey")(function* (workspace, key, { fingerprint, response }) {
    const row = { workspace_uuid: workspace, key, fingerprint, response }
    const inserted = yield* spent(
      db,
      sql`
        INSERT INTO idempotency_keys ${sql.insert(row)}
        ON CONFLICT (workspace_uuid, key) DO NOTHING
        RETURNING key`
    )
    return inserted.length > 0 ? Option.none() : yield* select(db, workspace, key)
  })
}

export const findIdempotencyKey = (db: Db): Store["findIdempotencyKey"] =>
  Effect.fn("BroadcastStore.findIdempotencyKey")((workspace, key) => select(db, workspace, key))
