import { ActorUuid, Scope } from "@rollcall/core"
import { AccessTokenStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, oneOf, rowsOf } from "../database/Rows.ts"
import { tokenTable } from "./AccessTokenRow.ts"

type Store = AccessTokenStore["Service"]

const accessToken = firstOf(tokenTable.row)
const accessTokens = rowsOf(tokenTable.row)
const hashes = rowsOf(Schema.Struct({ hash: Schema.String }))
const touched = rowsOf(Schema.Struct({ uuid: Schema.String }))
const presence = oneOf(Schema.Struct({ present: Schema.Int }))

const list = (db: Db): Store["list"] => {
  const { sql, table } = db
  return (workspace) =>
    accessTokens(
      db,
      sql`
        SELECT ${sql.csv(tokenTable.columns)} FROM ${table("access_tokens")}
        WHERE workspace_uuid = ${workspace} ORDER BY created_at, uuid`
    )
}

/** Marks one token and revokes the others in one statement. No token has an empty hash. */
const keepBootstrap = (db: Db): Store["keepBootstrap"] => {
  const { sql, table } = db
  return (given, at) => {
    const hash = given ?? ""
    return Effect.map(
      hashes(
        db,
        sql`
          UPDATE ${table("access_tokens")}
          SET bootstrap = 1,
            revoked_at = CASE WHEN hash = ${hash} THEN revoked_at ELSE ${DateTime.toEpochMillis(at)} END
          WHERE hash = ${hash} OR (bootstrap = 1 AND revoked_at IS NULL)
          RETURNING hash`
      ),
      (rows) => rows.filter((row) => row.hash !== hash).length
    )
  }
}

const insert = (db: Db): Store["insert"] => {
  const { sql, table } = db
  return (token) =>
    Effect.map(
      touched(
        db,
        sql`
          INSERT INTO ${table("access_tokens")} ${sql.insert(tokenTable.record(token))}
          ON CONFLICT (hash) DO NOTHING
          RETURNING uuid`
      ),
      (rows) => rows.length > 0
    )
}

const encodeScopes = Schema.encodeSync(Schema.fromJsonString(Schema.Array(Scope)))

const setScopes =
  ({ mapErrors, sql, table }: Db): Store["setScopes"] =>
  (hash, scopes) =>
    Effect.asVoid(
      mapErrors(sql`UPDATE ${table("access_tokens")} SET scopes = ${encodeScopes(scopes)} WHERE hash = ${hash}`)
    )

const recordUses = ({ mapErrors, sql, table }: Db): Store["recordUses"] => {
  return (hashes, at) => {
    const instant = DateTime.toEpochMillis(at)
    return hashes.length === 0
      ? Effect.void
      : Effect.asVoid(
          mapErrors(sql`
            UPDATE ${table("access_tokens")} SET last_used_at = ${instant}
            WHERE ${sql.in("hash", hashes)} AND (last_used_at IS NULL OR last_used_at < ${instant})`)
        )
  }
}

const findByHash = (db: Db): Store["findByHash"] => {
  const { sql, table } = db
  return (hash) =>
    accessToken(db, sql`SELECT ${sql.csv(tokenTable.columns)} FROM ${table("access_tokens")} WHERE hash = ${hash}`)
}

const hasAny = (db: Db): Store["hasAny"] =>
  presence(
    db,
    db.sql`SELECT count(*) AS present FROM (SELECT 1 FROM ${db.table("access_tokens")} LIMIT 1) AS made`
  ).pipe(
    Effect.map(({ present }) => present > 0),
    Effect.withSpan("AccessTokenStore.hasAny")
  )

/** Stores when a token was revoked. The earliest timestamp is kept. */
const revoke = (db: Db): Store["revoke"] => {
  const { sql, table } = db
  return (workspace, uuid, at) => {
    const instant = DateTime.toEpochMillis(at)
    return Effect.map(
      touched(
        db,
        sql`
          UPDATE ${table("access_tokens")}
          SET revoked_at = CASE WHEN revoked_at <= ${instant} THEN revoked_at ELSE ${instant} END
          WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}
          RETURNING uuid`
      ),
      (rows) => rows.length > 0
    )
  }
}

const rememberActor =
  ({ mapErrors, sql, table }: Db): Store["rememberActor"] =>
  (workspace, actor, name) =>
    Effect.asVoid(
      mapErrors(sql`
        INSERT INTO ${table("actors")} (workspace_uuid, uuid, name) VALUES (${workspace}, ${actor}, ${name})
        ON CONFLICT (workspace_uuid, uuid) DO NOTHING`)
    )

const namedActors = rowsOf(Schema.Struct({ uuid: ActorUuid, name: Schema.String }))

const actorNames = (db: Db): Store["actorNames"] => {
  const { dialect, sql, table } = db
  return (workspace, actors) => {
    if (actors.length === 0) return Effect.succeed(new Map())
    const statement = sql`
      SELECT uuid, name FROM ${table("actors")} WHERE workspace_uuid = ${workspace} AND ${sql.in("uuid", actors)}`
    return Effect.map(
      namedActors(db, dialect.runUnprepared(statement)),
      (rows) => new Map(rows.map(({ name, uuid }) => [uuid, name]))
    )
  }
}

export const layer = Layer.effect(
  AccessTokenStore,
  Effect.map(Database, (db) =>
    AccessTokenStore.of({
      list: list(db),
      keepBootstrap: keepBootstrap(db),
      insert: insert(db),
      setScopes: setScopes(db),
      recordUses: recordUses(db),
      findByHash: findByHash(db),
      hasAny: hasAny(db),
      revoke: revoke(db),
      rememberActor: rememberActor(db),
      actorNames: actorNames(db)
    })
  )
)
