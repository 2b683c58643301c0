import { type BroadcastStore, fullLevel, levelOfOne, slotsOf, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { oneOf } from "../kernel/Rows.ts"

const bucket = oneOf(Schema.Struct({ granted: Schema.Finite, level: Schema.Finite }))

/** A bucket that nobody has taken from is full at any time. */
const anyTime = DateTime.makeUnsafe(0)

/**
 * One statement that all processes take turns at (B15), and that says what `takeFromBucket` says: `filled` is the level
 * that the bucket has come to since somebody last took from it.
 */
export const takeSendSlots = (db: Db): BroadcastStore["Service"]["takeSendSlots"] => {
  const { dialect, sql } = db
  return Effect.fn("BroadcastStore.takeSendSlots")(function* (workspace, sender, wanted, rate) {
    const now = yield* dialect.now
    const double = (number: number) => sql`CAST(${number} AS double precision)`
    const [fresh, left] = takeFromBucket({ level: fullLevel(rate), at: anyTime }, wanted, rate, anyTime)
    const elapsed = dialect.greatest(sql`0`, sql`excluded.filled_at - bucket.filled_at`)
    const filled = dialect.least(double(fullLevel(rate)), sql`bucket.level + ${elapsed} * ${double(rate.perSecond)}`)
    const granted = sql`floor(${dialect.least(double(wanted), sql`${filled} / ${double(levelOfOne)}`)})`
    const { granted: slots, level } = yield* bucket(
      db,
      sql`
        INSERT INTO send_buckets AS bucket (workspace_uuid, sender, level, filled_at, granted)
        VALUES (${workspace}, ${sender}, ${left.level}, ${now}, ${fresh.granted})
        ON CONFLICT (workspace_uuid, sender) DO UPDATE SET
          granted = ${granted},
          level = ${filled} - ${granted} * ${double(levelOfOne)},
          filled_at = ${dialect.greatest(sql`bucket.filled_at`, sql`excluded.filled_at`)}
        RETURNING granted, level`
    )
    return slotsOf(slots, level, rate)
  })
}
