import { assert } from "@effect/vitest"
import { Workspaces } from "@rollcall/core"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { refusal } from "../../Services.ts"
import { suite } from "../../Suite.ts"

suite(Layer.provide(Workspaces.layer, storage))("workspaces", (test) => {
  test("A1: workspaces have a name of 1 to 255 characters, stored unchanged", function* () {
    const { ensure } = yield* Workspaces
    for (const [name, code] of [
      ["", "too_short"],
      [" \n", "too_short"],
      ["x".repeat(256), "too_long"],
      ["a\0", "value_error"]
    ] as const) {
      assert.deepStrictEqual(yield* refusal(ensure(name)), [`${code} name`], JSON.stringify(name))
    }
    for (const name of ["x", " Clinic ", "x".repeat(255)]) {
      const made = yield* ensure(name)
      assert.deepStrictEqual([made.name, yield* ensure(name)], [name, made])
    }
    assert.lengthOf(yield* Effect.flatMap(Workspaces, ({ list }) => list), 3)
  })
})
