import { assert, describe } from "@effect/vitest"
import { BroadcastStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { newBroadcast, newWorkspace } from "../Fixture.ts"
import { freshPoolStorage } from "./Fixture.ts"
import { live } from "../../../core/test/Suite.ts"

const at = (text: string) => DateTime.makeUnsafe(text)

/** The driver sends every parameter as a text, of which the statement has to say or imply the type. */
describe("a store over a pg pool", () => {
  live("opens a scheduled broadcast to be resolved later, with and without a validity", function* () {
    yield* Effect.gen(function* () {
      const { find, open } = yield* BroadcastStore
      const { run } = yield* Transaction
      const workspace = yield* newWorkspace
      for (const validUntil of [null, at("2026-03-02T09:00:00Z")]) {
        const broadcast = yield* newBroadcast(workspace, {
          status: "scheduled",
          scheduledAt: at("2026-03-02T08:00:00Z"),
          validUntil,
          isComplete: false
        })
        assert.deepStrictEqual(yield* run(open(broadcast, null)), Option.none())
        assert.deepStrictEqual(yield* find(workspace, broadcast.uuid), Option.some(broadcast))
      }
    }).pipe(Effect.provide(freshPoolStorage))
  })
})
