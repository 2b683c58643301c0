import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Command } from "effect/cli"
import { DatabaseSync } from "node:sqlite"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { backupCommand, checkCommand, restoreCommand } from "../../src/upkeep/UpkeepCommands.ts"
import { ask, Contact, live } from "../serve/Calls.ts"
import { commandLayer, inFolder, runWithEnv } from "../serve/Commands.ts"
import { startServer, stop } from "../serve/ServerProcess.ts"

const restoring = Command.runWith(restoreCommand, { version: "0" })
const checking = Command.runWith(checkCommand, { version: "0" })
const postgres = ["--database", "postgres://localhost:1/clinic"]

describe("rollcall backup and restore", () => {
  it.live(
    "lose nothing that a server under load has confirmed before the backup began (K4, K5)",
    () =>
      Effect.gen(function* () {
        const backup = yield* inFolder(Command.runWith(backupCommand, { version: "0" }))
        const { folder } = backup
        const server = yield* startServer({ folder })
        const database = ["--database", `sqlite:${folder}/rollcall.db`]
        const answered: Array<string> = []
        const first = yield* Deferred.make<void>()
        const load = { isOver: false }
        let asked = 0
        const write = Effect.gen(function* () {
          while (!load.isOver) {
            const body = { first_name: "Ada", email: `ada${(asked += 1)}@example.org` }
            const { uuid } = yield* ask(server, ["POST", "/v1/contacts", body], [201, Contact])
            answered.push(uuid)
            if (answered.length === 100) yield* Deferred.succeed(first, undefined)
          }
        })
        const writers = yield* Effect.forkScoped(
          Effect.all([write, write, write, write], { concurrency: 4, discard: true })
        )
        yield* Effect.raceFirst(Deferred.await(first), Fiber.join(writers))
        const before = answered.length
        const made = yield* backup.run(["%/backup.db", ...database])
        assert.strictEqual(made.printed, `Backed up ${folder}/rollcall.db to ${folder}/backup.db`)
        // The load goes on, so there are contacts that the backup lacks.
        while (answered.length <= before) yield* Effect.sleep("5 millis")
        const refused = yield* runWithEnv(restoring([`${folder}/backup.db`, "--overwrite", ...database]), {})
        backup.assertRefused(
          refused.failure,
          CommandRefused,
          "%/rollcall.db: a process has it open: stop the server first"
        )
        load.isOver = true
        yield* Fiber.join(writers)
        assert.strictEqual(yield* stop(server), 0)

        const restored = yield* runWithEnv(restoring([`${folder}/backup.db`, "--overwrite", ...database]), {})
        assert.deepStrictEqual(restored, {
          printed: `Restored ${folder}/backup.db to ${folder}/rollcall.db`,
          failure: null
        })
        assert.isNull((yield* runWithEnv(checking(database), {})).failure)
        const file = new DatabaseSync(`${folder}/rollcall.db`)
        const kept = new Set(
          file
            .prepare("SELECT uuid FROM contacts")
            .all()
            .map(({ uuid }) => uuid)
        )
        file.close()
        assert.deepStrictEqual(
          answered.slice(0, before).filter((uuid) => !kept.has(uuid)),
          []
        )
        assert.isBelow(kept.size, answered.length)
      }).pipe(Effect.provide([live, commandLayer])),
    60_000
  )

  it.live("explain how to back up and restore Postgres (K6)", () =>
    Effect.gen(function* () {
      const backup = yield* inFolder(Command.runWith(backupCommand, { version: "0" }))
      backup.assertRefused(
        (yield* backup.run(["clinic.dump", ...postgres])).failure,
        CommandRefused,
        [
          "Postgres is backed up and restored by its own tools:",
          '  pg_dump --format=custom --schema=rollcall --extension=pg_trgm --extension=btree_gin --file=clinic.dump "$ROLLCALL_DATABASE_URL"'
        ].join("\n")
      )
      const spaced = (yield* backup.run(["Zoë's clinic.dump", ...postgres])).failure
      assert.include(String(spaced), `--file='Zoë'\\''s clinic.dump' "$ROLLCALL_DATABASE_URL"`)
      const restore = yield* inFolder(restoring)
      restore.assertRefused(
        (yield* restore.run(["clinic.dump", ...postgres])).failure,
        CommandRefused,
        [
          "Postgres is backed up and restored by its own tools:",
          '  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$ROLLCALL_DATABASE_URL" clinic.dump',
          "  rollcall check"
        ].join("\n")
      )
      const memory = yield* restore.run(["a.db", "--database", "memory:"])
      restore.assertRefused(memory.failure, CommandRefused, "--database: memory: keeps no data after its process ends")
    }).pipe(Effect.provide(commandLayer))
  )
})
