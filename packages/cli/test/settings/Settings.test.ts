import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { tokensCommand } from "../../src/access/AccessCommands.ts"
import { settingsCommand } from "../../src/settings/SettingsCommand.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"

const commands = Command.make("rollcall").pipe(Command.withSubcommands([settingsCommand, tokensCommand]))

const database = ["--database", "sqlite:%/rollcall.db"]

describe("rollcall settings", () => {
  it.live("changes only what is given, and reports why a change is rejected", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder(Command.runWith(commands, { version: "0" }))
      yield* folder.run(["tokens", "create", ...database])
      const run = (...args: ReadonlyArray<string>) => folder.run(["settings", ...args, ...database])
      const set = (...args: ReadonlyArray<string>) =>
        Effect.map(run("set", ...args, "--json"), ({ printed }): unknown => JSON.parse(printed))
      const hours = { from: "21:00", until: "08:00", time_zone_field: null, time_zone: "Europe/Berlin" }
      assert.include((yield* run("get")).printed, "any number of marketing messages")
      assert.deepStrictEqual(yield* set("--cap", "2/7"), {
        frequency_cap: { messages: 2, days: 7 },
        quiet_hours: null
      })
      assert.deepStrictEqual(yield* set("--quiet", "21:00-08:00", "--time-zone", "Europe/Berlin"), {
        frequency_cap: { messages: 2, days: 7 },
        quiet_hours: hours
      })
      assert.deepStrictEqual(yield* set("--cap", "none", "--time-zone", "Asia/Tokyo"), {
        frequency_cap: null,
        quiet_hours: { ...hours, time_zone: "Asia/Tokyo" }
      })
      assert.include((yield* run("get")).printed, "between 21:00 and 08:00")
      for (const [args, why] of [
        [["--cap", "0/7"], "frequency_cap.messages"],
        [["--cap", "often"], "such as 2/7"],
        [["--quiet", "21:00"], "such as 21:00-08:00"],
        [["--time-zone-field", "zone"], "custom field"],
        [[], "nothing to change"]
      ] as const) {
        assert.include(String((yield* run("set", ...args)).failure), why)
      }
      assert.deepStrictEqual(yield* set("--quiet", "none"), { frequency_cap: null, quiet_hours: null })
      assert.include(String((yield* run("set", "--quiet", "21:00-08:00")).failure), "--time-zone is required")
    }).pipe(Effect.provide(commandLayer))
  )
})
