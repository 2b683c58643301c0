import { RecipientUuid } from "@rollcall/core"
import { MessageParameters } from "@rollcall/core/channel"
import type { BroadcastRef, Claim, ClaimedDelivery, ClaimOptions, DeliveryStore } from "@rollcall/core/storage"
import { Duration, Effect, Option, Schema } from "effect"
import * as Arr from "effect/Array"
import * as Order from "effect/Order"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, oneOf, rowsOf } from "../database/Rows.ts"
import { laterThanBefore } from "../database/StoreClock.ts"

const open = firstOf(Schema.Struct({ uuid: Schema.String }))

const ClaimedRow = Schema.Struct({
  uuid: RecipientUuid,
  position: Schema.Natural,
  identifier: Schema.String,
  parameters: Schema.fromJsonString(MessageParameters),
  attempt: Schema.Natural,
  retries: Schema.Natural
})
const claimed = rowsOf(ClaimedRow)

const inOrder = Order.mapInput(Order.Number, ({ position }: { readonly position: number }) => position)

const pending = oneOf(Schema.Struct({ until: Schema.NullOr(Schema.DateTimeUtcFromMillis) }))

const pendingOf = ({ sql }: Db, { broadcast, workspace }: BroadcastRef) =>
  sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND status = 'pending'`

/** Selects the broadcast if it may send. */
export const whileSending = (
  { sql, table }: Db,
  { broadcast, workspace }: BroadcastRef,
  now: Statement.Fragment
) => sql`
  SELECT uuid FROM ${table("broadcasts")}
  WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast}
    AND status = 'sending' AND (valid_until IS NULL OR valid_until > ${now})`

/** Claims deliveries in one statement and returns them in the order of acceptance. */
const take = Effect.fnUntraced(function* (
  db: Db,
  ref: BroadcastRef,
  { begin, lease, limit }: ClaimOptions,
  locking: Statement.Fragment,
  which: "fresh" | "due"
) {
  const { dialect, sql, table } = db
  const now = yield* dialect.now
  // The same as `hasPassed` of core: the wait for a retry starts at the last change.
  const isDue =
    which === "fresh"
      ? sql`not_before IS NULL`
      : sql`not_before IS NULL OR not_before <= ${now} OR 2 * updated_at - not_before > ${now}`
  const [from, status] =
    begin < limit
      ? [
          sql`(SELECT of_workspace, chosen_uuid, row_number() OVER (ORDER BY chosen_position) AS number FROM chosen) AS numbered`,
          sql`CASE WHEN number <= ${begin} THEN 'sending' ELSE 'claimed' END`
        ]
      : [sql`chosen`, sql`'sending'`]
  const rows = yield* claimed(db)(sql`
    WITH chosen AS MATERIALIZED (
      SELECT workspace_uuid AS of_workspace, uuid AS chosen_uuid, position AS chosen_position
      FROM ${table("broadcast_recipients")}
      WHERE ${pendingOf(db, ref)} AND (${isDue}) AND EXISTS (${whileSending(db, ref, now)})
      ORDER BY position
      LIMIT ${limit} ${locking}
    )
    UPDATE ${table("broadcast_recipients")}
    SET status = ${status}, attempt = attempt + 1, lease_until = ${now} + ${Duration.toMillis(lease)},
      not_before = NULL, updated_at = ${laterThanBefore(db, now)}
    FROM ${from}
    WHERE workspace_uuid = of_workspace AND uuid = chosen_uuid
    RETURNING uuid, position, identifier, parameters, attempt, retries`)
  return Arr.sort(rows, inOrder).map(asClaimed)
})

/**
 * Claims pending deliveries that no other transaction has locked. The first statement claims deliveries that were never
 * released. If there are none, a second statement claims due retries. If there are no due retries either, a claim with
 * `waits` waits for the locked deliveries. It returns `Drained` or `Waiting` only after the other transactions have ended.
 */
export const claimDeliveries = (db: Db): DeliveryStore["Service"]["claim"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (ref, options) {
    for (const which of ["fresh", "due"] as const) {
      const free = yield* take(db, ref, options, dialect.lockRows("update", { skipLocked: true }), which)
      if (free.length > 0) return claimOf(free)
    }
    if (!options.waits) return noneFree
    const now = yield* dialect.now
    if (Option.isNone(yield* open(db)(whileSending(db, ref, now)))) return stopped
    const released = yield* take(db, ref, options, dialect.lockRows("update"), "due")
    if (released.length > 0) return claimOf(released)
    const { until } = yield* pending(db)(sql`SELECT min(coalesce(not_before, ${now})) AS until
        FROM ${table("broadcast_recipients")} WHERE ${pendingOf(db, ref)}`)
    const rest: Claim = until === null ? { _tag: "Drained" } : { _tag: "Waiting", until }
    return rest
  })
}

const claimOf = (deliveries: ReadonlyArray<ClaimedDelivery>): Claim => ({ _tag: "Claimed", deliveries })

const noneFree: Claim = { _tag: "NoneFree" }
const stopped: Claim = { _tag: "Stopped" }

const asClaimed = ({ attempt, identifier, parameters, retries, uuid }: ClaimedDelivery): ClaimedDelivery => ({
  uuid,
  identifier,
  parameters,
  attempt,
  retries
})
