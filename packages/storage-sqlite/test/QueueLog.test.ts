import { assert, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { layer } from "@rollcall/storage-sqlite"
import { Effect, FileSystem, Layer, Logger, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { TestClock } from "effect/testing"
import { DatabaseSync } from "node:sqlite"

it.effect("a queue that fails again and again logs a line a minute", () =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const filename = `${yield* files.makeTempDirectoryScoped()}/rollcall.db`
    let lines = 0
    const logger = Logger.make<unknown, void>(() => {
      lines++
    })
    const services = yield* Layer.build(
      PersistedQueue.layer.pipe(Layer.provide(layer({ filename })), Layer.provide(Logger.layer([logger])))
    )
    const queue = yield* Effect.provide(PersistedQueue.make({ name: "jobs", schema: Schema.String }), services)
    using database = new DatabaseSync(filename)
    database.exec("DROP TABLE effect_queue")
    yield* Effect.forkScoped(queue.take(() => Effect.void))
    for (let second = 0; second < 30; second++) yield* TestClock.adjust("1 second")
    assert.isAtLeast(lines, 1)
    assert.isAtMost(lines, 4)
  }).pipe(Effect.provide(NodeServices.layer))
)
