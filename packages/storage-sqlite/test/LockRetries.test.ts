import { assert, describe, it } from "@effect/vitest"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Fiber, Layer, Option } from "effect"
import { DatabaseSync } from "node:sqlite"
import { layer } from "../src/index.ts"
import { contactOf, temporaryFile, workspace } from "./Fixture.ts"

const ada = contactOf(1, { firstName: "Ada", email: "ada@example.com" })

/** Another connection in the same thread, as a host has it. */
const hostOf = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(filename)),
    (database) => Effect.sync(() => database.close())
  )

/** Runs an effect while another connection has locked the file, and unlocks it after 200 ms. */
const whileLocked = Effect.fnUntraced(function* <A, E, R>(filename: string, effect: Effect.Effect<A, E, R>) {
  const host = yield* hostOf(filename)
  host.exec("BEGIN IMMEDIATE")
  const fiber = yield* Effect.forkChild(effect)
  let turns = 0
  while (turns < 20) {
    yield* Effect.sleep("10 millis")
    turns++
    assert.isUndefined(fiber.pollUnsafe())
  }
  host.exec("COMMIT")
  return yield* Fiber.join(fiber)
})

describe("while another connection has locked the file", () => {
  it.live("a write waits, and the thread does not", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.gen(function* () {
        const store = yield* ContactStore
        yield* whileLocked(filename, store.save({ created: [{ contact: ada, changes: [] }], changed: [] }))
        assert.deepStrictEqual(yield* store.find(workspace, ada.uuid), Option.some(ada))
      }).pipe(Effect.provide(layer({ filename })))
    })
  )

  it.live("a new file is opened when the lock ends", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* whileLocked(filename, Layer.build(layer({ filename })))
    })
  )
})
