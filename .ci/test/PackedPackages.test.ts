import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { driver } from "../fences/PackageGraph.ts"
import { bundleDriver } from "../packages/BundleDriver.ts"
import { pack, type Tarball } from "../packages/Pack.ts"
import { repository, run } from "../Repository.ts"

const project = mkdtempSync(join(tmpdir(), "rollcall-packed-"))
const source = join(repository, "node_modules/effect")
const Manifest = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/** Packs Effect under another version. One that is only to be refused has no files. */
const effectAs = (version: string, files: "all" | "none"): Tarball => {
  const folder = join(project, `effect-${version}`)
  mkdirSync(folder)
  if (files === "all") cpSync(source, folder, { recursive: true })
  const manifest = files === "all" ? readFileSync(join(source, "package.json"), "utf8") : `{ "name": "effect" }`
  const renamed = { ...Schema.decodeSync(Manifest)(manifest), version }
  writeFileSync(join(folder, "package.json"), JSON.stringify(renamed))
  const [tarball] = pack([folder], project)
  if (tarball === undefined) throw new Error(`effect ${version} was not packed`)
  rmSync(folder, { recursive: true })
  return tarball
}

/** Installs tarballs and nothing else into the folder of a host. */
const install = (host: string, tarballs: ReadonlyArray<Tarball>) => {
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]))
  writeFileSync(join(host, "package.json"), JSON.stringify({ type: "module", private: true, dependencies }))
  run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], host)
}

const installed = (...path: ReadonlyArray<string>) => join(project, "node_modules", ...path)

describe("the packed packages, beside a newer Effect and without the registry", () => {
  let libraries: ReadonlyArray<Tarball> = []

  beforeAll(async () => {
    run(join(repository, "node_modules/.bin/tsc"), ["-b", "packages/storage-sqlite/tsconfig.build.json"])
    await bundleDriver()
    const folders = ["core", "storage-sql", "storage-sqlite"].map((name) => join(repository, "packages", name))
    libraries = pack(folders, project)
    cpSync(join(import.meta.dirname, "PackedProgram.ts"), join(project, "program.ts"))
    install(project, [...libraries, effectAs("4.9.9", "all")])
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

  it("run on the host's Effect, and bring none of their own", () => {
    const manifests = readdirSync(installed(), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith("node_modules/effect/package.json")
    )
    expect(manifests).toEqual([])
    expect(readFileSync(installed("effect/package.json"), "utf8")).toContain(`"version":"4.9.9"`)
  })

  it("are refused by npm beside an Effect that is too old", () => {
    const host = join(project, "host")
    mkdirSync(host)
    expect(() => install(host, [...libraries, effectAs("4.0.6", "none")])).toThrow(/ERESOLVE/)
    expect(readdirSync(host)).toEqual(["package.json"])
  })

  it("carry no state of the compiler", () => {
    const files = readdirSync(installed("@rollcall"), { recursive: true, encoding: "utf8" })
    expect(files.filter((file) => file.endsWith(".tsbuildinfo"))).toEqual([])
  })
})
