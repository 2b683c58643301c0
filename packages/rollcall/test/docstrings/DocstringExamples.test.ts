import { globSync, mkdtempSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compileFunction } from "node:vm"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, expect, it } from "vitest"
import { examplesIn } from "../../../../tools/docs/checks/DocstringExamples.ts"
import { read, repository } from "../../../../tools/Repository.ts"

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

/** Runs an example as the body of a function, in a new workspace, with the imports of this test. */
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

it("the examples in the promise library's docstrings run", async () => {
  expect(examples.length).toBeGreaterThan(90)
  const failed: Array<string> = []
  for (const { file, line, text } of examples)
    await run(`${file}:${line}`, text).catch((error: unknown) => failed.push(`${file}:${line}: ${String(error)}`))
  expect(failed).toEqual([])
})

it("every method of an area documents its result, and has an example", () => {
  const methods = globSync("packages/rollcall/src/areas/*.ts", { cwd: repository }).flatMap((file) =>
    Array.from(
      read(file).matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s+readonly (\w+): [<(]/g),
      ([, comment = "", name = ""]) => ({ name: `${file}: ${name}`, comment })
    )
  )
  expect(methods.length).toBeGreaterThan(70)
  const incomplete = methods.filter(({ comment }) => !/@returns \S[^]*@example\n/.test(comment))
  expect(incomplete.map(({ name }) => name)).toEqual([])
})

it("every input and output member of the promise library has a docstring", () => {
  const undocumented = globSync("packages/rollcall/src/{areas,inputs,options,results}/*.ts", {
    cwd: repository
  }).flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index, lines) =>
        /^ +readonly \w+\??: (?!never)/.test(line) && !lines[index - 1]?.trimEnd().endsWith("*/")
          ? [`${file}:${index + 1} ${line.trim()}`]
          : []
      )
  )
  expect(undocumented).toEqual([])
})
