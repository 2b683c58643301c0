import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { processLayer, runRollcall, temporaryFolder } from "../../../server/test/ServerProcess.ts"

const unknownUuid = "0197a000-0000-7000-8000-0000000000aa"
const database = ["--database", "sqlite:rollcall.db"]

describe("the process of a command", () => {
  it.live(
    "ends with 0, with 1 when what is asked for cannot be, and with 2 when it is used wrongly",
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
        const nowhere = yield* run("broadcasts", "cancel", unknownUuid)
        assert.strictEqual(nowhere.code, 2)
        assert.match(nowhere.stderr, /^a server \(--url, ROLLCALL_URL\) or a database .+ is needed\n$/)
        for (const args of [["nonsense"], ["broadcasts", "nonsense"], ["serve", "--nonsense"]]) {
          assert.strictEqual((yield* run(...args)).code, 2, args.join(" "))
        }
        const misused = yield* run("broadcasts", "show", "five", ...database)
        assert.strictEqual(misused.code, 2)
        assert.include(misused.stderr, "Expected a UUID")
        assert.include(misused.stdout, "ROLLCALL_DATABASE_URL")
      }).pipe(Effect.provide(processLayer)),
    60_000
  )
})
