import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { migrateCommand } from "../../src/migrate/MigrateCommand.ts"
import { checkCommand } from "../../src/upkeep/UpkeepCommands.ts"
import { commandLayer, inFolder, runWithEnv } from "../serve/Commands.ts"

const check = Command.runWith(checkCommand, { version: "0" })
const migrate = Command.runWith(migrateCommand, { version: "0" })
const database = ["--database", "sqlite:%/rollcall.db"]

const right = {
  printed: "The database is complete, and all counts match the rows.",
  failure: null
}

describe("rollcall check", () => {
  it.live("reports missing objects and wrong counts, and repairs both (K2, K3)", () =>
    Effect.gen(function* () {
      const { assertRefused, folder, run } = yield* inFolder(check, { "rollcall.db": "" })
      assertRefused((yield* run(database)).failure, CommandRefused, /the file lacks the migrations/)
      yield* runWithEnv(migrate(["run", "--database", `sqlite:${folder}/rollcall.db`]), {})
      assert.deepStrictEqual(yield* run(database), right)
      const file = new DatabaseSync(`${folder}/rollcall.db`)
      file.exec("INSERT INTO contact_counts VALUES ('one', 7), ('two', 1); DROP INDEX contacts_by_email")
      file.close()
      const wrong = yield* run(database)
      const found = [
        "index contacts_by_email of contacts (missing)",
        "contact_counts: 2 wrong",
        "  workspace_uuid one: contacts is kept as 7 and counted as 0",
        "  workspace_uuid two: contacts is kept as 1 and counted as 0"
      ].join("\n")
      assert.strictEqual(wrong.printed, found)
      assertRefused(wrong.failure, NotDone, "The database is damaged. Run rollcall check --repair")
      const json = yield* run([...database, "--json"])
      assert.include(
        json.printed,
        '"counts":[{"table":"contact_counts","keys":2,"first":[{"key":{"workspace_uuid":"one"}'
      )
      const repaired = yield* run([...database, "--repair"])
      assert.deepStrictEqual(repaired, { printed: `Found:\n${found}`, failure: null })
      assert.deepStrictEqual(yield* run(database), right)
      assert.deepStrictEqual(yield* run([...database, "--repair"]), right)
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("reports what it could not repair", () =>
    Effect.gen(function* () {
      const { assertRefused, folder, run } = yield* inFolder(check)
      yield* runWithEnv(migrate(["run", "--database", `sqlite:${folder}/rollcall.db`]), {})
      const file = new DatabaseSync(`${folder}/rollcall.db`)
      file.exec("DROP TABLE opt_outs")
      file.close()
      const { failure, printed } = yield* run([...database, "--repair"])
      assert.match(printed, /\nNot repaired: table opt_outs \(missing\): its data is lost: restore a backup$/)
      assertRefused(failure, NotDone, "Some damage could not be repaired")
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("creates no file, and rejects an in-memory database and a server", () =>
    Effect.gen(function* () {
      const { assertRefused, folder, run } = yield* inFolder(check)
      const line = "--database: %/rollcall.db: no such file"
      assertRefused((yield* run(database)).failure, CommandRefused, line)
      assert.isFalse(existsSync(`${folder}/rollcall.db`))
      const memory = yield* run(["--database", "memory:"])
      assertRefused(memory.failure, CommandRefused, "--database: memory: keeps no data after its process ends")
      const server = yield* run(["--url", "http://rollcall.test"])
      const why = "--url: a database (--database) is needed: a server cannot be checked"
      assertRefused(server.failure, CommandRefused, why)
    }).pipe(Effect.provide(commandLayer))
  )
})
