import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Schedule, Schema } from "effect"
import { StartRefused } from "../../src/serve/StartRefused.ts"
import { ask, askUntil, call, live, ContactPage } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { bootstrapToken, runRollcall, startServer, stop, temporaryFolder } from "./ServerProcess.ts"

const LogLine = Schema.fromJsonString(Schema.Struct({ message: Schema.String, level: Schema.String }))

describe("a failed start prints one line that names the problem, and exits with 2", () => {
  it.live("an invalid variable", () =>
    Effect.gen(function* () {
      const ended = yield* runRollcall({ folder: yield* temporaryFolder, env: { ROLLCALL_PORT: "x" } })
      const stderr = 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "x"\n'
      assert.deepStrictEqual(ended, { code: 2, stdout: "", stderr })
    }).pipe(Effect.provide(live))
  )

  it.live("a port in use", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { url } = yield* hostServer({ folder })
      const port = new URL(url).port
      const env = { ROLLCALL_PORT: port, ROLLCALL_DATABASE_URL: "memory:" }
      const refused = yield* Effect.flip(hostServer({ folder, env }))
      assert.instanceOf(refused, StartRefused)
      assert.strictEqual(refused.message, `ROLLCALL_PORT: port ${port} of 127.0.0.1 is in use by another process`)
    }).pipe(Effect.provide(live))
  )

  it.live("A2: and stores no token, so that the next start without one creates the first", () =>
    Effect.gen(function* () {
      const taken = yield* hostServer({ folder: yield* temporaryFolder })
      const folder = yield* temporaryFolder
      yield* Effect.flip(hostServer({ folder, env: { ROLLCALL_PORT: new URL(taken.url).port } }))
      const server = yield* hostServer({ folder, env: { ROLLCALL_BOOTSTRAP_TOKEN: "" } })
      assert.strictEqual((yield* call(server, "GET", "/v1/contacts")).status, 401)
      yield* server.stop
      assert.include(yield* server.printed, "No token was there, so one was made.")
    }).pipe(Effect.provide(live))
  )
})

it.live("a start does not load undici (which an ES import of node:http loads), Node's compiler, or other stores", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const files = yield* FileSystem.FileSystem
    const program = `${folder}/listed.mjs`
    const main = new URL("../../src/main.js", import.meta.url).href
    const printed = "process.stdout.write([...process.moduleLoadList, ...loaded].join())"
    const listing = "load: (url, context, next) => (loaded.push(url), next(url, context))"
    yield* files.writeFileString(
      program,
      [
        `import { registerHooks } from "node:module"`,
        `const loaded = []`,
        `registerHooks({ ${listing} })`,
        `process.argv[2] = "--version"`,
        `process.on("exit", () => ${printed})`,
        `await import("${main}")`
      ].join("\n")
    )
    // The first run fills the cache of compiled modules, which the program puts where temporary files are.
    const env = { NODE_COMPILE_CACHE: "", TMPDIR: folder }
    yield* runRollcall({ folder, program, env })
    const { stdout } = yield* runRollcall({ folder, program, env })
    assert.include(stdout, "Internal Binding http_parser")
    assert.notInclude(stdout, "undici")
    assert.notInclude(stdout, "amaro")
    assert.include(stdout, "/cli/src/serve/")
    // Stores are loaded where a database is theirs, and what reads files of contacts where one is read.
    for (const later of ["/storage-postgres/", "/storage-sqlite/", "/sql-pg/", "/contact-files/", "/csv-parse/"]) {
      assert.notInclude(stdout, later)
    }
  }).pipe(Effect.provide(live))
)

