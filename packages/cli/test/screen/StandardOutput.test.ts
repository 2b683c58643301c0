import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cacheOf, programOf } from "@rollcall/testing/programs"
import { main, processLayer, spawnProgram, temporaryFolder } from "../serve/ServerProcess.ts"

const database = "sqlite:rollcall.db"

/** Lines of a shell in a folder with a database, where `rollcall` is the program. */
const shell = Effect.fnUntraced(function* (folder: string, script: string) {
  const program = yield* Effect.promise(() => programOf(main))
  const rollcall = `rollcall() { "${process.execPath}" "${program}" "$@"; }`
  const command = ["bash", "-c", `set -o pipefail; ${rollcall}; ${script}`] as const
  const { child, stderr, stdout } = yield* spawnProgram({
    folder,
    env: { ROLLCALL_DATABASE_URL: database, ...cacheOf(program) },
    command
  })
  return { code: yield* child.exitCode, stdout: yield* stdout.whole, stderr: yield* stderr.whole }
})

describe("standard output", () => {
  it.live("ends a command with 0 if its reader has closed it, and with 2 if it is full", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const rows = `{ echo email,first_name; seq -f 'a%.0f@x.org,${"long".repeat(50)}' 1500; }`
      assert.strictEqual((yield* shell(folder, `${rows} > a.csv; rollcall contacts import a.csv`)).code, 0)
      const exported = yield* shell(folder, "rollcall contacts export | head -1 | cut -c1-4")
      assert.deepStrictEqual(exported, { code: 0, stdout: "uuid\n", stderr: "" })
      const followed = yield* shell(folder, "rollcall events --follow | head -1 | cut -c3-8")
      assert.deepStrictEqual(followed, { code: 0, stdout: "cursor\n", stderr: "" })
      for (const command of ["contacts list", "contacts export"]) {
        const full = yield* shell(folder, `rollcall ${command} > /dev/full`)
        assert.deepStrictEqual(full, { code: 2, stdout: "", stderr: "standard output: the disk is full\n" }, command)
      }
    }).pipe(Effect.provide(processLayer))
  )
})
