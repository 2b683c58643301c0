import {
  type BroadcastNotFound,
  type SearchStopped,
  type BroadcastUuid,
  DispatchSettings,
  type InvalidInput,
  type StorageError
} from "@rollcall/core"
import { Clock, Effect, Layer, Schedule } from "effect"
import { millisOf } from "../Alternate.ts"
import { agree, type Case, ratedCase } from "../Case.ts"
import { startProgram } from "../Processes.ts"
import { type Connection, given, parse, type Rival } from "../stores/Connection.ts"
import type { Fixture } from "../stores/Fixture.ts"
import { broadcastsOf, ChannelRecord, checkSentOnce, dispatcher, instantChannel, messageIdOf } from "./Dispatching.ts"
import { reminder } from "./Requests.ts"

/** Deliveries by the rules of the library, beside claims and updates of as many rows at a time by hand. */
const dispatchCase = (name: string, least: number, reference: ((index: number) => string) | null) =>
  ratedCase({
    name,
    unit: "messages/s",
    pieces: ({ recipients }) => recipients,
    limits: [
      { of: "median", is: ">=", value: least },
      { of: "library", is: ">=", value: 10_000, only: "postgres" }
    ],
    sides: Effect.fnUntraced(function* (fixture, { recipients }) {
      const { broadcasts, caller } = yield* broadcastsOf(fixture)
      const { rival } = fixture
      const { accepted, prepare } = acceptedBefore(broadcasts.create(caller, reminder(recipients, reference)))
      const library = yield* dispatchByLibrary(fixture, recipients, accepted, { recipientEvents: false })

      const byHand = (rival: Rival) =>
        Effect.gen(function* () {
          const uuid = yield* accepted
          const sent: Array<string> = []
          const dispatch = yield* dispatchByHand(rival, caller.workspace, uuid)
          const millis = yield* millisOf(dispatch((recipient) => sent.push(recipient)))
          yield* checkSentOnce([{ first: null, recipients: sent }], recipients)
          yield* checkDeliveries(rival.connection, uuid, recipients)
          return (recipients / millis) * 1_000
        }).pipe(Effect.scoped)

      return { library: () => library, rival: rival && (() => byHand(rival)), prepare }
    })
  })

type Refused = InvalidInput | BroadcastNotFound | SearchStopped | StorageError

/** A broadcast for each sample, which is accepted before that is measured. */
const acceptedBefore = (create: Effect.Effect<{ readonly uuid: BroadcastUuid }, Refused>) => {
  const made: Array<BroadcastUuid> = []
  const prepare = Effect.map(create, ({ uuid }) => void made.push(uuid))
  const accepted = Effect.suspend(() => Effect.fromNullishOr(made.at(-1))).pipe(Effect.orDie)
  return { prepare, accepted }
}

/** Sends a broadcast, and returns how many messages a second. */
const dispatchByLibrary = Effect.fnUntraced(function* (
  fixture: Fixture,
  recipients: number,
  accepted: Effect.Effect<BroadcastUuid>,
  options: { readonly recipientEvents: boolean }
) {
  const { completed, storage } = yield* broadcastsOf(fixture)
  return Effect.gen(function* () {
    const channel = instantChannel()
    const uuid = yield* accepted
    yield* Layer.build(dispatcher(channel, storage, options))
    // The store is not asked for the end before all are sent: that would be work of this process, too.
    const sent = Effect.sync(() => channel.record().recipients.length)
    yield* Effect.repeat(sent, { until: (count) => count >= recipients, schedule: Schedule.spaced("5 millis") })
    const end = yield* completed(uuid)
    const record = channel.record()
    yield* checkSentOnce([record], recipients)
    if (fixture.rival) {
      yield* checkDeliveries(fixture.rival.connection, uuid, recipients)
      yield* checkEvents(fixture.rival.connection, uuid, options.recipientEvents ? recipients : 0)
    }
    return (recipients / (end - (record.first ?? end))) * 1_000
  }).pipe(Effect.scoped)
})

/** Fails unless every recipient looks as after one send request, by the library and by hand. */
const checkDeliveries = Effect.fnUntraced(function* (connection: Connection, uuid: string, count: number) {
  const find = connection.prepare(`
    SELECT CAST(count(*) AS integer) AS sent FROM broadcast_recipients
    WHERE broadcast_uuid = $1 AND status = 'sent' AND attempt = 1 AND retries = 0 AND sent_at IS NOT NULL
      AND message_id = 'instant-' || uuid AND lease_until IS NULL AND updated_at >= sent_at`)
  yield* agree("dispatch: sent", yield* find([uuid]), [{ sent: count }])
})

/** Fails unless so many recipients of a broadcast have an event of their message. */
const checkEvents = Effect.fnUntraced(function* (connection: Connection, uuid: string, count: number) {
  const find = connection.prepare(`
    SELECT CAST(count(*) AS integer) AS sent FROM events WHERE broadcast_uuid = $1 AND type = 'recipient.sent'`)
  yield* agree("dispatch: events", yield* find([uuid]), [{ sent: count }])
})

/** As many recipients at a time as the library claims, and on PostgreSQL more claims at a time. */
const { chunk } = DispatchSettings.defaultValue()
const workers = 4
const lease = 60_000

