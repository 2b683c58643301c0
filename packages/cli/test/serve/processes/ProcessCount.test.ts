import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { processCount } from "../../../src/serve/processes/ProcessCount.ts"
import type { Settings } from "../../../src/serve/settings/Settings.ts"

const databases: Readonly<Record<string, Settings["databaseUrl"]>> = {
  postgres: { _tag: "Postgres", url: Redacted.make("postgres://db/rollcall") },
  sqlite: { _tag: "Sqlite", filename: "rollcall.db" },
  memory: { _tag: "Memory" }
}

for (const [database, databaseUrl] of Object.entries(databases)) {
  it.effect(`P2: the number of processes on ${database}`, () =>
    Effect.gen(function* () {
      const count = (processes: Settings["processes"]) => processCount({ databaseUrl, processes }, 8)
      assert.strictEqual(yield* count(undefined), null)
      if (database === "postgres") {
        assert.deepStrictEqual([yield* count("auto"), yield* count(1), yield* count(3)], [8, 1, 3])
      } else {
        assert.deepStrictEqual([yield* count("auto"), yield* count(1)], [null, null])
        const { message } = yield* Effect.flip(count(2))
        assert.match(message, /^ROLLCALL_PROCESSES: 2 processes, but .* one process; use Postgres for several$/)
      }
    })
  )
}
