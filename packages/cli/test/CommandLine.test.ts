import { variables } from "../src/serve/index.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command, Completions } from "effect/cli"
import { commandLayer, runWithEnv } from "./serve/Commands.ts"
import { rollcall } from "../src/Cli.ts"
import { environmentHelp, helpLayer } from "../src/Help.ts"
import { version } from "../src/Version.ts"

describe("the command line", () => {
  it.live("--help prints the usage and every variable, and --version the version", () =>
    Effect.gen(function* () {
      const run = Command.runWith(rollcall, { version })
      const help = yield* Effect.provide(runWithEnv(run(["--help"]), {}), helpLayer)
      assert.include(help.printed, "USAGE")
      assert.match(help.printed, /ROLLCALL_PORT\n.+\n +Default: 8080(\n|$)/)
      assert.strictEqual((yield* runWithEnv(run(["--version"]), {})).printed, `rollcall v${version}`)
    }).pipe(Effect.provide(commandLayer))
  )

  it("the help contains every variable with its default", () => {
    const all = Object.values(variables)
    const help = environmentHelp(all)
    for (const { name, otherwise } of all) {
      assert.include(help, `  ${name}\n`)
      assert.include(help, `Default: ${otherwise}`)
    }
  })

  it("every command that prints results accepts --json", () => {
    const leaves = (command: Completions.CommandDescriptor, path: string): ReadonlyArray<readonly [string, boolean]> =>
      command.subcommands.length === 0
        ? [[path, command.flags.some(({ name }) => name === "json")]]
        : command.subcommands.flatMap((below) => leaves(below, `${path} ${below.name}`.trim()))
    const without = leaves(Completions.fromCommand(rollcall), "").filter(([, hasJson]) => !hasJson)
    // The server logs, and an export has --format.
    assert.deepStrictEqual(
      without.map(([path]) => path),
      ["serve", "contacts export"]
    )
  })

  it.live.each(["bash", "zsh", "fish"])("--completions prints the completions for %s", (shell) =>
    Effect.gen(function* () {
      const run = Command.runWith(rollcall, { version })
      const { failure, printed } = yield* runWithEnv(run(["--completions", shell]), {})
      assert.isNull(failure)
      for (const name of ["contacts", "broadcasts", "dry-run", "rollcall"]) assert.include(printed, name)
    }).pipe(Effect.provide(commandLayer))
  )
})
