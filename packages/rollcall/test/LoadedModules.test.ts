import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"

/** The modules that a program loads, besides itself. */
const loadedBy = (program: string): ReadonlyArray<string> => {
  const hooks = `import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    process.on("exit", () => console.log(JSON.stringify(loaded)))`
  const flags = ["--conditions=rollcall-source", `--import=data:text/javascript,${encodeURIComponent(hooks)}`]
  const output = execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
    cwd: import.meta.dirname
  })
  return output
    .split('"')
    .filter((url) => url.startsWith("file:"))
    .map((url) => url.slice(url.lastIndexOf("/") + 1))
}

it("a program that only imports the error class loads nothing else", () => {
  expect(loadedBy('import { RollcallError } from "rollcall"; if (!RollcallError) process.exit(1)')).toEqual([
    "index.ts",
    "CreateRollcall.ts",
    "RollcallError.ts"
  ])
})
