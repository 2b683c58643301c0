import { variables } from "@rollcall/server"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { processLayer, runRollcall, temporaryFolder } from "../../server/test/ServerProcess.ts"
import { environmentHelp } from "../src/Help.ts"
import { version } from "../src/Version.ts"

describe("the command line", () => {
  it.live("--help shows every variable", () =>
    Effect.gen(function* () {
      const ended = yield* runRollcall({ folder: yield* temporaryFolder, args: ["--help"] })
      assert.strictEqual(ended.code, 0)
      assert.include(ended.stdout, "USAGE")
      assert.match(ended.stdout, /ROLLCALL_PORT\n.+\n +Default: 8080\n/)
    }).pipe(Effect.provide(processLayer))
  )

  it("the help names every variable with its default", () => {
    const all = Object.values(variables)
    const help = environmentHelp(all)
    for (const { name, otherwise } of all) {
      assert.include(help, `  ${name}\n`)
      assert.include(help, `Default: ${otherwise}`)
    }
  })

  it.live("--version shows the version", () =>
    Effect.gen(function* () {
      const ended = yield* runRollcall({ folder: yield* temporaryFolder, args: ["--version"] })
      assert.strictEqual(ended.stdout.trim(), `rollcall v${version}`)
    }).pipe(Effect.provide(processLayer))
  )
})
