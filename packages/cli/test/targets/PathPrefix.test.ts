import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { commandLayer, runWithEnv } from "../serve/Commands.ts"
import { hostServer } from "../serve/HostedServer.ts"
import { bootstrapToken, temporaryFolder } from "../serve/ServerProcess.ts"
import { rollcall } from "../../src/Cli.ts"

describe("a server below a proxy's path", () => {
  it.live("D2: is reached at its full address, including the path", () =>
    Effect.gen(function* () {
      const env = { ROLLCALL_PATH_PREFIX: "/crm", ROLLCALL_DATABASE_URL: "memory:" }
      const { url } = yield* hostServer({ folder: yield* temporaryFolder, env })
      const run = (address: string, ...args: ReadonlyArray<string>) =>
        runWithEnv(Command.runWith(rollcall, { version: "1" })(args), {
          ROLLCALL_URL: address,
          ROLLCALL_TOKEN: bootstrapToken
        })
      assert.match(url, /\/crm$/)
      const { failure, printed } = yield* run(url, "lists", "create", "VIP")
      assert.isNull(failure)
      assert.include((yield* run(`${url}/`, "lists", "show", printed.trim())).printed, "VIP")
    }).pipe(Effect.scoped, Effect.provide(commandLayer))
  )
})
