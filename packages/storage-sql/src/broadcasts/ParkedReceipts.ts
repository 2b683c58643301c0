import { Receipt, type StorageError } from "@rollcall/core"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"

const receipts = rowsOf(
  Schema.Struct({ ...Receipt.fields, correlation: Schema.Null, at: Schema.DateTimeUtcFromMillis }).pipe(
    Schema.encodeKeys({ messageId: "message_id" })
  )
)

/** The receipts that wait for one of these message ids, in the order of their coming. */
export const parkedReceipts = (
  db: Db,
  messageIds: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Receipt>, StorageError> => {
  const { dialect, sql } = db
  const given = dialect.unpack(
    "given",
    { wanted: "text" },
    messageIds.map((wanted) => ({ wanted }))
  )
  const statement = sql`
    SELECT NULL AS correlation, message_id, status, error, at FROM parked_receipts
    WHERE message_id IN (SELECT wanted FROM ${given})
    ORDER BY sequence`
  return messageIds.length === 0 ? Effect.succeed([]) : receipts(db, statement)
}

/** Keeps receipts until their message ids become known. */
export const park = Effect.fnUntraced(function* (db: Db, parked: ReadonlyArray<Receipt>) {
  if (parked.length === 0) return
  const { attempt, dialect, sql } = db
  const given = dialect.unpack(
    "given",
    { place: "integer", message_id: "text", status: "text", error: "text", at: "integer" },
    parked.map(({ at, error, messageId, status }, place) => ({
      place,
      message_id: messageId,
      status,
      error,
      at: DateTime.toEpochMillis(at)
    }))
  )
  yield* attempt(sql`
    INSERT INTO parked_receipts (message_id, status, error, at)
    SELECT message_id, status, error, at FROM ${given} WHERE TRUE ORDER BY place
    ON CONFLICT (message_id, status) DO NOTHING`)
})

/** Forgets the receipts that waited for these message ids. */
export const unpark = Effect.fnUntraced(function* (db: Db, messageIds: ReadonlyArray<string>) {
  if (messageIds.length === 0) return
  const { attempt, dialect, sql } = db
  const given = dialect.unpack(
    "given",
    { wanted: "text" },
    messageIds.map((wanted) => ({ wanted }))
  )
  yield* attempt(sql`DELETE FROM parked_receipts WHERE message_id IN (SELECT wanted FROM ${given})`)
})
