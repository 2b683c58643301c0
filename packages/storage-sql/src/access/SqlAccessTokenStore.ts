import { ActorUuid, Scope } from "@rollcall/core"
import { AccessTokenStore } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, readAs, rowsOf } from "../database/Rows.ts"
import { tokenTable } from "./AccessTokenRow.ts"

const encodeScopes = Schema.encodeSync(Schema.fromJsonString(Schema.Array(Scope)))
const accessToken = firstOf(tokenTable.row)
const accessTokens = rowsOf(tokenTable.row)
const hashes = rowsOf(Schema.Struct({ hash: Schema.String }))
const actorNames = readAs(
  rowsOf(Schema.Struct({ uuid: ActorUuid, name: Schema.String })),
  (rows) => new Map(rows.map(({ name, uuid }) => [uuid, name]))
)

export const layer = storeLayer(AccessTokenStore, (db) => {
  const { dialect, run, sql, table } = db
  const select = sql`SELECT ${sql.csv(tokenTable.columns)} FROM ${table("access_tokens")}`
  return {
    list: (workspace) => accessTokens(db)(sql`${select} WHERE workspace_uuid = ${workspace} ORDER BY created_at, uuid`),

    // Marks one token and revokes the others in one statement. No token has an empty hash.
    keepBootstrap: (given, at) => {
      const hash = given ?? ""
      const kept = hashes(db)(sql`
        UPDATE ${table("access_tokens")}
        SET bootstrap = 1,
          revoked_at = CASE WHEN hash = ${hash} THEN revoked_at ELSE ${DateTime.toEpochMillis(at)} END
        WHERE hash = ${hash} OR (bootstrap = 1 AND revoked_at IS NULL)
        RETURNING hash`)
      return Effect.map(kept, (rows) => rows.filter((row) => row.hash !== hash).length)
    },

    insert: (token) =>
      hasRow(db)(sql`
        INSERT INTO ${table("access_tokens")} ${sql.insert(tokenTable.record(token))}
        ON CONFLICT (hash) DO NOTHING
        RETURNING uuid`),

    setScopes: (hash, scopes) =>
      run(sql`UPDATE ${table("access_tokens")} SET scopes = ${encodeScopes(scopes)} WHERE hash = ${hash}`),

    recordUses: (hashes, at) => {
      if (hashes.length === 0) return Effect.void
      const instant = DateTime.toEpochMillis(at)
      return run(sql`
        UPDATE ${table("access_tokens")} SET last_used_at = ${instant}
        WHERE ${sql.in("hash", hashes)} AND (last_used_at IS NULL OR last_used_at < ${instant})`)
    },

    findByHash: (hash) => accessToken(db)(sql`${select} WHERE hash = ${hash}`),

    hasAny: Effect.withSpan(
      hasRow(db)(sql`SELECT 1 AS present FROM ${table("access_tokens")} LIMIT 1`),
      "AccessTokenStore.hasAny"
    ),

    // The earliest timestamp is kept.
    revoke: (workspace, uuid, at) => {
      const instant = DateTime.toEpochMillis(at)
      return hasRow(db)(sql`
        UPDATE ${table("access_tokens")}
        SET revoked_at = CASE WHEN revoked_at <= ${instant} THEN revoked_at ELSE ${instant} END
        WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}
        RETURNING uuid`)
    },

    rememberActor: (workspace, actor, name) =>
      run(sql`
        INSERT INTO ${table("actors")} (workspace_uuid, uuid, name) VALUES (${workspace}, ${actor}, ${name})
        ON CONFLICT (workspace_uuid, uuid) DO NOTHING`),

    actorNames: (workspace, actors) => {
      if (actors.length === 0) return Effect.succeed(new Map())
      const statement = sql`
        SELECT uuid, name FROM ${table("actors")} WHERE workspace_uuid = ${workspace} AND ${sql.in("uuid", actors)}`
      return actorNames(db)(dialect.runUnprepared(statement))
    }
  }
})
