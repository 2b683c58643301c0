import { fullLevel, levelOfOne, takePermits as takeFrom } from "@rollcall/core/sending"
import {
  type DeliveryStore,
  fillTime,
  heldLevel,
  holdPermits as hold,
  permitsOf,
  type SendRate
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { oneOf } from "../database/Rows.ts"

const bucket = oneOf(Schema.Struct({ granted: Schema.Finite, level: Schema.Finite }))

/** Any timestamp works for a new bucket, because it is full. */
const anyTime = DateTime.makeUnsafe(0)

/** Returns the initial state of a bucket, which is full. */
const newBucket = (rate: SendRate) => ({ level: fullLevel(rate), at: anyTime })

const double = ({ sql }: Db, number: number) => sql`CAST(${number} AS double precision)`

/** Returns the current level of a stored bucket, and the timestamp up to which it was filled. */
const filledBucket = (db: Db, rate: SendRate) => {
  const { dialect, sql } = db
  const fill = Duration.toMillis(fillTime(rate))
  const filledAt = dialect.ofTwo("least", sql`bucket.filled_at`, sql`excluded.filled_at + ${fill}`)
  const elapsed = dialect.ofTwo("greatest", sql`0`, sql`excluded.filled_at - ${filledAt}`)
  return {
    level: dialect.ofTwo(
      "least",
      double(db, fullLevel(rate)),
      sql`bucket.level + ${elapsed} * ${double(db, rate.perSecond)}`
    ),
    at: dialect.ofTwo("greatest", filledAt, sql`excluded.filled_at`)
  }
}

/**
 * Writes and locks a bucket in one statement: inserts `fresh`, or updates an existing bucket with the given assignments.
 */
const write = (
  { sql, table }: Db,
  key: readonly [workspace: string, sender: string],
  fresh: { readonly level: number; readonly granted: number },
  now: Statement.Fragment,
  set: Statement.Fragment
) => sql`
  INSERT INTO ${table("send_buckets")} AS bucket (workspace_uuid, sender, level, filled_at, granted)
  VALUES (${key[0]}, ${key[1]}, ${fresh.level}, ${now}, ${fresh.granted})
  ON CONFLICT (workspace_uuid, sender) DO UPDATE SET ${set}
  RETURNING granted, level`

export const takePermits = (db: Db): DeliveryStore["Service"]["takePermits"] => {
  const { dialect, sql } = db
  return Effect.fnUntraced(function* (workspace, sender, wanted, rate) {
    const now = yield* dialect.now
    const [fresh, left] = takeFrom(newBucket(rate), wanted, rate, anyTime)
    const filled = filledBucket(db, rate)
    const most = dialect.ofTwo("least", double(db, wanted), sql`${filled.level} / ${double(db, levelOfOne)}`)
    const granted = dialect.ofTwo("greatest", double(db, 0), sql`floor(${most})`)
    const set = sql`
      granted = ${granted},
      level = ${filled.level} - ${granted} * ${double(db, levelOfOne)},
      filled_at = ${filled.at}`
    const first = { level: left.level, granted: fresh.granted }
    const { granted: permits, level } = yield* bucket(db)(write(db, [workspace, sender], first, now, set))
    return permitsOf(permits, level, rate)
  })
}

/** Ends the hold of a bucket. */
export const endHold = (db: Db): DeliveryStore["Service"]["endHold"] => {
  const { dialect, run, sql, table } = db
  return Effect.fnUntraced(function* (workspace, sender) {
    yield* run(sql`
      UPDATE ${table("send_buckets")} SET level = 0, filled_at = ${yield* dialect.now}
      WHERE workspace_uuid = ${workspace} AND sender = ${sender} AND level < 0`)
  })
}

/** Empties a bucket and holds it, in one statement. */
export const holdPermits = (db: Db): DeliveryStore["Service"]["holdPermits"] => {
  const { dialect, sql } = db
  return Effect.fnUntraced(function* (workspace, sender, wait, rate) {
    const now = yield* dialect.now
    const filled = filledBucket(db, rate)
    const set = sql`
      granted = 0,
      level = ${dialect.ofTwo("least", filled.level, double(db, heldLevel(wait, rate)))},
      filled_at = ${filled.at}`
    const first = { level: hold(newBucket(rate), wait, rate, anyTime).level, granted: 0 }
    yield* bucket(db)(write(db, [workspace, sender], first, now, set))
  })
}
