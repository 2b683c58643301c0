import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { migrateCommand } from "../../src/migrate/MigrateCommand.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"

const migrate = Command.runWith(migrateCommand, { version: "0" })
const database = ["--database", "sqlite:%/rollcall.db"]

describe("rollcall migrate", () => {
  it.live("shows a database's missing migrations, prints them and runs them", () =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inFolder(migrate, {})
      const status = run(["status", ...database])
      const before = yield* status
      assertRefused(before.failure, NotDone, "Missing: rollcall migrate run, or the SQL of rollcall migrate print")
      assert.match(before.printed, /^0001_access\n0002_contacts\n/)
      const printed = yield* run(["print", ...database])
      assert.include(printed.printed, "INSERT INTO rollcall_migrations (migration_id, name) VALUES (1, 'access');")
      const json = yield* run(["status", "--json", ...database])
      assert.match(json.printed, /^\{"missing":\["0001_access","0002_contacts",.+\]\}$/)
      assert.match((yield* run(["run", ...database])).printed, /^Done: 0001_access, 0002_contacts, /)
      assert.deepStrictEqual(yield* status, { printed: "No migrations are missing.", failure: null })
      assert.strictEqual((yield* run(["print", ...database])).printed, "-- No migrations are missing.")
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("rejects an in-memory database and a server", () =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inFolder(migrate, {})
      const memory = yield* run(["run", "--database", "memory:"])
      assertRefused(memory.failure, CommandRefused, "--database: memory: has no migrations")
      const server = yield* run(["run", "--url", "http://rollcall.test"])
      const line = "--url: a database (--database) is needed: a server runs its migrations itself"
      assertRefused(server.failure, CommandRefused, line)
    }).pipe(Effect.provide(commandLayer))
  )
})
