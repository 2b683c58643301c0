import { InboundBatch } from "@rollcall/core/channel"
import { InboxStore } from "@rollcall/core/storage"
import { Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { pruneOldest } from "../shared/PruneOldest.ts"
import { rowsOf } from "../database/Rows.ts"
import { batchStatement } from "../database/StatementBatch.ts"

type Store = InboxStore["Service"]

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

/** Stores reports. Concurrent reports share a statement, because the database waits for its disk at each commit. */
const put = (db: Db): Store["put"] => {
  const { dialect, mapErrors, sql, table } = db
  const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<StoredReport>) {
    const now = yield* dialect.now
    const given = dialect.valuesTable("given", { uuid: "uuid", channel: "text", text: "text" }, rows)
    yield* mapErrors(sql`
      INSERT INTO ${table("inbox")} (uuid, channel_type, batch, due_at, stored_at)
      SELECT uuid, channel, text, ${now}, ${now} FROM ${given}`)
  })
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
  return ({ batch, channelType: channel, uuid }) =>
    Effect.flatMap(mapErrors(encode(batch)), (text) => store({ uuid, channel, text }))
}

/**
 * Claims due entries. Skips entries locked by another transaction. Omits an entry that cannot be read, such as an entry of
 * a later version.
 */
const claimDue = (db: Db): Store["claimDue"] =>
  Effect.fnUntraced(function* ({ limit, retryAfter }) {
    const { dialect, sql, table } = db
    const now = yield* dialect.now
    const claimed = yield* storedRows(
      db,
      sql`
        WITH due AS MATERIALIZED (
          SELECT uuid AS due_uuid FROM ${table("inbox")} WHERE due_at <= ${now}
          ORDER BY due_at, uuid LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}
        )
        UPDATE ${table("inbox")} SET due_at = ${now} + ${Duration.toMillis(retryAfter)} FROM due
        WHERE uuid = due_uuid
        RETURNING uuid, channel_type AS ${sql("channelType")}, batch`
    )
    const entries = yield* Effect.forEach(claimed, ({ batch, channelType, uuid }) =>
      Option.match(decode(batch), {
        onNone: () => Effect.as(logUnreadable(uuid), []),
        onSome: (batch) => Effect.succeed([{ uuid, channelType, batch }])
      })
    )
    return entries.flat().toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  })

/** Logs an unreadable entry without the cause, which may contain personal data. */
const logUnreadable = (uuid: string) =>
  Effect.logError("what a channel reported cannot be read").pipe(Effect.annotateLogs({ uuid }))

const remove =
  ({ dialect, mapErrors, sql, table }: Db): Store["remove"] =>
  (uuids) => {
    const given = dialect.valuesTable(
      "given",
      { applied: "uuid" },
      uuids.map((applied) => ({ applied }))
    )
    return uuids.length === 0
      ? Effect.void
      : Effect.asVoid(mapErrors(sql`DELETE FROM ${table("inbox")} WHERE uuid IN (SELECT applied FROM ${given})`))
  }

const prune = (db: Db): Store["prune"] => pruneOldest(db, { table: "inbox", key: ["uuid"], since: "stored_at" })

export const layer = Layer.effect(
  InboxStore,
  Effect.map(Database, (db) =>
    InboxStore.of({ put: put(db), claimDue: claimDue(db), remove: remove(db), prune: prune(db) })
  )
)
