import { mkdtempSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compileFunction } from "node:vm"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, expect, it } from "vitest"
import { examplesIn } from "../docs/checks/DocstringExamples.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-examples-"))
const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
afterAll(async () => {
  await rollcall.close()
  rmSync(folder, { recursive: true })
})

/** What needs no network, but for the example that closes what others use. */
const examples = examplesIn("packages/rollcall/src/{areas/*,Rollcall,memory,simulator,sqlite,testing}.ts").filter(
  ({ text }) => text !== "await rollcall.close()"
)

/** Runs an example as the body of a function, in a workspace of its own. Its imports are those of the test. */
const run = async (workspace: string, example: string): Promise<unknown> => {
  const clinic = await rollcall.workspace(workspace)
  const body = example
    .replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = await load($2)")
    .replace('"rollcall.db"', JSON.stringify(join(folder, "rollcall.db")))
  const script = stripTypeScriptTypes(`const example = async () => {\n${body}\n}`, { mode: "strip" })
  const given = {
    rollcall,
    clinic,
    load: async (specifier: string): Promise<unknown> => await import(specifier),
    console: { log() {} }
  }
  return await Reflect.apply(
    compileFunction(`${script}\nreturn example()`, Object.keys(given)),
    undefined,
    Object.values(given)
  )
}

it("the examples of the docstrings of the promise library run", async () => {
  expect(examples.length).toBeGreaterThan(90)
  const failed: Array<string> = []
  for (const { file, line, text } of examples)
    await run(`${file}:${line}`, text).catch((error: unknown) => failed.push(`${file}:${line}: ${String(error)}`))
  expect(failed).toEqual([])
})
