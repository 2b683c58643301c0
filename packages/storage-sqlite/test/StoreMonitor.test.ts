import { assert, describe } from "@effect/vitest"
import { StoreMonitor } from "@rollcall/core/storage"
import { Effect } from "effect"
import { layer } from "../src/index.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { temporaryFile } from "./Fixture.ts"
import { migrateWith } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

describe("an open file (O1)", () => {
  live("is seen to be of a newer release as soon as that has migrated it", function* () {
    const filename = yield* temporaryFile
    yield* Effect.gen(function* () {
      const { schemaAge } = yield* StoreMonitor
      assert.strictEqual(yield* schemaAge, "current")
      yield* migrateWith(filename, { ...migrations, "9999_later": ["CREATE TABLE later (one INTEGER)"] })
      assert.strictEqual(yield* schemaAge, "newer")
    }).pipe(Effect.provide(layer({ filename })))
  })
})
