import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it as effect } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpClient } from "effect/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { live } from "../../packages/server/test/Calls.ts"
import { listeningUrl, spawnProgram, stop } from "../../packages/server/test/ServerProcess.ts"
import { driver } from "../fences/PackageGraph.ts"
import { newer, type PackedRegistry, servePacked } from "../packages/PackedRegistry.ts"
import { packageIn, renamed } from "../packages/Registry.ts"
import { packages, repository, run } from "../Repository.ts"

const Doors = Schema.fromJsonString(Schema.Struct({ exports: Schema.Record(Schema.String, Schema.Unknown) }))
const temporary = () => mkdtempSync(join(tmpdir(), "rollcall-packed-"))

describe("the packed packages, all of them in a project with a newer Effect", () => {
  const [host, other] = [temporary(), temporary()]
  const installed = (...path: ReadonlyArray<string>) => join(host, "node_modules", ...path)
  const effectHere = packageIn(join(repository, "node_modules/effect"))
  let registry: PackedRegistry | undefined
  const tarballs = () => registry?.tarballs ?? []

  beforeAll(async () => {
    registry = await servePacked([renamed(effectHere, "4.0.6")])
    const all = Object.fromEntries(tarballs().map(({ name }) => [name, "*"]))
    await registry.install(host, { ...all, effect: newer, "@effect/platform-node": newer })
    cpSync(join(import.meta.dirname, "PackedProgram.ts"), join(host, "program.ts"))
  }, 180_000)
  afterAll(() => {
    registry?.close()
    for (const folder of [host, other]) rmSync(folder, { recursive: true, force: true })
  })

  it("carry a README and the licence, their sources and their build, and no state of the compiler", () => {
    const expected = ["LICENSE", "README.md", "dist/index.js", "package.json", "src/index.ts"]
    const listed = tarballs().map(({ files }) =>
      files
        .filter((file) => expected.includes(file) || !/^(src|dist)\//.test(file) || file.endsWith(".tsbuildinfo"))
        .sort()
    )
    expect(listed).toEqual(packages.map(() => expected))
  })

  it("run on the host's Effect, and bring no other copy", () => {
    for (const name of ["effect", "@effect/platform-node", "@effect/sql-pg"]) {
      const copies = globSync(`**/node_modules/${name}/package.json`, { cwd: host })
      expect(copies).toEqual([`node_modules/${name}/package.json`])
      expect(packageIn(installed(name)).manifest.version).toBe(newer)
    }
  })

  it("are imported by every door", () => {
    const doors = tarballs().flatMap(({ folder, name }) =>
      Object.keys(Schema.decodeSync(Doors)(readFileSync(join(folder, "package.json"), "utf8")).exports)
        .filter((door) => !door.endsWith(".json"))
        .map((door) => name + door.slice(1))
    )
    const code = `for (const door of ${JSON.stringify(doors)}) console.log(door, Object.keys(await import(door)).length > 0)`
    expect(run(process.execPath, ["--input-type=module", "--eval", code], host).trim().split("\n")).toEqual(
      doors.map((door) => `${door} true`)
    )
  })

  it("open a database, write to it and find the row again", () => {
    const filename = join(host, "packed.db")
    expect(run(process.execPath, ["program.ts", filename], host)).toBe("1 contact\n")
    // The condition of a host's own monorepo does not lead to sources, which Node does not run inside node_modules.
    expect(run(process.execPath, ["--conditions=source", "program.ts", filename], host)).toBe("2 contacts\n")
  })

  effect.live("start the server with the command rollcall", () =>
    Effect.gen(function* () {
      const server = yield* spawnProgram({
        folder: host,
        command: [process.execPath, installed(".bin/rollcall"), "serve"],
        env: { ROLLCALL_PORT: "0", ROLLCALL_DATABASE_URL: "sqlite:served.db" }
      })
      const response = yield* HttpClient.get(`${yield* listeningUrl(server)}/health`)
      expect(yield* response.json).toEqual({ status: "ok" })
      expect(yield* stop(server)).toBe(0)
    }).pipe(Effect.scoped, Effect.provide(live))
  )

  effect.live("start the server with npx rollcall in an empty folder, and stop with it", () =>
    Effect.gen(function* () {
      const folder = temporary()
      const server = yield* spawnProgram({
        folder,
        command: ["npm", "exec", "--yes", ...(registry?.options ?? []), "--", "rollcall"],
        env: { ROLLCALL_PORT: "0" },
        ownGroup: true
      })
      const url = yield* listeningUrl(server)
      yield* server.child.kill({ killSignal: "SIGTERM" })
      const said = yield* server.stdout.whole
      expect(said).toContain(`${url}/v1/contacts`)
      expect(said).toContain(`${url}/docs`)
      expect(yield* server.stderr.whole).toContain("Rollcall has stopped")
      expect(readdirSync(folder)).toContain("rollcall.db")
      rmSync(folder, { recursive: true })
    }).pipe(Effect.scoped, Effect.provide(live))
  )

  it("bring the patched driver inside storage-sqlite, and never ask for the other one", () => {
    expect(readdirSync(installed("@effect"))).not.toContain(driver.split("/")[1])
    const code = readFileSync(installed("@rollcall/storage-sqlite/dist/SqliteClient.js"), "utf8")
    expect(code).toContain("PRAGMA busy_timeout = 5000")
    expect(code).not.toContain(`from "${driver}`)
    expect(readdirSync(installed("@rollcall/storage-sqlite/dist"))).toContain("SqliteClient.LICENSE")
  })

  it.each(["@rollcall/core", "@rollcall/storage-sqlite", "@rollcall/server"])(
    "are refused by npm beside an Effect that is too old: %s",
    async (name) => {
      await expect(registry?.install(other, { effect: "4.0.6", [name]: "*" })).rejects.toThrow(/ERESOLVE/)
      expect(readdirSync(other)).toEqual(["package.json"])
    }
  )
})