describe("tokens at startup", () => {
  it.live("A2: the bootstrap token has all scopes, also after a second start, and is never logged", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (let start = 1; start <= 2; start++) {
        const server = yield* hostServer({ folder, env: { ROLLCALL_LOG_LEVEL: "trace" } })
        yield* ask(server, ["GET", "/v1/contacts"], [200, ContactPage])
        assert.strictEqual((yield* call({ ...server, token: "another" }, "GET", "/v1/contacts")).status, 401)
        yield* server.stop
        assert.strictEqual(yield* server.printed, "")
        assert.notInclude(yield* server.logged, bootstrapToken)
      }
    }).pipe(Effect.provide(live))
  )

  it.live(
    "A2: without one, the first start creates a token, shows it once with a working curl line, and logs JSON without it",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const first = yield* startServer({ folder, env: { ROLLCALL_BOOTSTRAP_TOKEN: "" } })
        const curl = /^ *curl -H "Authorization: Bearer (\S+)" (\S+)\/v1\/contacts$/m
        const shown = Effect.flatMap(first.stdout.soFar, (text) => Effect.fromNullishOr(curl.exec(text)))
        const soon = Effect.timeout(Effect.retry(shown, Schedule.spaced("10 millis")), "25 seconds")
        const [, token = "", url = ""] = yield* soon
        assert.strictEqual(url, first.url)
        yield* ask({ url, token }, ["GET", "/v1/contacts"], [200, ContactPage])
        yield* stop(first)
        const log = yield* first.stderr.whole
        assert.notInclude(log, token)
        // Without a terminal each line is JSON.
        assert.deepStrictEqual(
          (yield* Effect.forEach(log.trimEnd().split("\n"), (line) => Schema.decodeUnknownEffect(LogLine)(line))).map(
            ({ level, message }) => `${level} ${message}`
          ),
          [
            `Rollcall is listening on ${first.url}`,
            "Messages are simulated: nobody receives them. Set ROLLCALL_CHANNEL=whatsapp to send them.",
            "Answered",
            "Rollcall is stopping",
            "Rollcall has stopped"
          ].map((message) => `INFO ${message}`)
        )

        const second = yield* hostServer({ folder, env: { ROLLCALL_BOOTSTRAP_TOKEN: "" } })
        yield* ask({ url: second.url, token }, ["GET", "/v1/contacts"], [200, ContactPage])
        yield* second.stop
        assert.strictEqual(yield* second.printed, "")
      }).pipe(Effect.provide(live))
  )
})

describe("a bootstrap token that is no longer configured", () => {
  it.live("A2: is revoked at the next start, which reports it, and stays invalid when it is configured again", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [first, second] = ["the-first-token-0123456789-0123456789", "the-second-token-0123456789-012345678"]
      const revoked = /bootstrap token of an earlier start is revoked/
      const statuses = Effect.fnUntraced(function* (configured: string) {
        const server = yield* hostServer({ folder, env: { ROLLCALL_BOOTSTRAP_TOKEN: configured } })
        const found: Array<number> = []
        for (const token of [first, second])
          found.push((yield* call({ ...server, token }, "GET", "/v1/contacts")).status)
        yield* server.stop
        return { found, said: yield* server.logged }
      })
      assert.deepStrictEqual((yield* statuses(first)).found, [200, 401])
      const changed = yield* statuses(second)
      assert.deepStrictEqual(changed.found, [401, 200])
      assert.match(changed.said, revoked)
      const back = yield* statuses(first)
      assert.deepStrictEqual(back.found, [401, 401])
      assert.match(back.said, /ROLLCALL_BOOTSTRAP_TOKEN was revoked and has no access/)
      const none = yield* statuses("")
      assert.deepStrictEqual(none.found, [401, 401])
      assert.notMatch(none.said, revoked)
    }).pipe(Effect.provide(live))
  )
})

