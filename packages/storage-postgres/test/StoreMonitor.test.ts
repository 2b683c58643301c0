import { assert, describe } from "@effect/vitest"
import { Readiness } from "@rollcall/core/observability"
import { Clock, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { layer } from "../src/index.ts"
import { migrations } from "../src/PostgresStorage.ts"
import { copyOf, migrate } from "./Fixture.ts"
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

describe("a process whose database is lost (O1)", () => {
  live("is not ready within a second, though the connections stay open, and is again when it answers", function* () {
    const url = yield* copyOf("migrated", migrate)
    const server = Redacted.value(url)
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => startDropProxy(server)),
      ({ close }) => Effect.promise(close)
    )
    yield* Effect.gen(function* () {
      yield* until(null)
      proxy.hold()
      assert.isBelow(yield* until("store_unavailable"), 1_000)
      proxy.resume()
      assert.isBelow(yield* until(null), 5_000)
    }).pipe(Effect.provide(readinessOf(Redacted.make(proxy.through(server)))))
  })

  live("is not ready within a second of the migrations of a newer release", function* () {
    const url = yield* copyOf("migrated", migrate)
    yield* Effect.gen(function* () {
      yield* until(null)
      yield* migrateWith(url, { ...migrations, "9999_later": ["CREATE TABLE later (one integer)"] })
      assert.isBelow(yield* until("schema_newer"), 1_000)
    }).pipe(Effect.provide(readinessOf(url)))
  })
})
