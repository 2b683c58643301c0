import { InboundBatch } from "@rollcall/core/channel"
import { InboxStore } from "@rollcall/core/storage"
import { Duration, Effect, Exit, Option, Schema } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { batchStatement } from "../database/StatementBatch.ts"
import { pruneOldest } from "../shared/PruneOldest.ts"

const Batch = Schema.fromJsonString(Schema.toCodecJson(InboundBatch))
const encode = Schema.encodeEffect(Batch)
const decode = Schema.decodeUnknownOption(Batch)
const storedRows = rowsOf(
  Schema.Struct({ uuid: Schema.String, channelType: Schema.NullOr(Schema.String), batch: Schema.String })
)

interface StoredReport {
  readonly uuid: string
  readonly channel: string | null
  readonly text: string
}

/** Logs an unreadable entry without the cause, which may contain personal data. */
const logUnreadable = (uuid: string) =>
  Effect.logError("a channel's report cannot be read").pipe(Effect.annotateLogs({ uuid }))

export const layer = storeLayer(InboxStore, (db) => {
  const { dialect, mapErrors, run, sql, table } = db

  const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<StoredReport>) {
    const now = yield* dialect.now
    const given = dialect.valuesTable("given", { uuid: "uuid", channel: "text", text: "text" }, rows)
    yield* run(sql`
      INSERT INTO ${table("inbox")} (uuid, channel_type, batch, due_at, stored_at)
      SELECT uuid, channel, text, ${now}, ${now} FROM ${given}`)
  })
  // Concurrent reports share a statement, because the database waits for its disk at each commit.
  const store = batchStatement(db, {
    isShared: true,
    keyOf: () => "inbox",
    sizeOf: ({ text }) => text.length,
    one: (row: StoredReport) => insert([row]),
    all: (rows) =>
      Effect.as(
        insert(rows),
        rows.map(() => Exit.void)
      )
  })

  return {
    put: ({ batch, channelType: channel, uuid }) =>
      Effect.flatMap(mapErrors(encode(batch)), (text) => store({ uuid, channel, text })),

    // Skips entries locked by another transaction. Omits an entry that cannot be read, such as an entry of a later version.
    claimDue: Effect.fnUntraced(function* ({ limit, retryAfter }) {
      const now = yield* dialect.now
      const claimed = yield* storedRows(db)(sql`
        WITH due AS MATERIALIZED (
          SELECT uuid AS due_uuid FROM ${table("inbox")} WHERE due_at <= ${now}
          ORDER BY due_at, uuid LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}
        )
        UPDATE ${table("inbox")} SET due_at = ${now} + ${Duration.toMillis(retryAfter)} FROM due
        WHERE uuid = due_uuid
        RETURNING uuid, channel_type AS ${sql("channelType")}, batch`)
      const entries = yield* Effect.forEach(claimed, ({ batch, channelType, uuid }) =>
        Option.match(decode(batch), {
          onNone: () => Effect.as(logUnreadable(uuid), []),
          onSome: (batch) => Effect.succeed([{ uuid, channelType, batch }])
        })
      )
      return entries.flat().toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
    }),

    remove: (uuids) => {
      const given = columnTable(dialect, "applied", "uuid", uuids)
      return uuids.length === 0
        ? Effect.void
        : run(sql`DELETE FROM ${table("inbox")} WHERE uuid IN (SELECT applied FROM ${given})`)
    },

    prune: pruneOldest(db, { table: "inbox", key: ["uuid"], since: "stored_at" })
  }
})
