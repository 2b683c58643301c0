import { assert, describe } from "@effect/vitest"
import { Readiness } from "@rollcall/core/operations"
import { StoreMonitor } from "@rollcall/core/storage"
import { Clock, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { layer } from "../src/index.ts"
import { migrations } from "../src/PostgresStorage.ts"
import { copyOf, layerWithClient, migrate } from "./Fixture.ts"
import { explain } from "./plans/Plans.ts"
import { withDatabase } from "./server/Databases.ts"
import { startDropProxy } from "./server/DropProxy.ts"
import { migrateWith } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

const readinessOf = (url: Redacted.Redacted) => Layer.provide(Readiness.layer, layer({ url }))

/** Waits until the readiness is as expected, and returns how long that took, in milliseconds. */
const until = Effect.fnUntraced(function* (expected: string | null) {
  const { notReady } = yield* Readiness
  const begun = yield* Clock.currentTimeMillis
  yield* Effect.repeat(Effect.map(notReady, Option.getOrNull), {
    until: (reason) => reason === expected,
    schedule: Schedule.spaced("10 millis")
  })
  return (yield* Clock.currentTimeMillis) - begun
})

/**
 * How soon a loss is seen, in milliseconds, on a machine that has other things to do: a connection would wait longer. The
 * second that is promised is held in virtual time, by the tests of `Readiness`.
 */
const soon = 10_000

describe("a process that lost its database (O1)", () => {
  live(
    "is soon not ready, even if the connections stay open, and is ready again when the database responds",
    function* () {
      const url = yield* copyOf("migrated", migrate)
      const server = Redacted.value(url)
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => startDropProxy(server)),
        ({ close }) => Effect.promise(close)
      )
      yield* Effect.gen(function* () {
        yield* until(null)
        proxy.hold()
        assert.isBelow(yield* until("store_unavailable"), soon)
        proxy.resume()
        assert.isBelow(yield* until(null), soon)
      }).pipe(Effect.provide(readinessOf(Redacted.make(proxy.through(server)))))
    }
  )

  live("is soon not ready after a newer release's migrations", function* () {
    const url = yield* copyOf("migrated", migrate)
    yield* Effect.gen(function* () {
      yield* until(null)
      yield* migrateWith(url, { ...migrations, "9999_later": ["CREATE TABLE later (one integer)"] })
      assert.isBelow(yield* until("schema_newer"), soon)
    }).pipe(Effect.provide(readinessOf(url)))
  })
})

const uuidOf = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** 20,000 broadcasts of twenty workspaces, of which one in a thousand is not over, their counts, and a recipient of each. */
const history = [
  `INSERT INTO broadcasts (
      workspace_uuid, uuid, created_by, channel_type, name, template_name, locale, sender, category, version, status,
      scheduled_at, created_at, recipients, look_at, is_complete
    )
    SELECT ${uuidOf("n % 20")}, ${uuidOf("n")}, ${uuidOf("1")}, 'chatapp', '', '', 'en', '49150', 'utility', 1,
      CASE WHEN n % 1000 = 0 THEN 'sending' ELSE 'completed' END, 0, n, 1, n, 1
    FROM generate_series(1, 20000) AS n`,
  `INSERT INTO recipient_counts
      (workspace_uuid, broadcast_uuid, sent, delivered, read, rejected, failed, unfinished)
    SELECT workspace_uuid, uuid, 1, 0, 0, 0, 0, 0 FROM broadcasts`,
  `INSERT INTO broadcast_recipients (
      workspace_uuid, broadcast_uuid, uuid, position, identifier, status, attempt, retries, updated_at
    )
    SELECT workspace_uuid, uuid, uuid, 1, '49170', CASE WHEN created_at % 1000 = 0 THEN 'unknown' ELSE 'sent' END, 1, 0, 0
    FROM broadcasts`,
  "ANALYZE"
]

describe("the workload of a store with finished work (O2)", () => {
  live("is read without reading finished work", function* () {
    const url = yield* copyOf("migrated", migrate)
    yield* withDatabase(url, (sql) => Effect.forEach(history, (text) => sql.unsafe(text).unprepared))
    yield* Effect.gen(function* () {
      const { workload } = yield* StoreMonitor
      const read = (yield* explain(workload)).flatMap((line) => [
        ...(/Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/.exec(line)?.slice(1) ?? []),
        ...(/Seq Scan on (?:broadcasts|broadcast_recipients|recipient_counts)\b/.exec(line) ?? [])
      ])
      assert.deepStrictEqual([...new Set(read)].toSorted(), [
        "broadcasts_abandoned",
        "broadcasts_by_next_check",
        "recipient_counts_pkey",
        "recipients_by_lease",
        "recipients_unknown"
      ])
      const { broadcasts, recipients, unknown } = yield* workload
      assert.deepStrictEqual([broadcasts.sending, recipients.sent, unknown], [20, 20, 20])
    }).pipe(Effect.provide(layerWithClient({ url })))
  })
})
