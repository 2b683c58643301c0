import type { WorkspaceUuid } from "@rollcall/core"
import type { BroadcastStore, IdempotencyRecord } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { pruneOldest } from "../shared/PruneOldest.ts"
import { firstOf, hasRow } from "../database/Rows.ts"

type Store = BroadcastStore["Service"]

const record = firstOf(Schema.Struct({ fingerprint: Schema.String, response: Schema.String }))

const select = (db: Db, workspace: WorkspaceUuid, key: string) =>
  record(db)(db.sql`SELECT fingerprint, response
      FROM ${db.table("idempotency_keys")} WHERE workspace_uuid = ${workspace} AND key = ${key}`)

/**
 * Stores a record under an idempotency key. Returns the existing record if the key is taken, otherwise none. Waits for a
 * transaction that is storing the same key, and reads its result.
 */
export const takeIdempotencyKey = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid,
  key: string,
  { fingerprint, response }: IdempotencyRecord
) {
  const { dialect, sql, table } = db
  const now = yield* dialect.now
  const isNew = yield* hasRow(db)(sql`
    INSERT INTO ${table("idempotency_keys")} (workspace_uuid, key, fingerprint, response, stored_at)
    VALUES (${workspace}, ${key}, ${fingerprint}, ${response}, ${now})
    ON CONFLICT (workspace_uuid, key) DO NOTHING
    RETURNING key`)
  return isNew ? Option.none<IdempotencyRecord>() : yield* select(db, workspace, key)
})

/** Returns the record stored under an idempotency key. */
export const findIdempotencyKey =
  (db: Db): Store["findIdempotencyKey"] =>
  (workspace, key) =>
    select(db, workspace, key)

/** Removes the oldest keys and returns the number removed. */
export const pruneIdempotencyKeys = (db: Db): Store["pruneIdempotencyKeys"] =>
  pruneOldest(db, { table: "idempotency_keys", key: ["workspace_uuid", "key"], since: "stored_at" })
