import { Effect } from "effect"
import type { Bare, Query } from "../stores/Arena.ts"
import { listing } from "../stores/PostgresLists.ts"
import type { DatabaseSync } from "node:sqlite"

/** What a new recipient has of its own. */
export type NewRow = {
  readonly uuid: string
  readonly position: number
  readonly identifier: string
  readonly client_reference: string
  readonly parameters: string
}

interface Head {
  readonly workspace: string
  readonly broadcast: string
  readonly now: number
}

/** Writes a broadcast that waits for its time, and all its recipients, in one transaction. */
export const acceptByHand = (bare: Bare, head: Head, rows: ReadonlyArray<NewRow>) =>
  bare.dialect === "sqlite" ? Effect.sync(() => intoSqlite(bare.db, head, rows)) : intoPostgres(bare.query, head, rows)

const insertBroadcast = `
  INSERT INTO broadcasts (
    workspace_uuid, uuid, created_by, channel_type, name, template_name, locale, sender, version, status,
    scheduled_at, created_at, recipients, look_at
  ) VALUES ($1, $2, $1, 'chatapp', 'Bench', 'appointment_reminder', 'en', '4915112345678', 1, 'scheduled',
    4070908800000, $3, $4, 4070908800000)`

const own = ["uuid", "position", "identifier", "client_reference", "parameters"] as const

const intoSqlite = (db: DatabaseSync, { broadcast, now, workspace }: Head, rows: ReadonlyArray<NewRow>) => {
  const insert = db.prepare(`
    INSERT INTO broadcast_recipients (
      workspace_uuid, broadcast_uuid, ${own.join()}, status, attempt, retries, updated_at
    ) VALUES (?, ?, ${own.map(() => "?").join()}, 'pending', 0, 0, ?)`)
  db.exec("BEGIN IMMEDIATE")
  db.prepare(insertBroadcast.replace(/\$(\d)/g, "?$1")).run(workspace, broadcast, now, rows.length)
  for (const row of rows) insert.run(workspace, broadcast, ...own.map((name) => row[name]), now)
  db.exec("COMMIT")
}

const recipients = listing({
  uuid: "uuid",
  position: "integer",
  identifier: "text",
  client_reference: "text",
  parameters: "text"
})

const intoPostgres = Effect.fnUntraced(function* (
  query: Query,
  { broadcast, now, workspace }: Head,
  rows: ReadonlyArray<NewRow>
) {
  yield* query("BEGIN")
  yield* query(insertBroadcast, [workspace, broadcast, BigInt(now), rows.length])
  yield* query(
    `INSERT INTO broadcast_recipients (
      workspace_uuid, broadcast_uuid, ${own.join()}, status, attempt, retries, updated_at
    ) SELECT $1, $2, given.*, 'pending', 0, 0, $3 FROM ${recipients.given("given", 4)}`,
    [workspace, broadcast, BigInt(now), ...recipients.parameters(rows)]
  )
  yield* query("COMMIT")
})

const compared = `
  position, identifier, client_reference, parameters, status, error, message_id, attempt, retries, not_before,
  lease_until, sent_at, delivered_at, read_at`

/** Everything but uuids and instants of a broadcast's recipients, in their order. */
export const recipientRows = (bare: Bare, broadcast: string) => {
  const text = `SELECT ${compared} FROM broadcast_recipients WHERE broadcast_uuid = $1 ORDER BY position`
  return bare.dialect === "sqlite"
    ? Effect.sync(() =>
        bare.db
          .prepare(text.replace("$1", "?"))
          .all(broadcast)
          .map((row) => JSON.stringify(row))
      )
    : Effect.map(bare.query(text, [broadcast]), ({ rows }) => rows.map((row) => JSON.stringify(row)))
}
