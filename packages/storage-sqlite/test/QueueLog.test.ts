import { assert } from "@effect/vitest"
import { Effect, Layer, Logger, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { layerWithClient, quickFile } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

test("a queue that fails repeatedly logs a line a minute", function* () {
  let lines = 0
  const logger = Logger.make<unknown, void>(() => {
    lines++
  })
  const services = yield* Layer.build(
    PersistedQueue.layer.pipe(
      Layer.provideMerge(layerWithClient(yield* quickFile)),
      Layer.provide(Logger.layer([logger]))
    )
  )
  const queue = yield* Effect.provide(PersistedQueue.make({ name: "jobs", schema: Schema.String }), services)
  yield* Effect.provide(
    SqlClient.SqlClient.use((sql) => sql`DROP TABLE effect_queue`),
    services
  )
  yield* Effect.forkScoped(queue.take(() => Effect.void))
  for (let second = 0; second < 30; second++) yield* TestClock.adjust("1 second")
  assert.isAtLeast(lines, 1)
  assert.isAtMost(lines, 4)
})
