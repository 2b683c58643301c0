import { assert, describe } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { withDatabase } from "./Databases.ts"
import { live } from "../../../core/test/Suite.ts"

const script = `
  const { startServer } = await import(${JSON.stringify(join(import.meta.dirname, "EmbeddedServer.ts"))})
  console.log((await startServer()).url)
  setInterval(() => {}, 1_000)`

describe("a test run's server", () => {
  live("stops when its owner is killed, and its data is removed", function* () {
    const owner = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const line = yield* Effect.promise(() => once(createInterface({ input: owner.stdout }), "line"))
    const url: unknown = line[0]
    const readFolder = withDatabase(
      Redacted.make(String(url)),
      (sql) => sql<{ folder: string }>`SELECT current_setting('data_directory') AS folder`
    )
    const [{ folder } = { folder: "" }] = yield* readFolder
    assert.isTrue(existsSync(folder))
    owner.kill("SIGKILL")
    yield* Effect.repeat(
      Effect.sync(() => existsSync(folder)),
      { while: (exists) => exists, schedule: Schedule.spaced("50 millis"), times: 200 }
    )
    assert.isFalse(existsSync(folder))
    const error = yield* Effect.flip(readFolder)
    assert.strictEqual(error.reason._tag, "ConnectionError")
  })
})
