import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import { join } from "node:path"
import { insertContact, nicknames, type Upgraded, upgradeSuite } from "../../storage-sql/test/released/UpgradeSuite.ts"
import { layerClient } from "../src/SqliteClient.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { layerWithClient, temporaryFile } from "./Fixture.ts"
import { schema } from "./SchemaDump.ts"
import { migrateWith, releasedLevels } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

const at = (filename: string): Upgraded => ({
  migrate: (made) => migrateWith(filename, made),
  schema: Effect.provide(schema, layerClient({ filename })),
  run: (statements) => Effect.provide(statements, layerClient({ filename })),
  storage: layerWithClient(filename)
})

const { frozen, later, schemaMadeBy } = upgradeSuite(releasedLevels, migrations, Effect.map(temporaryFile, at))

describe("a file of a released level", () => {
  live("is unchanged when a process is killed during a migration, and is upgraded later", function* () {
    const level = yield* frozen
    const filename = yield* temporaryFile
    const { migrate, run, schema } = at(filename)
    yield* migrate(migrations)
    yield* run(insertContact)
    const program = join(import.meta.dirname, "EndlessMigration.ts")
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--conditions=rollcall-source", program, filename], { stdio: "inherit" })
      ),
      (started) => Effect.sync(() => started.kill("SIGKILL"))
    )
    const written = Effect.sync(() => statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0)
    yield* Effect.repeat(Effect.delay(written, "5 millis"), {
      until: (size) => size > 1_000_000 || child.exitCode !== null
    })
    assert.isNull(child.exitCode)
    child.kill("SIGKILL")
    yield* Effect.promise(() => once(child, "exit"))
    assert.deepStrictEqual(yield* schema, level.schema)
    yield* migrate(later)
    assert.deepStrictEqual(yield* schema, yield* schemaMadeBy(later))
    assert.deepStrictEqual(yield* run(nicknames), [{ nickname: "Addie" }])
  })
})
