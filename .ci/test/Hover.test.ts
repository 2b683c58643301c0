import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { compileFunction } from "node:vm"
import { Predicate } from "effect"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, describe, expect, it } from "vitest"
import { documentedMethods, methodsByArea } from "../editor/Docstrings.ts"
import { shownIn } from "../editor/Hovers.ts"
import { repository } from "../Repository.ts"

const methods = documentedMethods()
const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
const clinic = await rollcall.workspace("clinic")
afterAll(() => rollcall.close())

/** The methods that an area has when it runs. `events` is a method itself. */
const namesIn = (area: object): ReadonlyArray<string> => [
  ...(typeof area === "function" ? ["call"] : []),
  ...Object.keys(area)
]

describe("the docstrings of the library with promises", () => {
  it("are those of every method of every area", () => {
    const members: ReadonlyArray<readonly [name: string, value: unknown]> = Object.entries(clinic)
    const areas = members.flatMap(([area, value]) =>
      Predicate.isObjectKeyword(value) ? [[area, namesIn(value).toSorted()]] : []
    )
    const documented = Object.entries(methodsByArea(methods)).map(([area, found]) => [
      area,
      found.map(({ name }) => name).toSorted()
    ])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(areas))
  })

  it("say what is taken and returned, and have an example", () => {
    const incomplete = Object.entries(methodsByArea(methods)).flatMap(([area, found]) =>
      found
        .filter(({ example, returns, text }) => [example, returns, text].includes(""))
        .map(({ name }) => `${area}.${name}`)
    )
    expect(incomplete).toEqual([])
  })

  /** Runs an example as the body of a function. Its imports are those of the test. */
  const run = async (example: string): Promise<unknown> => {
    const body = example.replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = await load($2)")
    const script = stripTypeScriptTypes(`const example = async () => {\n${body}\n}`, { mode: "strip" })
    const names = ["rollcall", "clinic", "load", "console"]
    const load = async (specifier: string): Promise<unknown> => await import(specifier)
    return await Reflect.apply(compileFunction(`${script}\nreturn example()`, names), undefined, [
      rollcall,
      clinic,
      load,
      { log: () => {} }
    ])
  }

  it("have examples that run", async () => {
    const failed: Array<string> = []
    // What is closed cannot be used by other examples.
    for (const { example, name, owner } of methods.filter(({ name }) => name !== "close")) {
      await run(example).catch((error: unknown) => failed.push(`${owner}.${name}: ${String(error)}`))
    }
    expect(failed).toEqual([])
  })
})

describe("an editor", () => {
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    customConditions: ["rollcall-source"],
    allowImportingTsExtensions: true,
    noEmit: true
  }

  it("shows the text of every method, option and member, completes names, and finds no error in examples", async () => {
    const { errors, missing, places } = await shownIn(join(repository, "node_modules/.cache/hovers"), compilerOptions)
    expect({ errors, missing }).toEqual({ errors: [], missing: [] })
    expect(places).toBeGreaterThan(methods.length)
  })
})
