import type { BroadcastStore, SendRate } from "@rollcall/core"
import { Duration, Effect, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { oneOf } from "../kernel/Rows.ts"

const bucket = oneOf(Schema.Struct({ level: Schema.Finite, filled_at: Schema.Int, now: Schema.Int }))

/** A bucket is kept in thousandths of a token: whole numbers where the rate is whole. */
const token = 1_000

/** The row of the bucket is the lock that all processes meet at (B15). A bucket begins full. */
export const takeSendSlots = (db: Db): BroadcastStore["Service"]["takeSendSlots"] => {
  const { attempt, dialect, sql, transaction } = db
  return Effect.fn("BroadcastStore.takeSendSlots")((workspace, sender, wanted, rate) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        yield* attempt(sql`
          INSERT INTO send_buckets (workspace_uuid, sender, level, filled_at)
          VALUES (${workspace}, ${sender}, ${rate.burst * token}, ${now})
          ON CONFLICT (workspace_uuid, sender) DO NOTHING`)
        const found = yield* bucket(
          db,
          sql`
            SELECT level, filled_at, ${now} AS now FROM send_buckets
            WHERE workspace_uuid = ${workspace} AND sender = ${sender} ${dialect.forUpdate}`
        )
        const level = fill(found.level, found.now - found.filled_at, rate)
        const granted = Math.min(wanted, Math.floor(level / token))
        const filledAt = Math.max(found.now, found.filled_at)
        yield* attempt(sql`
          UPDATE send_buckets SET level = ${level - granted * token}, filled_at = ${filledAt}
          WHERE workspace_uuid = ${workspace} AND sender = ${sender}`)
        const wait = granted > 0 ? 0 : Math.max(0, Math.ceil((token - level) / rate.perSecond))
        return { granted, retryAfter: Duration.millis(wait) }
      })
    )
  )
}

/**
 * What a bucket holds after `elapsed` milliseconds. Time that went back adds nothing: a clock was set, or a process that
 * asked earlier came to the bucket later.
 */
const fill = (level: number, elapsed: number, { burst, perSecond }: SendRate): number =>
  Math.min(burst * token, level + Math.max(0, elapsed) * perSecond)
