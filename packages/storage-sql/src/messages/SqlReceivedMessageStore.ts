import { WorkspaceUuid } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { ReceivedMessage } from "@rollcall/core/sending"
import { ReceivedMessageStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Option, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer } from "../database/Database.ts"
import { firstOf, namedColumns, readAs, rowCount, rowsOf, storedAs } from "../database/Rows.ts"
import { pageOf } from "../shared/Pages.ts"
import { isBefore, newest } from "../shared/Places.ts"
import { countOldest, pruneOldest } from "../shared/PruneOldest.ts"

const { from, to, ...others } = ReceivedMessage.fields
const stored = storedAs({ ...others, address: from, sender: to })
const names = snakeKeys(Struct.keys(stored))
const columns = Object.values(names)
const Row = Schema.Struct(stored).pipe(namedColumns(names))

const messageOf = ({ address, sender, ...rest }: typeof Row.Type): ReceivedMessage => ({
  ...rest,
  from: address,
  to: sender
})
const messages = readAs(rowsOf(Row), Arr.map(messageOf))
const message = readAs(firstOf(Row), Option.map(messageOf))
const messagePage = pageOf(Row)
const keys = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, id: Schema.String }))
const uuids = rowsOf(Schema.Struct({ uuid: Schema.String }))

const keyOf = (workspace: WorkspaceUuid, id: string) => JSON.stringify([workspace, id])

/** Maximum addresses per SELECT. SQLite allows 500 terms in a compound SELECT. */
const addressesAtOnce = 100

const kept = { table: "received_messages", key: ["workspace_uuid", "uuid"], since: "stored_at" } as const

export const layer = storeLayer(ReceivedMessageStore, (db) => {
  const { dialect, sql, table } = db
  return {
    add: Effect.fnUntraced(function* (messages) {
      if (messages.length === 0) return []
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
      const added = yield* uuids(db)(sql`
        INSERT INTO ${table("received_messages")} (${names}, stored_at)
        SELECT ${names}, ${yield* dialect.now} FROM ${given} WHERE TRUE ORDER BY workspace_uuid, channel_message_id, uuid
        ON CONFLICT (workspace_uuid, channel_message_id) DO NOTHING
        RETURNING uuid`)
      const known = new Set(added.map(({ uuid }) => uuid))
      return messages.filter(({ uuid }) => known.has(uuid))
    }),

    missing: Effect.fnUntraced(function* (messages) {
      if (messages.length === 0) return []
      const given = dialect.valuesTable(
        "given",
        { workspace: "uuid", id: "text" },
        messages.map(({ channelMessageId, workspaceUuid }) => ({ workspace: workspaceUuid, id: channelMessageId }))
      )
      const known = yield* keys(db)(sql`
        SELECT workspace_uuid AS workspace, channel_message_id AS id FROM ${table("received_messages")}
        WHERE (workspace_uuid, channel_message_id) IN (SELECT workspace, id FROM ${given})`)
      const seen = new Set(known.map(({ id, workspace }) => keyOf(workspace, id)))
      return messages.filter(({ channelMessageId, workspaceUuid }) => {
        const key = keyOf(workspaceUuid, channelMessageId)
        return seen.has(key) ? false : seen.add(key)
      })
    }),

    find: (workspace, uuid) =>
      message(db)(sql`
        SELECT ${sql.csv(columns)} FROM ${table("received_messages")}
        WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`),

    list: (workspace, page) => {
      const listing = {
        columns: sql.csv(columns),
        from: "received_messages",
        where: sql`workspace_uuid = ${workspace}`,
        order: { keys: [sql`at`], nullable: false },
        direction: "desc",
        page
      } as const
      return Effect.map(messagePage(db, listing), ({ items, total }) => ({ items: items.map(messageOf), total }))
    },

    // Reads the newest messages of each address by its index, then merges them. Runs in groups of addresses.
    before: (workspace, addresses, place, limit) => {
      if (addresses.length === 0) return Effect.succeed([])
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
      return messages(db)(dialect.runUnprepared(statement))
    },

    erase: (workspace, addresses) => {
      if (addresses.length === 0) return Effect.succeed(0)
      const given = columnTable(dialect, "erased", "text", addresses)
      return rowCount(db)(sql`
        DELETE FROM ${table("received_messages")}
        WHERE workspace_uuid = ${workspace} AND address IN (SELECT erased FROM ${given})
        RETURNING uuid`)
    },

    prune: pruneOldest(db, kept),
    prunable: countOldest(db, kept)
  }
})
