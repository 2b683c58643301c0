import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { Command } from "effect/cli"
import { DatabaseSync } from "node:sqlite"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { migrateCommand } from "../../src/migrate/MigrateCommand.ts"
import { pruneCommand } from "../../src/upkeep/UpkeepCommands.ts"
import { commandLayer, inFolder, runWithEnv } from "../serve/Commands.ts"

const prune = Command.runWith(pruneCommand, { version: "0" })
const migrate = Command.runWith(migrateCommand, { version: "0" })
const database = ["--database", "sqlite:%/rollcall.db"]
const uuid = "00000000-0000-4000-8000-000000000001"

describe("rollcall prune", () => {
  it.live("removes only data older than the given ages (K7)", () =>
    Effect.gen(function* () {
      const { assertRefused, folder, run } = yield* inFolder(prune)
      yield* runWithEnv(migrate(["run", "--database", `sqlite:${folder}/rollcall.db`]), {})
      const file = new DatabaseSync(`${folder}/rollcall.db`)
      const now = yield* Clock.currentTimeMillis
      const days = (n: number) => now - n * 86_400_000
      for (const [n, age] of [100, 80, 10].entries()) {
        file.exec(`
          INSERT INTO events (workspace_uuid, occurred_at, type, subject_uuid)
            VALUES ('${uuid}', ${days(age)}, 'contact.created', '${uuid}');
          INSERT INTO received_messages (uuid, workspace_uuid, channel_message_id, address, sender, at, kind, stored_at)
            VALUES ('${n}', '${uuid}', '${n}', '1', '2', 0, 'text', ${days(age)})`)
      }
      const count = (table: string) => file.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]
      const dry = yield* run(["--events", "90d", "--import-rows", "1d", "--messages", "48h", "--dry-run", ...database])
      assert.isNull(dry.failure)
      assert.strictEqual(
        dry.printed,
        "Events: 1 would be removed\nRows of imports: 0 would be removed\nMessages: 3 would be removed"
      )
      const dryJson = yield* run(["--events", "90d", "--import-rows", "1d", "--dry-run", "--json", ...database])
      assert.strictEqual(dryJson.printed, '{"would_remove":{"events":1,"import_rows":0}}')
      assert.deepStrictEqual([count("events"), count("received_messages")], [3, 3])
      const { failure, printed } = yield* run(["--events", "90d", "--recipients", "2 weeks", ...database])
      assert.isNull(failure)
      assert.strictEqual(printed, "Events: 1 removed\nRecipients: 0 removed")
      assert.deepStrictEqual([count("events"), count("received_messages")], [2, 3])
      const json = yield* run(["--messages", "48h", "--json", ...database])
      assert.strictEqual(json.printed, '{"removed":{"messages":3}}')
      file.close()
      const none = "no age is given. Give at least one of --events, --import-rows, --recipients, --messages"
      assertRefused((yield* run(database)).failure, CommandRefused, none)
      const wrong = "--events must be an age of an hour or more, such as `90d`"
      assertRefused((yield* run(["--events", "0d", ...database])).failure, CommandRefused, wrong)
      assertRefused((yield* run(["--events", "soon", ...database])).failure, CommandRefused, wrong)
    }).pipe(Effect.provide(commandLayer))
  )
})
