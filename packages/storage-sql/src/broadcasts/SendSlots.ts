import { type BroadcastStore, fullLevel, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { oneOf } from "../kernel/Rows.ts"

const bucket = oneOf(
  Schema.Struct({
    level: Schema.Finite,
    filled_at: Schema.DateTimeUtcFromMillis,
    now: Schema.DateTimeUtcFromMillis
  })
)

/** The row of the bucket is the lock that all processes meet at (B15). */
export const takeSendSlots = (db: Db): BroadcastStore["Service"]["takeSendSlots"] => {
  const { attempt, dialect, sql, transaction } = db
  return Effect.fn("BroadcastStore.takeSendSlots")((workspace, sender, wanted, rate) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        yield* attempt(sql`
          INSERT INTO send_buckets (workspace_uuid, sender, level, filled_at)
          VALUES (${workspace}, ${sender}, ${fullLevel(rate)}, ${now})
          ON CONFLICT (workspace_uuid, sender) DO NOTHING`)
        const found = yield* bucket(
          db,
          sql`
            SELECT level, filled_at, ${now} AS now FROM send_buckets
            WHERE workspace_uuid = ${workspace} AND sender = ${sender} ${dialect.forUpdate}`
        )
        const [slots, left] = takeFromBucket({ level: found.level, at: found.filled_at }, wanted, rate, found.now)
        yield* attempt(sql`
          UPDATE send_buckets SET level = ${left.level}, filled_at = ${DateTime.toEpochMillis(left.at)}
          WHERE workspace_uuid = ${workspace} AND sender = ${sender}`)
        return slots
      })
    )
  )
}
