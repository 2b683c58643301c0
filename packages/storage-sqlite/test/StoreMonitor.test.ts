import { assert, describe } from "@effect/vitest"
import { StoreMonitor } from "@rollcall/core/storage"
import { Effect } from "effect"
import { layer } from "../src/index.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { layerWithClient, temporaryFile } from "./Fixture.ts"
import { stepsOn } from "./plans/Plans.ts"
import { migrateWith } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

describe("an open file (O1)", () => {
  live("is found to be from a newer release as soon as that has migrated it", function* () {
    const filename = yield* temporaryFile
    yield* Effect.gen(function* () {
      const { schemaAge } = yield* StoreMonitor
      assert.strictEqual(yield* schemaAge, "current")
      yield* migrateWith(filename, { ...migrations, "9999_later": ["CREATE TABLE later (one INTEGER)"] })
      assert.strictEqual(yield* schemaAge, "newer")
    }).pipe(Effect.provide(layer({ filename })))
  })
})

describe("the workload (O2)", () => {
  live("is read without reading broadcasts that are over or their recipients", function* () {
    yield* Effect.gen(function* () {
      const { workload } = yield* StoreMonitor
      const stepsOf = stepsOn("broadcasts", "unended", "counts", "recipient_counts", "broadcast_recipients")
      assert.deepStrictEqual((yield* stepsOf(workload)).toSorted(), [
        "SCAN broadcast_recipients USING COVERING INDEX recipients_unknown",
        "SCAN broadcasts USING INDEX broadcasts_by_next_check",
        "SCAN unended USING INDEX broadcasts_by_next_check",
        "SEARCH broadcast_recipients USING COVERING INDEX recipients_by_lease (lease_until>?)",
        "SEARCH broadcasts USING INDEX broadcasts_abandoned",
        "SEARCH broadcasts USING INDEX broadcasts_by_next_check",
        "SEARCH broadcasts USING INDEX broadcasts_by_next_check",
        "SEARCH counts USING PRIMARY KEY (workspace_uuid=? AND broadcast_uuid=?)"
      ])
    }).pipe(Effect.provide(layerWithClient(":memory:")))
  })
})
