import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { rollcall } from "../../src/Cli.ts"
import { exitCodeOf } from "../../src/ExitCode.ts"
import { commandLayer } from "../serve/Commands.ts"
import { processLayer, runRollcall, temporaryFolder } from "../serve/ServerProcess.ts"

const unknownUuid = "0197a000-0000-7000-8000-0000000000aa"
const database = ["--database", "sqlite:rollcall.db"]

describe("a command's process", () => {
  it.live(
    "exits with 0 on success, with 1 if the request fails, and with 2 for wrong usage",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const folder = yield* temporaryFolder
        yield* files.writeFileString(`${folder}/none.json`, "[]")
        const run = (...args: ReadonlyArray<string>) => runRollcall({ folder, args })

        const added = yield* run("templates", "add", "none.json", ...database)
        assert.deepStrictEqual(added, { code: 0, stdout: "0 templates added.\n", stderr: "" })
        const unknown = yield* run("broadcasts", "show", unknownUuid, ...database)
        assert.deepStrictEqual(unknown, {
          code: 1,
          stdout: "",
          stderr: `this workspace has no broadcast ${unknownUuid}\n`
        })
        const created = yield* run(
          ...[
            "broadcasts",
            "create",
            "--search",
            "zebedee",
            "--template",
            "appointment_reminder",
            "--from",
            "493090180"
          ],
          ...["--value", "name=Zoë", "--value", "time=9:30", "--dry-run", ...database]
        )
        assert.deepStrictEqual([created.code, created.stderr], [0, ""])
        assert.include(created.stdout, "0 contacts")
        const misused = yield* run("broadcasts", "show", "five", ...database)
        assert.strictEqual(misused.code, 2)
        assert.include(misused.stderr, "Expected a UUID")
        assert.include(misused.stdout, "ROLLCALL_DATABASE_URL")
      }).pipe(Effect.provide(processLayer)),
    60_000
  )

  it.live("exits with 2 without a target", () =>
    Effect.gen(function* () {
      const show = Command.runWith(rollcall, { version: "0" })(["broadcasts", "show", unknownUuid])
      const exit = yield* Effect.exit(
        Effect.provideService(show, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: {} }))
      )
      assert.strictEqual(exitCodeOf(exit), 2)
    }).pipe(Effect.provide(commandLayer))
  )

  it.live.each([
    ["nonsense"],
    ["broadcasts", "nonsense"],
    ["serve", "--nonsense"],
    ["contacts", "import", "people.csv", "--nonsense", "x"],
    ["--nonsense", "80"]
  ])("exits with 2, and names the unknown argument: %s", (args) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Command.runWith(rollcall, { version: "0" })(args))
      assert.strictEqual(exitCodeOf(exit), 2)
      assert.include((yield* TestConsole.errorLines).join("\n"), "nonsense")
    }).pipe(Effect.provide(commandLayer))
  )
})
