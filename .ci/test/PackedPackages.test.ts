import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { driver } from "../fences/PackageGraph.ts"
import { bundleDriver } from "../packages/BundleDriver.ts"
import { pack } from "../packages/Pack.ts"
import { repository, run } from "../Repository.ts"

const project = mkdtempSync(join(tmpdir(), "rollcall-packed-"))
const installed = (...path: ReadonlyArray<string>) => join(project, "node_modules", ...path)

describe("the packed packages, in an empty project without the registry", () => {
  beforeAll(async () => {
    run(join(repository, "node_modules/.bin/tsc"), ["-b", "packages/storage-sqlite/tsconfig.build.json"])
    await bundleDriver()
    const folders = ["core", "storage-sql", "storage-sqlite"].map((name) => join(repository, "packages", name))
    const tarballs = pack([...folders, join(repository, "node_modules/effect")], project)
    const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]))
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true, dependencies }))
    cpSync(join(import.meta.dirname, "PackedProgram.ts"), join(project, "program.ts"))
    run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], project)
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it("open a database, write to it and find the row again", () => {
    const filename = join(project, "packed.db")
    expect(run(process.execPath, ["program.ts", filename], project)).toBe("1 contact\n")
    expect(run(process.execPath, ["program.ts", filename], project)).toBe("2 contacts\n")
  })

  it("bring the patched driver inside storage-sqlite, and never ask for the other one", () => {
    expect(readdirSync(installed()).filter((name) => !name.startsWith("."))).toEqual(["@rollcall", "effect"])
    const code = readFileSync(installed("@rollcall/storage-sqlite/dist/SqliteClient.js"), "utf8")
    expect(code).toContain("PRAGMA busy_timeout = 5000")
    expect(code).not.toContain(`from "${driver}`)
    expect(readdirSync(installed("@rollcall/storage-sqlite/dist"))).toContain("SqliteClient.LICENSE")
  })

  it("carry no state of the compiler", () => {
    const files = readdirSync(installed("@rollcall"), { recursive: true, encoding: "utf8" })
    expect(files.filter((file) => file.endsWith(".tsbuildinfo"))).toEqual([])
  })
})