/** Prepares to send a broadcast by claims and updates of many rows at a time, each one transaction. */
const dispatchByHand = Effect.fnUntraced(function* (rival: Rival, workspace: string, broadcast: string) {
  const { another, connection } = rival
  const start = connection.prepare("UPDATE broadcasts SET status = 'sending' WHERE workspace_uuid = $1 AND uuid = $2")
  yield* start([workspace, broadcast])
  const connections = connection.dialect === "sqlite" ? [connection] : yield* Effect.replicateEffect(another, workers)
  const sending = connections.map(({ dialect, prepare, prepareRows }) => {
    const claim = prepare(`
      WITH chosen AS MATERIALIZED (
        SELECT uuid AS chosen FROM broadcast_recipients
        WHERE workspace_uuid = $1 AND broadcast_uuid = $2 AND status = 'pending'
        ORDER BY position LIMIT ${chunk} ${dialect === "postgres" ? "FOR NO KEY UPDATE SKIP LOCKED" : ""}
      )
      UPDATE broadcast_recipients
      SET status = 'sending', attempt = attempt + 1, lease_until = $3 + ${lease}, updated_at = $3
      FROM chosen WHERE workspace_uuid = $1 AND uuid = chosen
      RETURNING uuid, parameters`)
    const columns = { recipient: "uuid", message: "text" } as const
    const sent = "UPDATE broadcast_recipients SET status = 'sent', sent_at = $1, lease_until = NULL, updated_at = $1"
    // Triggers count on SQLite.
    const record = prepareRows({
      columns,
      one: `${sent}, message_id = $4 WHERE workspace_uuid = $2 AND uuid = $3`,
      many: `WITH written AS (
          ${sent}, message_id = given.message FROM ${given(columns, 3)}
          WHERE workspace_uuid = $2 AND uuid = given.recipient RETURNING workspace_uuid, broadcast_uuid
        )
        INSERT INTO recipient_counts
          (workspace_uuid, broadcast_uuid, sent, delivered, read, rejected, failed, unfinished)
        SELECT workspace_uuid, broadcast_uuid, count(*), 0, 0, 0, 0, -count(*) FROM written
        GROUP BY workspace_uuid, broadcast_uuid`
    })
    return Effect.fnUntraced(function* (send: (recipient: string) => unknown) {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* claim([workspace, broadcast, now])
        if (rows.length === 0) return
        for (const { parameters } of rows) parse(String(parameters))
        const uuids = rows.map(({ uuid }) => String(uuid))
        uuids.forEach(send)
        const messages = uuids.map((recipient) => ({ recipient, message: messageIdOf(recipient) }))
        yield* record(messages, [now, workspace])
      }
    })
  })
  return (send: (recipient: string) => unknown) =>
    Effect.forEach(sending, (work) => work(send), { concurrency: "unbounded", discard: true })
})

/** Several processes send one broadcast together, beside one that sends it alone. */
const dispatchByFour = ratedCase({
  name: "broadcast: dispatch by 4 processes",
  only: "postgres",
  unit: "messages/s",
  limits: [{ of: "median", is: ">=", value: 1 }],
  sides: Effect.fnUntraced(function* (fixture, { recipients }) {
    const { broadcasts, caller, completed } = yield* broadcastsOf(fixture)
    const program = new URL("./DispatchProcess.ts", import.meta.url)
    const start = startProgram(program, { ROLLCALL_DATABASE_URL: fixture.url }, ChannelRecord)

    /** The processes are ready before there is anything to send. */
    const by = (count: number) =>
      Effect.gen(function* () {
        const processes = yield* Effect.replicateEffect(start, count, { concurrency: "unbounded" })
        const { uuid } = yield* broadcasts.create(caller, reminder(recipients))
        const end = yield* completed(uuid)
        const records = yield* Effect.all(processes, { concurrency: "unbounded" })
        yield* checkSentOnce(records, recipients)
        const first = Math.min(...records.flatMap(({ first }) => (first === null ? [] : [first])))
        return (recipients / (end - first)) * 1_000
      }).pipe(Effect.scoped)

    return { library: () => by(4), rival: () => by(1) }
  })
})

/** What events of recipients cost: a row more for each message, beside the library without them. */
const dispatchWithEvents = ratedCase({
  name: "broadcast: dispatch with events of recipients",
  unit: "messages/s",
  pieces: ({ recipients }) => recipients,
  limits: [],
  sides: Effect.fnUntraced(function* (fixture, { recipients }) {
    const { broadcasts, caller } = yield* broadcastsOf(fixture)
    const { accepted, prepare } = acceptedBefore(broadcasts.create(caller, reminder(recipients)))
    const dispatch = (recipientEvents: boolean) => dispatchByLibrary(fixture, recipients, accepted, { recipientEvents })
    const [library, rival] = [yield* dispatch(true), yield* dispatch(false)]
    return { library: () => library, rival: () => rival, prepare }
  })
})

export const dispatches: ReadonlyArray<Case> = [
  dispatchCase("broadcast: dispatch", 0.8, null),
  // By hand no contact is updated.
  dispatchCase("broadcast: dispatch with references, updating contacts", 0.7, (index) => `reminder ${index}`),
  dispatchByFour,
  dispatchWithEvents
]
