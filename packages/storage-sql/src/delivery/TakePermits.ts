import {
  type DeliveryStore,
  fillTime,
  fullLevel,
  levelOfOne,
  permitsOf,
  takePermits as takeFrom
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { oneOf } from "../shared/Rows.ts"

const bucket = oneOf(Schema.Struct({ granted: Schema.Finite, level: Schema.Finite }))

/** A new bucket is full, at whatever instant it is made. */
const anyTime = DateTime.makeUnsafe(0)

/**
 * Takes permits in one statement, which locks the bucket (B15). `filled` is the level of the bucket now, before permits
 * are taken.
 */
export const takePermits = (db: Db): DeliveryStore["Service"]["takePermits"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (workspace, sender, wanted, rate) {
    const now = yield* dialect.now
    const double = (number: number) => sql`CAST(${number} AS double precision)`
    const [fresh, left] = takeFrom({ level: fullLevel(rate), at: anyTime }, wanted, rate, anyTime)
    const fill = Duration.toMillis(fillTime(rate))
    const filledAt = dialect.least(sql`bucket.filled_at`, sql`excluded.filled_at + ${fill}`)
    const elapsed = dialect.greatest(sql`0`, sql`excluded.filled_at - ${filledAt}`)
    const filled = dialect.least(double(fullLevel(rate)), sql`bucket.level + ${elapsed} * ${double(rate.perSecond)}`)
    const granted = sql`floor(${dialect.least(double(wanted), sql`${filled} / ${double(levelOfOne)}`)})`
    const { granted: permits, level } = yield* bucket(
      db,
      sql`
        INSERT INTO ${table("send_buckets")} AS bucket (workspace_uuid, sender, level, filled_at, granted)
        VALUES (${workspace}, ${sender}, ${left.level}, ${now}, ${fresh.granted})
        ON CONFLICT (workspace_uuid, sender) DO UPDATE SET
          granted = ${granted},
          level = ${filled} - ${granted} * ${double(levelOfOne)},
          filled_at = ${dialect.greatest(filledAt, sql`excluded.filled_at`)}
        RETURNING granted, level`
    )
    return permitsOf(permits, level, rate)
  })
}
