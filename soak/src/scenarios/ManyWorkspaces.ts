import { Clock, Console, DateTime, Effect, Schema } from "effect"
import { acceptMany } from "../../../bench/src/broadcasts/Accepting.ts"
import { reminder } from "../../../bench/src/broadcasts/Requests.ts"
import { type Postgres, postgres } from "../Database.ts"
import type { Figure } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"

/** How many workspaces there are; each has a broadcast, and one has as many as all others. */
const workspaces = 1_000

/** The recipients of each broadcast. */
const recipients = 10

const processes = 4

/** Messages a second from one sender: more than the servers can send. */
const rate = "100000"

/** How much longer than its share a workspace may wait for its first send. */
const mostOfShare = 2

const First = Schema.Struct({ workspaces: Schema.Int, wait: Schema.NullOr(Schema.Number) })
const decodeFirst = Schema.decodeUnknownEffect(Schema.NonEmptyArray(First))

/**
 * Accepts broadcasts of workspaces, as many of each as `counts` says, those of the first workspace first. All are due at one
 * instant, when servers run that send them. Returns the longest time from then to the first send of a workspace, in
 * milliseconds.
 */
const longestWait = Effect.fnUntraced(function* (database: Postgres, counts: ReadonlyArray<number>) {
  // Later than the last of them is accepted: then they are made due.
  const hour = DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + 3_600_000)
  const request = { ...reminder(recipients), scheduledFor: hour }
  yield* acceptMany(database.url, request, counts)
  yield* database.run((sql) => sql`VACUUM ANALYZE`)
  const env = { ROLLCALL_SEND_RATE: rate }
  yield* Effect.all(
    Array.from({ length: processes }, () => startServer(database, env)),
    { concurrency: 1 }
  )
  const began = yield* Clock.currentTimeMillis
  yield* database.run((sql) => sql`UPDATE rollcall.broadcasts SET scheduled_at = ${began}, look_at = ${began}`)
  const firsts = database.run(
    (sql) => sql`
      SELECT count(*)::int AS workspaces, (max(sent) - ${began}::bigint)::float8 AS wait FROM (
        SELECT min(sent_at) AS sent FROM rollcall.broadcast_recipients GROUP BY workspace_uuid
      ) AS first WHERE sent IS NOT NULL`
  )
  const [{ wait }] = yield* Effect.repeat(Effect.delay(Effect.flatMap(firsts, decodeFirst), "500 millis"), {
    until: ([{ workspaces }]) => workspaces === counts.length
  })
  return wait ?? 0
}, Effect.scoped)

/**
 * Many workspaces have broadcasts that are due at one instant. The share of a workspace is what the last of them waits for
 * its first send where all are equal and each has one broadcast: the number of workspaces by the time of a turn and by the
 * processes. In the other run one workspace has as many broadcasts as all others, which were accepted before them.
 */
export const manyWorkspaces: Scenario = {
  name: "many-workspaces",
  about:
    "1,000 workspaces, one with half of everything, and 4 processes: none waits twice its share for its first send",
  postgres: Effect.fnUntraced(function* (database, { share }) {
    const count = Math.max(2, Math.ceil(workspaces * share))
    yield* Console.error(`${count.toLocaleString("en")} workspaces ...`)
    // Each run has a database server of its own.
    const equal = yield* longestWait(
      database,
      Array.from({ length: count }, () => 1)
    )
    const skewed = yield* Effect.scoped(
      Effect.flatMap(postgres, (another) =>
        longestWait(another, [count - 1, ...Array.from({ length: count - 1 }, () => 1)])
      )
    )
    const figures: ReadonlyArray<Figure> = [
      { name: "longest wait for a first send, all equal", value: equal / 1_000, unit: "s" },
      { name: "longest wait for a first send, one with half", value: skewed / 1_000, unit: "s" },
      { name: "longest wait by the share", value: skewed / equal, unit: "times", most: mostOfShare }
    ]
    return [{ name: `${count} workspaces`, get: null, health: null, machine: null, figures }]
  })
}
