import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { Schema } from "effect"
import { driver, webPages } from "../fences/PackageGraph.ts"
import { packages, run } from "../Repository.ts"
import { newer, type PackedRegistry } from "./PackedRegistry.ts"
import { packageIn } from "./Registry.ts"

/** The packed packages, all of them installed in a project with a newer Effect. */
interface Installed {
  readonly host: string
  readonly registry: PackedRegistry
}

const Doors = Schema.fromJsonString(Schema.Struct({ exports: Schema.Record(Schema.String, Schema.Unknown) }))
const decodeDoors = Schema.decodeSync(Doors)

const inModules = (host: string, ...path: ReadonlyArray<string>) => join(host, "node_modules", ...path)

/** Runs in a folder outside of the project. */
const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-packed-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is so of the packed packages. Each fails where it is not. */
export const installedChecks: Readonly<Record<string, (installed: Installed) => void | Promise<void>>> = {
  "carry a README and the licence, their sources and their build, and no state of the compiler": ({ registry }) => {
    const expected = ["LICENSE", "README.md", "dist/index.js", "package.json", "src/index.ts"]
    // What a browser runs is no help to who reads it: it is built, and its types are beside it.
    const ofPages = ["LICENSE", "README.md", "dist/index.js", "index.d.ts", "package.json"]
    const listed = registry.tarballs.map(({ files }) =>
      files
        .filter(
          (file) => expected.includes(file) || !/^(src|dist|templates)\//.test(file) || file.endsWith(".tsbuildinfo")
        )
        .sort()
    )
    assert.deepEqual(
      listed,
      packages.map((name) => (webPages.includes(name) ? ofPages : expected))
    )
  },

  "run on the Effect of the host, and bring no other copy": ({ host }) => {
    for (const name of ["effect", "@effect/platform-node", "@effect/sql-pg"]) {
      const copies = globSync(`**/node_modules/${name}/package.json`, { cwd: host })
      assert.deepEqual(copies, [`node_modules/${name}/package.json`])
      assert.equal(packageIn(inModules(host, name)).manifest.version, newer)
    }
  },

  "are imported by every door": ({ host, registry }) => {
    const doors = registry.tarballs.flatMap(({ folder, name }) =>
      Object.keys(decodeDoors(readFileSync(join(folder, "package.json"), "utf8")).exports)
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

  "open a database, write to it and find the row again": ({ host }) => {
    cpSync(join(import.meta.dirname, "installed", "PackedProgram.ts"), join(host, "packed.ts"))
    const filename = join(host, "packed.db")
    assert.equal(run(process.execPath, ["packed.ts", filename], host), "1 contact\n")
    // The condition of a host's own monorepo does not lead to sources, which Node does not run inside node_modules.
    assert.equal(run(process.execPath, ["--conditions=source", "packed.ts", filename], host), "2 contacts\n")
  },

  "start the server with npx rollcall in an empty folder, and stop with it": ({ registry }) =>
    inFolder(async (folder) => {
      const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROLLCALL_")))
      // It leads a group of processes, all of which get its signals, as those of a terminal.
      const npx = spawn("npm", ["exec", "--yes", ...registry.options, "--", "rollcall"], {
        cwd: folder,
        env: { ...env, ROLLCALL_PORT: "0" },
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

  "bring the patched driver inside storage-sqlite, and never ask for the other one": ({ host }) => {
    assert.ok(!readdirSync(inModules(host, "@effect")).includes(driver.split("/")[1] ?? ""))
    const code = readFileSync(inModules(host, "@rollcall/storage-sqlite/dist/SqliteClient.js"), "utf8")
    assert.ok(code.includes("PRAGMA busy_timeout = 5000"))
    assert.ok(!code.includes(`from "${driver}`))
    assert.ok(readdirSync(inModules(host, "@rollcall/storage-sqlite/dist")).includes("SqliteClient.LICENSE"))
  },

  "are refused by npm beside an Effect that is too old": ({ registry }) =>
    inFolder(async (folder) => {
      for (const name of ["@rollcall/core", "@rollcall/storage-sqlite", "@rollcall/server"]) {
        const other = join(folder, name)
        mkdirSync(other, { recursive: true })
        await assert.rejects(registry.install(other, { effect: old, [name]: "*" }), /ERESOLVE/)
        assert.deepEqual(readdirSync(other), ["package.json"])
      }
    })
}

/** A version of Effect that is older than those that the packages take. */
export const old = "4.0.6"
