import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpClient } from "effect/http"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { Accepted, ask, call, ContactPage, detailsWhen, live, reminderTo } from "../../packages/cli/test/serve/Calls.ts"
import { bootstrapToken, listeningUrl, spawnProgram, stop } from "../../packages/cli/test/serve/ServerProcess.ts"
import { bundleProgram, programFile } from "../../tools/release/packages/BundleProgram.ts"
import { read } from "../../tools/Repository.ts"

/** A folder outside the workspace that contains only the single file. */
const folder = mkdtempSync(join(tmpdir(), "rollcall-one-file-"))
const work = join(folder, "empty")
const written = { bytes: 0 }

beforeAll(async () => {
  mkdirSync(work)
  written.bytes = await bundleProgram([folder])
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Prints a line for each thread that starts or fails. */
const watchThreads = `--import=data:text/javascript,${encodeURIComponent(
  `process.on("worker", (worker) => {
    worker.on("online", () => console.log("thread: online"))
    worker.on("error", (error) => console.log("thread: " + error.message))
  })`
)}`

const start = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  spawnProgram({ folder: work, command: [process.execPath, join(folder, programFile), ...args], env })

const run = Effect.fnUntraced(function* (...[args, env]: Parameters<typeof start>) {
  const { child, stderr, stdout } = yield* start(args, env)
  return { code: yield* child.exitCode, stdout: yield* stdout.whole, stderr: yield* stderr.whole }
}, Effect.scoped)

const Estimate = Schema.Struct({ contacts: Schema.Int })
const Version = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

describe("the single file, in an empty folder", () => {
  it("D1: has at most 4.35 MB, and the licences of its contents", () => {
    assert.isAtMost(written.bytes, 4_350_000)
    const licences = readFileSync(join(folder, `${programFile}.LICENSES.txt`), "utf8")
    for (const name of ["effect", "libphonenumber-js", "any-ascii", "csv-parse"]) {
      expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\((MIT|ISC)\\)$`, "m"))
    }
    expect(licences.match(/Permission (is hereby granted|to use, copy)/g)?.length).toBeGreaterThan(10)
  })

  it("D1: imports nothing by name that an older Node lacks before it names the required version", () => {
    const [first = "", inside] = readFileSync(join(folder, programFile), "utf8").split("\n//program\n")
    expect(inside).toMatch(/^\/\/import/)
    expect(first.match(/^import .+/gm)).toEqual([
      `import module from "node:module"`,
      `import { setFlagsFromString } from "node:v8"`
    ])
    assert.isBelow(first.indexOf("Rollcall needs Node 22.19 or newer"), first.indexOf("await import"))
  })

  it.live("D1: lets Node cache its compiled code for the next start, and errors contain the file's lines", () =>
    Effect.gen(function* () {
      const cache = { NODE_COMPILE_CACHE: "", TMPDIR: folder, NODE_DEBUG_NATIVE: "COMPILE_CACHE" }
      assert.notInclude((yield* run(["--version"], cache)).stderr, "was accepted")
      assert.include((yield* run(["--version"], cache)).stderr, `${programFile}?program was accepted`)

      const lines = readFileSync(join(folder, programFile), "utf8").split("\n")
      const line = lines.findIndex((text) => text.includes("process.stdout.on(`error`")) + 1
      const watched = `process.stdout.on = (name) => { if (name === "error") console.error(new Error("here").stack) }`
      const { stderr } = yield* run(["--version"], {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watched)}`
      })
      assert.include(stderr, `${programFile}?program:${line}:`)
    }).pipe(Effect.provide(live))
  )

  it("has the size stated in docs/how-to/deploy.md", () => {
    assert.include(
      read("docs/how-to/deploy.md"),
      `dist/${programFile}\` (${(written.bytes / 1_000_000).toFixed(1)} MB)`
    )
  })

  it.live("prints its version and its commands", () =>
    Effect.gen(function* () {
      const { version } = Schema.decodeSync(Version)(read("packages/cli/package.json"))
      assert.strictEqual((yield* run(["--version"])).stdout, `rollcall v${version}\n`)
      const help = yield* run(["--help"])
      assert.strictEqual(help.code, 0)
      for (const word of ["serve", "migrate", "broadcasts", "ROLLCALL_PORT"]) assert.include(help.stdout, word)
    }).pipe(Effect.provide(live))
  )

  it.live(
    "D1: migrates, serves, imports, searches on threads, broadcasts and exports",
    () =>
      Effect.gen(function* () {
        const database = { ROLLCALL_DATABASE_URL: "sqlite:./one.db" }
        assert.strictEqual((yield* run(["migrate", "run"], database)).code, 0)
        const server = yield* start(["serve"], {
          ...database,
          ROLLCALL_PORT: "0",
          ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken,
          NODE_OPTIONS: watchThreads
        })
        const url = yield* listeningUrl(server)
        const client = { ROLLCALL_URL: url, ROLLCALL_TOKEN: bootstrapToken }

        const rows = Array.from({ length: 3_000 }, (_, i) => `Ada ${i},+4930${1_000_000 + i}`)
        writeFileSync(join(work, "people.csv"), ["first_name,phone_number", ...rows].join("\n"))
        assert.strictEqual((yield* run(["contacts", "import", "people.csv"], client)).code, 0)

        // A search's trigrams are read on another thread, while other searches are answered.
        const search = { advanced_search: [{ field: "first_name", operator: "contains", value: "ada 29" }] }
        const searches = yield* Effect.all(
          Array.from({ length: 16 }, () => ask({ url }, ["POST", "/v1/contacts/search", search], [200, ContactPage])),
          // On a busy machine, the server would reject more searches than it runs at once.
          { concurrency: 3 }
        )
        for (const { pagination } of searches) assert.strictEqual(pagination.total, 111)

        const accepted = yield* ask(
          { url },
          ["POST", "/broadcasts", reminderTo(["49301000000", "49301000010"])],
          [202, Accepted]
        )
        const details = yield* detailsWhen({ url }, accepted.uuid, ({ read }) => read === 2)
        assert.strictEqual(details.sent, 2)

        assert.strictEqual((yield* run(["contacts", "export", "--output", "all.csv"], client)).code, 0)
        assert.strictEqual(readFileSync(join(work, "all.csv"), "utf8").trim().split("\n").length, 3_001)

        // An audience's contacts are read in parts, always on a separate thread.
        const audience = {
          include: [{ search }],
          parameters: { body: { name: { field: "first_name" }, time: { value: "9:30" } } }
        }
        const { recipients: _, ...reminder } = reminderTo([])
        const estimate = { ...reminder, audience }
        const { contacts } = yield* ask({ url }, ["POST", "/broadcasts/audience", estimate], [200, Estimate])
        assert.strictEqual(contacts, 111)

        assert.strictEqual(yield* stop(server), 0)
        const threads = (yield* server.stdout.whole).match(/^thread: .*$/gm) ?? []
        assert.isAtLeast(threads.length, 2)
        assert.deepStrictEqual(new Set(threads), new Set(["thread: online"]))
      }).pipe(Effect.scoped, Effect.provide(live)),
    90_000
  )

  it.live("without settings creates a database in its folder, and prints the next steps", () =>
    Effect.gen(function* () {
      const server = yield* start([], { ROLLCALL_PORT: "0" })
      const url = yield* listeningUrl(server)
      const page = yield* HttpClient.get(`${url}/docs`)
      assert.include(yield* page.text, "SwaggerUIBundle")
      const console = yield* Effect.flatMap(HttpClient.get(`${url}/console`), ({ text }) => text)
      const [, script] = /<script[^>]* src="(assets\/[^"]+)"/.exec(console) ?? []
      assert.strictEqual((yield* HttpClient.get(`${url}/console/${script}`)).status, 200)
      const { body } = yield* call({ url, token: null }, "GET", "/openapi.json")
      assert.deepInclude(body, { openapi: "3.1.0" })
      assert.strictEqual(yield* stop(server), 0)
      const said = yield* server.stdout.whole
      const [, token = ""] = /^ {2}(rc_\S+|\S{32,})$/m.exec(said) ?? []
      assert.include(said, `curl -H "Authorization: Bearer ${token}" ${url}/v1/contacts`)
      for (const path of ["/console", "/docs"]) assert.include(said, `${url}${path}\n`)
      expect(readFileSync(join(work, "rollcall.db")).subarray(0, 15).toString()).toBe("SQLite format 3")
    }).pipe(Effect.scoped, Effect.provide(live))
  )
})