describe("environment variables set", () => {
  it.live("C2: a file's templates, unique identifiers, and memory:, which stores and writes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const files = yield* FileSystem.FileSystem
      const mine = { kind: "plain", locale: "de", status: "approved", header: null, body: 0, buttons: 0 }
      const reminder = { ...mine, locale: "en", name: "appointment_reminder", status: "paused" }
      yield* files.writeFileString(`${folder}/mine.json`, JSON.stringify([{ ...mine, name: "hallo" }, reminder]))
      const env = {
        ROLLCALL_DATABASE_URL: "memory:",
        ROLLCALL_TEMPLATES: `${folder}/mine.json`,
        ROLLCALL_UNIQUE_IDENTIFIERS: "true"
      }
      const server = yield* hostServer({ folder, env })
      // Templates of the file are added to the catalogue, and count before the channel's own.
      const validate = (template_name: string, locale: string) =>
        call(server, "POST", "/broadcasts/validate", {
          channel_type: "chatapp",
          name: "Hallo",
          template_name,
          locale,
          from: "447700900000",
          recipients: [{ identifier: "447700900123" }]
        })
      assert.strictEqual((yield* validate("hallo", "de")).status, 200)
      assert.strictEqual((yield* validate("order_update", "de")).status, 404)
      assert.strictEqual((yield* validate("appointment_reminder", "en")).status, 400)

      // Unique identifiers hold for imported rows too.
      const contacts = [{ email: "ada@example.org" }, { email: "ada@example.org" }]
      const accepted = yield* ask(server, ["POST", "/v1/contacts/bulk", { contacts }], [202, Accepted])
      const path = `/v1/contacts/bulk/${accepted.contact_import_uuid}`
      const { summary } = yield* askUntil(
        server,
        ["GET", path],
        [200, Progress],
        ({ status }) => status === "completed"
      )
      assert.deepStrictEqual(summary, { created: 1, failed: 1 })
      yield* server.stop
      assert.deepStrictEqual(yield* files.readDirectory(folder), ["mine.json"])
    }).pipe(Effect.provide(live))
  )

  it.live("A2: limits for requests with one token, and for one address without a valid token, behind a proxy", () =>
    Effect.gen(function* () {
      const env = {
        ROLLCALL_DATABASE_URL: "memory:",
        ROLLCALL_RATE_LIMIT: "1",
        ROLLCALL_RATE_BURST: "2",
        ROLLCALL_FAILED_AUTHENTICATIONS: "1",
        ROLLCALL_TRUSTED_PROXIES: "1"
      }
      const { url } = yield* hostServer({ folder: yield* temporaryFolder, env })
      const statusOf = (token: string, address: string) =>
        Effect.promise(async () => {
          const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address }
          return (await fetch(`${url}/v1/contacts`, { headers })).status
        })
      const asked = Array.from({ length: 20 }, () => statusOf(bootstrapToken, "192.0.2.1"))
      const statuses = yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(statuses), new Set([200, 429]))
      assert.isAtLeast(statuses.filter((status) => status === 200).length, 2)
      assert.strictEqual(yield* statusOf("one", "192.0.2.2"), 401)
      assert.strictEqual(yield* statusOf("another", "192.0.2.2"), 429)
      assert.strictEqual(yield* statusOf("another", "192.0.2.3"), 401)
    }).pipe(Effect.provide(live))
  )

  it.live("H6: private addresses for webhooks: a rejection names the variable", () =>
    Effect.gen(function* () {
      const create = (url: string, env: Readonly<Record<string, string>>) =>
        Effect.gen(function* () {
          const server = yield* hostServer({
            folder: yield* temporaryFolder,
            env: { ROLLCALL_DATABASE_URL: "memory:", ...env }
          })
          return yield* call(server, "POST", "/v1/webhooks", { url })
        })
      for (const url of ["http://receiver.example/hooks", "https://127.0.0.1/hooks"]) {
        const refused = yield* create(url, {})
        assert.strictEqual(refused.status, 422)
        const named = "unless ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES is true on the server"
        assert.include(JSON.stringify(refused.body), named)
        assert.strictEqual((yield* create(url, { ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES: "true" })).status, 201)
      }
    }).pipe(Effect.provide(live))
  )

  it.live("a pretty log", () =>
    Effect.gen(function* () {
      const server = yield* hostServer({ folder: yield* temporaryFolder, env: { ROLLCALL_LOG_FORMAT: "pretty" } })
      yield* server.stop
      assert.match(yield* server.logged, /INFO .*: Rollcall is listening on http:\S+\n/)
    }).pipe(Effect.provide(live))
  )
})

const Accepted = Schema.Struct({ contact_import_uuid: Schema.String })

const Progress = Schema.Struct({
  status: Schema.String,
  summary: Schema.Struct({ created: Schema.Int, failed: Schema.Int })
})
