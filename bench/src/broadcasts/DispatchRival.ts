import { Clock, Effect, Result, type Scope } from "effect"
import { PgTypes } from "@effect/sql-pg"
import type { SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import type { Bare, Query } from "../stores/Arena.ts"
import { messageIdOf } from "./InstantChannel.ts"

interface Ref {
  readonly workspace: string
  readonly broadcast: string
}

/** Hands a message over. */
type Send = (recipient: string) => unknown

/** As many recipients at a time as the library claims, and on Postgres as many claims at a time. */
const chunk = 100
const lanes = 4

const lease = 60_000

/** Makes ready to send a broadcast by claims and updates of many rows at a time, each a statement that commits. */
export const claimByHand = (
  bare: Bare,
  ref: Ref
): Effect.Effect<(send: Send) => Effect.Effect<void, SqlError.SqlError>, SqlError.SqlError, Scope.Scope> =>
  bare.dialect === "sqlite" ? Effect.succeed(onSqlite(bare.db, ref)) : onPostgres(bare, ref)

const parse: (text: string) => unknown = JSON.parse

const onSqlite = (db: DatabaseSync, { broadcast, workspace }: Ref) => {
  db.prepare("UPDATE broadcasts SET status = 'sending' WHERE workspace_uuid = ? AND uuid = ?").run(workspace, broadcast)
  const claim = db.prepare(`
    UPDATE broadcast_recipients SET status = 'sending', attempt = attempt + 1, lease_until = ?1 + ${lease}, updated_at = ?1
    WHERE uuid IN (
      SELECT uuid FROM broadcast_recipients
      WHERE workspace_uuid = ?2 AND broadcast_uuid = ?3 AND status = 'pending' ORDER BY position LIMIT ${chunk}
    )
    RETURNING uuid, parameters`)
  const record = db.prepare(`
    UPDATE broadcast_recipients SET status = 'sent', message_id = ?1, sent_at = ?2, lease_until = NULL, updated_at = ?2
    WHERE uuid = ?3`)
  return (send: Send) =>
    Effect.gen(function* () {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        const rows = claim.all(now, workspace, broadcast)
        if (rows.length === 0) return
        for (const { parameters } of rows) parse(String(parameters))
        for (const { uuid } of rows) send(String(uuid))
        db.exec("BEGIN IMMEDIATE")
        for (const { uuid } of rows) record.run(messageIdOf(String(uuid)), now, uuid ?? null)
        db.exec("COMMIT")
      }
    })
}

const onPostgres = Effect.fnUntraced(function* (
  { another, query }: Extract<Bare, { readonly dialect: "postgres" }>,
  { broadcast, workspace }: Ref
) {
  yield* query("UPDATE broadcasts SET status = 'sending' WHERE workspace_uuid = $1 AND uuid = $2", [
    workspace,
    broadcast
  ])
  const connections = yield* Effect.replicateEffect(another, lanes)
  return (send: Send) =>
    Effect.forEach(connections, (query) => lane(query, { broadcast, workspace }, send), {
      concurrency: "unbounded",
      discard: true
    })
})

const now = "floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint"

const claim = `
  WITH chosen AS MATERIALIZED (
    SELECT uuid AS chosen FROM broadcast_recipients
    WHERE workspace_uuid = $1 AND broadcast_uuid = $2 AND status = 'pending'
    ORDER BY position LIMIT ${chunk} FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE broadcast_recipients
  SET status = 'sending', attempt = attempt + 1, lease_until = ${now} + ${lease}, updated_at = ${now}
  FROM chosen WHERE uuid = chosen
  RETURNING uuid, parameters`

const record = `
  UPDATE broadcast_recipients
  SET status = 'sent', message_id = given.message, sent_at = ${now}, lease_until = NULL, updated_at = ${now}
  FROM unnest($1, $2) AS given(recipient, message) WHERE uuid = given.recipient`

const lane = Effect.fnUntraced(function* (query: Query, { broadcast, workspace }: Ref, send: Send) {
  for (;;) {
    const { rows } = yield* query(claim, [workspace, broadcast])
    if (rows.length === 0) return
    for (const { parameters } of rows) parse(String(parameters))
    const uuids = rows.map(({ uuid }) => String(uuid))
    uuids.forEach(send)
    yield* query(record, [
      Result.getOrThrow(PgTypes.array(uuids, PgTypes.OID.uuid)),
      Result.getOrThrow(PgTypes.array(uuids.map(messageIdOf), PgTypes.OID.text))
    ])
  }
})
