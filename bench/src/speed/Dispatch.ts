import { type BroadcastUuid, DispatchSettings } from "@rollcall/core"
import { Clock, Effect, Layer, Schedule } from "effect"
import { reminder } from "../load/Requests.ts"
import { ownTime } from "../ProcessorTime.ts"
import { compare, timed } from "../Rounds.ts"
import { broadcastsOf, checkSentOnce, dispatcher, instantChannel, messageIdOf } from "./Channel.ts"
import { type Connection, given, listsOf, parse } from "./Connection.ts"
import { workspace } from "./Population.ts"
import { agree, type Store } from "./Store.ts"

/**
 * Measures the dispatch of broadcasts. The rival claims and updates as many rows at a time with handwritten SQL,
 * without token bucket, leases, receipts or contacts. `reference` returns the client references with which the library
 * updates contacts.
 */
export const dispatchOf = Effect.fnUntraced(function* (
  store: Store,
  recipients: number,
  rounds: number,
  least: number,
  reference: ((index: number) => string) | null
) {
  const { broadcasts, caller, completed } = yield* broadcastsOf(store)
  const check = checkDeliveries(store.connection)
  const made: Array<BroadcastUuid> = []
  const prepare = Effect.map(
    broadcasts.create(caller, reminder(recipients, reference)),
    ({ uuid }) => void made.push(uuid)
  )
  const accepted = Effect.suspend(() => Effect.fromNullishOr(made.at(-1))).pipe(Effect.orDie)

  const library = Effect.gen(function* () {
    const channel = instantChannel()
    const uuid = yield* accepted
    yield* Layer.build(dispatcher(channel, store))
    // The store is polled only after all messages are sent, because polling uses this process's time too.
    const sent = Effect.sync(() => channel.record.recipients.length)
    yield* Effect.repeat(sent, { until: (count) => count >= recipients, schedule: Schedule.spaced("5 millis") })
    const end = yield* completed(uuid)
    yield* checkSentOnce(channel.record.recipients, recipients)
    yield* check(uuid, recipients)
    return { pieces: recipients, seconds: (end - channel.record.first) / 1_000 }
  }).pipe(Effect.scoped)

  const byHand = Effect.gen(function* () {
    const uuid = yield* accepted
    const sent: Array<string> = []
    const dispatch = yield* dispatchByHand(store, uuid)
    const round = yield* timed(
      dispatch((recipient) => sent.push(recipient)),
      recipients
    )
    yield* checkSentOnce(sent, recipients)
    yield* check(uuid, recipients)
    return round
  }).pipe(Effect.scoped)

  return yield* compare({
    library: { prepare, run: library, spent: ownTime },
    rival: { prepare, run: byHand, spent: ownTime },
    database: store.database.processorTime,
    rounds,
    wanted: { rate: least }
  })
}, Effect.scoped)

/** Fails unless every recipient has the state after one send request, for the library and for the rival. */
const checkDeliveries = ({ prepare }: Connection) => {
  const find = prepare(`
    SELECT CAST(count(*) AS integer) AS sent FROM broadcast_recipients
    WHERE broadcast_uuid = $1 AND status = 'sent' AND attempt = 1 AND retries = 0 AND sent_at IS NOT NULL
      AND message_id = 'instant-' || uuid AND lease_until IS NULL AND updated_at >= sent_at`)
  return (uuid: string, count: number) =>
    Effect.flatMap(find([uuid]), (found) => agree("dispatch: sent", found, [{ sent: count }]))
}

/** The rival claims as many recipients at a time as the library, with more concurrent claims. */
const { chunk } = DispatchSettings.defaultValue()
const workers = 4
const lease = 60_000

/** Prepares a dispatch that claims and updates many rows at a time, each in one transaction. */
const dispatchByHand = Effect.fnUntraced(function* ({ another, connection }: Store, broadcast: string) {
  yield* connection.prepare("UPDATE broadcasts SET status = 'sending' WHERE workspace_uuid = $1 AND uuid = $2")([
    workspace,
    broadcast
  ])
  const columns = { recipient: "uuid", message: "text" } as const
  const sending = (yield* Effect.replicateEffect(another, workers)).map(({ prepare }) => {
    const claim = prepare(`
      WITH chosen AS MATERIALIZED (
        SELECT uuid AS chosen FROM broadcast_recipients
        WHERE workspace_uuid = $1 AND broadcast_uuid = $2 AND status = 'pending'
        ORDER BY position LIMIT ${chunk} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE broadcast_recipients
      SET status = 'sending', attempt = attempt + 1, lease_until = $3 + ${lease}, updated_at = $3
      FROM chosen WHERE workspace_uuid = $1 AND uuid = chosen
      RETURNING uuid, parameters`)
    const record = prepare(`
      WITH written AS (
        UPDATE broadcast_recipients
        SET status = 'sent', sent_at = $1, lease_until = NULL, updated_at = $1, message_id = given.message
        FROM ${given(columns, 3)}
        WHERE workspace_uuid = $2 AND uuid = given.recipient RETURNING workspace_uuid, broadcast_uuid
      )
      INSERT INTO recipient_counts (workspace_uuid, broadcast_uuid, sent, delivered, read, rejected, failed, unfinished)
      SELECT workspace_uuid, broadcast_uuid, count(*), 0, 0, 0, 0, -count(*) FROM written
      GROUP BY workspace_uuid, broadcast_uuid`)
    return Effect.fnUntraced(function* (send: (recipient: string) => unknown) {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* claim([workspace, broadcast, now])
        if (rows.length === 0) return
        for (const { parameters } of rows) parse(String(parameters))
        const uuids = rows.map(({ uuid }) => String(uuid))
        uuids.forEach(send)
        const messages = uuids.map((recipient) => ({ recipient, message: messageIdOf(recipient) }))
        yield* record([now, workspace, ...listsOf(columns, messages)])
      }
    })
  })
  return (send: (recipient: string) => unknown) =>
    Effect.forEach(sending, (work) => work(send), { concurrency: "unbounded", discard: true })
})
