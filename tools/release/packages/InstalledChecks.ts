import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { Schema } from "effect"
import { driver, webPages } from "../../fences/PackageGraph.ts"
import { nameOf, packages, repository, run } from "../../Repository.ts"
import { install, npmVariables } from "./Install.ts"
import { Manifest } from "./LocalManifest.ts"
import { pack } from "./Pack.ts"
import { asInstalled, packedFiles } from "./PackLocal.ts"

/** An Effect version that is too old for the packages, and a version that does not exist yet. */
const [old, newer] = ["4.0.6", "4.9.9"]

const decodeManifest = Schema.decodeSync(Schema.fromJsonString(Manifest))
const manifestIn = (folder: string): Manifest => decodeManifest(readFileSync(join(folder, "package.json"), "utf8"))

/** Packs this repository's Effect under a newer version than exists, and returns the file's specifier. */
export const newerEffect = (into: string): string => {
  const [from, copy] = [join(repository, "node_modules/effect"), join(into, "effect")]
  cpSync(from, copy, { recursive: true })
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifestIn(from), version: newer }))
  return `file:${join(into, pack([copy], into)[0]?.filename ?? "")}`
}

const Doors = Schema.fromJsonString(Schema.Struct({ exports: Schema.Record(Schema.String, Schema.Unknown) }))
const decodeDoors = Schema.decodeSync(Doors)

const inModules = (host: string, ...path: ReadonlyArray<string>) => join(host, "node_modules", ...path)

/** Runs a function in a folder outside the project. */
const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-packed-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The checks of a project that has all packages and a newer Effect. */
export const installedChecks: Readonly<Record<string, (host: string) => void | Promise<void>>> = {
  "carry a README and the licence, their sources and their build, and no state of the compiler": (host) => {
    const expected = ["LICENSE", "README.md", "dist/index.js", "package.json", "src/index.ts"]
    // The browser's code is only shipped built, with its types next to it, because its sources do not help readers.
    const ofPages = ["LICENSE", "README.md", "dist/index.js", "index.d.ts", "package.json"]
    // The suites have one entry point for stores and one for channels.
    const ofSuites = ["LICENSE", "README.md", "package.json"]
    const listed = packages.map((name) =>
      globSync("**", { cwd: inModules(host, nameOf(name)), exclude: ["node_modules"], withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(inModules(host, nameOf(name)), join(entry.parentPath, entry.name)))
        .filter(
          (file) => expected.includes(file) || !/^(src|dist|templates)\//.test(file) || file.endsWith(".tsbuildinfo")
        )
        .sort()
    )
    assert.deepEqual(
      listed,
      packages.map((name) => (webPages.includes(name) ? ofPages : name === "conformance" ? ofSuites : expected))
    )
  },

  "run on the Effect of the host, and bring no other copy": (host) => {
    for (const name of ["effect", "@effect/platform-node", "@effect/sql-pg"]) {
      const copies = globSync(`**/node_modules/${name}/package.json`, { cwd: host })
      assert.deepEqual(copies, [`node_modules/${name}/package.json`])
    }
    assert.equal(manifestIn(inModules(host, "effect")).version, newer)
  },

  "are imported by every door": (host) => {
    const doors = packages.map(nameOf).flatMap((name) =>
      Object.keys(decodeDoors(readFileSync(inModules(host, name, "package.json"), "utf8")).exports)
        .filter((door) => !door.endsWith(".json"))
        .map((door) => name + door.slice(1))
    )
    assert.ok(doors.length >= packages.length)
    const code = `for (const door of ${JSON.stringify(doors)}) console.log(door, Object.keys(await import(door)).length > 0)`
    assert.deepEqual(
      run(process.execPath, ["--input-type=module", "--eval", code], host).trim().split("\n"),
      doors.map((door) => `${door} true`)
    )
  },

  "open a database, write to it and find the row again": (host) => {
    cpSync(join(import.meta.dirname, "installed", "PackedProgram.ts"), join(host, "packed.ts"))
    const filename = join(host, "packed.db")
    assert.equal(run(process.execPath, ["packed.ts", filename], host), "1 contact\n")
    // The condition of a host's own monorepo must not lead to sources, which Node does not run inside node_modules.
    assert.equal(run(process.execPath, ["--conditions=source", "packed.ts", filename], host), "2 contacts\n")
  },

  "start the server with npx rollcall in an empty folder, and stop with it": () =>
    inFolder(async (folder) => {
      const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROLLCALL_")))
      // The process leads a group in which all processes get its signals, as in a terminal.
      const npx = spawn("npm", ["exec", "--yes", `--package=${packedFiles().get("rollcall")}`, "--", "rollcall"], {
        cwd: folder,
        env: { ...env, ...npmVariables(), ROLLCALL_PORT: "0" },
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 120_000
      })
      const printed = text(npx.stdout)
      const logged: Array<string> = []
      let url = ""
      for await (const line of createInterface(npx.stderr)) {
        logged.push(line)
        const [, said] = /Rollcall is listening on (http:\/\/[^"\s]+)/.exec(line) ?? []
        if (said === undefined) continue
        url = said
        process.kill(-(npx.pid ?? 0), "SIGTERM")
      }
      assert.ok(
        logged.some((line) => line.includes("Rollcall has stopped")),
        logged.join("\n")
      )
      const said = await printed
      for (const path of ["/v1/contacts", "/console", "/docs"]) assert.ok(said.includes(url + path), said)
      assert.ok(readdirSync(folder).includes("rollcall.db"))
    }),

  "bring the patched driver inside storage-sqlite, and never ask for the other one": (host) => {
    assert.ok(!readdirSync(inModules(host, "@effect")).includes(driver.split("/")[1] ?? ""))
    const code = readFileSync(inModules(host, "@rollcall/storage-sqlite/dist/SqliteClient.js"), "utf8")
    assert.ok(code.includes("PRAGMA busy_timeout = 5000"))
    assert.ok(!code.includes(`from "${driver}`))
    assert.ok(readdirSync(inModules(host, "@rollcall/storage-sqlite/dist")).includes("SqliteClient.LICENSE"))
  },

  "are refused by npm next to an Effect that is too old": () =>
    inFolder(async (folder) => {
      for (const name of ["@rollcall/core", "@rollcall/storage-sqlite", "@rollcall/http"]) {
        const other = join(folder, name)
        mkdirSync(other, { recursive: true })
        await assert.rejects(install(other, { ...asInstalled([name]), effect: old }), /ERESOLVE/)
        assert.deepEqual(readdirSync(other), ["package.json"])
      }
    }),

  "come from their files, and from no registry if one is missing": () =>
    inFolder(async (folder) => {
      const files = packedFiles()
      const missing = files.get("@rollcall/console") ?? ""
      for (const file of files.values()) if (file !== missing) cpSync(file, join(folder, basename(file)))
      const rollcall = `file:${join(folder, basename(files.get("rollcall") ?? ""))}`
      await assert.rejects(install(folder, { rollcall }), RegExp(`ENOENT[^]*${basename(missing)}`))
    })
}
