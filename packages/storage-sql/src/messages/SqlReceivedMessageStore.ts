import { ReceivedMessage } from "@rollcall/core/sending"
import { WorkspaceUuid } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { ReceivedMessageStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import { Database, type Db } from "../database/Database.ts"
import { pageOf } from "../shared/Pages.ts"
import { countOldest, pruneOldest } from "../shared/PruneOldest.ts"
import { isBefore, newest } from "../shared/Places.ts"
import { firstOf, namedColumns, rowsOf, storedAs } from "../database/Rows.ts"

type Store = ReceivedMessageStore["Service"]

const { from, to, ...others } = ReceivedMessage.fields
const stored = storedAs({ ...others, address: from, sender: to })
const names = snakeKeys(Struct.keys(stored))
const columns = Object.values(names)
const Row = Schema.Struct(stored).pipe(namedColumns(names))
const allRows = rowsOf(Row)
const oneRow = firstOf(Row)
const messagePage = pageOf(Row)
const keys = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, id: Schema.String }))
const uuids = rowsOf(Schema.Struct({ uuid: Schema.String }))

const messageOf = ({ address, sender, ...rest }: typeof Row.Type): ReceivedMessage => ({
  ...rest,
  from: address,
  to: sender
})

const keyOf = (workspace: WorkspaceUuid, id: string) => JSON.stringify([workspace, id])

/** Returns the distinct messages with unknown ids. */
const missing = (db: Db): Store["missing"] =>
  Effect.fnUntraced(function* (messages) {
    if (messages.length === 0) return []
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { workspace: "uuid", id: "text" },
      messages.map(({ channelMessageId, workspaceUuid }) => ({ workspace: workspaceUuid, id: channelMessageId }))
    )
    const known = yield* keys(
      db,
      sql`
        SELECT workspace_uuid AS workspace, channel_message_id AS id FROM ${table("received_messages")}
        WHERE (workspace_uuid, channel_message_id) IN (SELECT workspace, id FROM ${given})`
    )
    const seen = new Set(known.map(({ id, workspace }) => keyOf(workspace, id)))
    return messages.filter(({ channelMessageId, workspaceUuid }) => {
      const key = keyOf(workspaceUuid, channelMessageId)
      return seen.has(key) ? false : seen.add(key)
    })
  })

const add = (db: Db): Store["add"] =>
  Effect.fnUntraced(function* (messages) {
    if (messages.length === 0) return []
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      {
        uuid: "uuid",
        workspace_uuid: "uuid",
        channel_message_id: "text",
        address: "text",
        sender: "text",
        at: "integer",
        kind: "text",
        text: "text",
        username: "text",
        asks_to_stop: "text"
      },
      messages.map(({ asksToStop, at, channelMessageId, from, kind, text, to, username, uuid, workspaceUuid }) => ({
        uuid,
        workspace_uuid: workspaceUuid,
        channel_message_id: channelMessageId,
        address: from,
        sender: to,
        at: DateTime.toEpochMillis(at),
        kind,
        text,
        username,
        asks_to_stop: asksToStop
      }))
    )
    const names = sql.csv(columns)
    const added = yield* uuids(
      db,
      sql`
        INSERT INTO ${table("received_messages")} (${names}, stored_at)
        SELECT ${names}, ${yield* dialect.now} FROM ${given} WHERE TRUE ORDER BY workspace_uuid, channel_message_id, uuid
        ON CONFLICT (workspace_uuid, channel_message_id) DO NOTHING
        RETURNING uuid`
    )
    const known = new Set(added.map(({ uuid }) => uuid))
    return messages.filter(({ uuid }) => known.has(uuid))
  })

const find =
  (db: Db): Store["find"] =>
  (workspace, uuid) =>
    Effect.map(
      oneRow(
        db,
        db.sql`
          SELECT ${db.sql.csv(columns)} FROM ${db.table("received_messages")}
          WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`
      ),
      (found) => found.pipe(Option.map(messageOf))
    )

const list =
  (db: Db): Store["list"] =>
  (workspace, page) =>
    Effect.map(
      messagePage(db, {
        columns: db.sql.csv(columns),
        from: "received_messages",
        where: db.sql`workspace_uuid = ${workspace}`,
        order: { keys: [db.sql`at`], nullable: false },
        direction: "desc",
        page
      }),
      ({ items, total }) => ({ items: items.map(messageOf), total })
    )

/** Maximum addresses per SELECT. SQLite allows 500 terms in a compound SELECT. */
const addressesAtOnce = 100

/** Reads the newest messages of each address by its index, then merges them. Runs in groups of addresses. */
const before =
  (db: Db): Store["before"] =>
  (workspace, addresses, place, limit) => {
    if (addresses.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const newestOnes = newest(db, ["at", "uuid"], limit)
    const ofAddress = (address: string) => sql`
      SELECT ${sql.csv(columns)} FROM ${table("received_messages")}
      WHERE workspace_uuid = ${workspace} AND address = ${address} AND ${isBefore(db, ["at", "uuid"], place)}
      ${newestOnes}`
    const newestOf = (some: ReadonlyArray<Statement.Fragment>) => {
      const each = some.map((one) => sql`SELECT * FROM (${one}) AS newest`)
      return sql`SELECT * FROM (${sql.join(" UNION ALL ", false)(each)}) AS found ${newestOnes}`
    }
    const statement = newestOf(Arr.chunksOf(addresses.map(ofAddress), addressesAtOnce).map(newestOf))
    return Effect.map(allRows(db, dialect.runUnprepared(statement)), (rows) => rows.map(messageOf))
  }

const erase =
  (db: Db): Store["erase"] =>
  (workspace, addresses) => {
    const given = db.dialect.valuesTable(
      "given",
      { erased: "text" },
      addresses.map((erased) => ({ erased }))
    )
    return addresses.length === 0
      ? Effect.succeed(0)
      : Effect.map(
          uuids(
            db,
            db.sql`
              DELETE FROM ${db.table("received_messages")}
              WHERE workspace_uuid = ${workspace} AND address IN (SELECT erased FROM ${given})
              RETURNING uuid`
          ),
          ({ length }) => length
        )
  }

const kept = { table: "received_messages", key: ["workspace_uuid", "uuid"], since: "stored_at" } as const

export const layer = Layer.effect(
  ReceivedMessageStore,
  Effect.map(Database, (db) =>
    ReceivedMessageStore.of({
      add: add(db),
      missing: missing(db),
      find: find(db),
      list: list(db),
      before: before(db),
      erase: erase(db),
      prune: pruneOldest(db, kept),
      prunable: countOldest(db, kept)
    })
  )
)
