import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { tokensCommand, workspacesCommand } from "../../src/access/AccessCommands.ts"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { templatesCommand } from "../../src/templates/TemplatesCommand.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"
import { hostServer } from "../serve/HostedServer.ts"
import { bootstrapToken } from "../serve/ServerProcess.ts"

const commands = Command.make("rollcall").pipe(
  Command.withSubcommands([contactsCommand, templatesCommand, workspacesCommand, tokensCommand])
)

const database = ["--database", "sqlite:%/rollcall.db"]

const template = {
  kind: "plain",
  name: "hello",
  locale: "en",
  status: "approved",
  header: null,
  body: 0,
  buttons: 0
}

const Made = Schema.fromJsonString(
  Schema.Struct({ token: Schema.String, uuid: Schema.String, expires_at: Schema.NullOr(Schema.String) })
)

const Listed = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ uuid: Schema.String, status: Schema.String, scopes: Schema.Array(Schema.String) }))
)

const inDatabase = Effect.gen(function* () {
  const folder = yield* inFolder(Command.runWith(commands, { version: "0" }), {
    "people.csv": "email\na@x.org\n",
    "templates.json": [template]
  })
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    folder.run([...args, ...database], env)
  const create = (...args: ReadonlyArray<string>) =>
    Effect.flatMap(run(["tokens", "create", "--json", ...args]), ({ printed }) =>
      Schema.decodeUnknownEffect(Made)(printed)
    )
  const list = (...args: ReadonlyArray<string>) =>
    Effect.flatMap(run(["tokens", "list", "--json", ...args]), ({ printed }) =>
      Schema.decodeUnknownEffect(Listed)(printed)
    )
  return { ...folder, run, create, list }
})

describe("rollcall workspaces", () => {
  it.live("A1: creates a workspace once, in a database that it creates, and lists all workspaces by name", () =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inDatabase
      for (const name of ["surgery", "clinic"]) {
        const { failure, printed } = yield* run(["workspaces", "create", name])
        assert.isNull(failure)
        assert.strictEqual(printed, `Workspace "${name}" created.`)
      }
      assertRefused(
        (yield* run(["workspaces", "create", "clinic"])).failure,
        NotDone,
        'workspace "clinic" already exists'
      )
      assertRefused((yield* run(["workspaces", "create", " "])).failure, CommandRefused, /name/)
      const { printed } = yield* run(["workspaces", "list"])
      assert.deepStrictEqual(
        [...printed.matchAll(/^│ (\w+) +│ [0-9a-f-]{36} │$/gm)].map(([, name]) => name),
        ["clinic", "surgery"]
      )
    }).pipe(Effect.provide(commandLayer))
  )
})

describe("rollcall tokens", () => {
  it.live(
    "A1, A2: a token of any workspace selects the workspace in every command, by the flag or from the environment",
    () =>
      Effect.gen(function* () {
        const { assertRefused, create, list, run } = yield* inDatabase
        yield* run(["workspaces", "create", "clinic"])
        const { token } = yield* create("--workspace", "clinic")
        const env = { ROLLCALL_TOKEN: token }
        assert.isNull((yield* run(["contacts", "import", "%/people.csv"], env)).failure)
        assert.isNull((yield* run(["templates", "add", "%/templates.json", "--token", token])).failure)
        const kept = (args: ReadonlyArray<string>, variables = {}) =>
          Effect.map(run(["templates", "list", ...args], variables), ({ printed }) => printed.includes("hello"))
        assert.isTrue(yield* kept([], env))
        assert.isTrue(yield* kept(["--token", token]))
        assert.isTrue(yield* kept(["--workspace", "clinic"], env))
        yield* run(["workspaces", "create", "default"])
        assert.isFalse(yield* kept([]))
        assert.isFalse(yield* kept(["--workspace", "default"], env))
        assert.strictEqual((yield* list("--token", token)).length, 1)
        assert.strictEqual((yield* list()).length, 0)
        const both = yield* run(["templates", "list", "--token", token, "--workspace", "clinic"])
        assertRefused(both.failure, CommandRefused, /^--token and --workspace cannot both/)
        const unknown = yield* run(["templates", "list"], { ROLLCALL_TOKEN: "another" })
        assertRefused(
          unknown.failure,
          CommandRefused,
          "ROLLCALL_TOKEN: the database rejected this token. Give another, or use --workspace NAME without a token"
        )
      }).pipe(Effect.provide(commandLayer))
  )

  it.live("A2: a token has its given scopes and expiry, and is revoked only in its own workspace", () =>
    Effect.gen(function* () {
      const { assertRefused, create, list, run } = yield* inDatabase
      yield* run(["workspaces", "create", "clinic"])
      const read = yield* create("--scopes", "contacts:read, broadcasts:read", "--expires", "90 days")
      const days = (Date.parse(read.expires_at ?? "") - (yield* Clock.currentTimeMillis)) / 86_400_000
      assert.approximately(days, 90, 0.1)
      const dated = yield* create("--expires", "2999-12-31")
      assert.strictEqual(dated.expires_at, "2999-12-31T00:00:00.000Z")
      const [first, second, ...more] = yield* list()
      assert.deepStrictEqual(first, { uuid: read.uuid, status: "valid", scopes: ["contacts:read", "broadcasts:read"] })
      assert.strictEqual(second?.uuid, dated.uuid)
      assert.deepStrictEqual(more, [])

      const elsewhere = yield* run(["tokens", "revoke", read.uuid, "--workspace", "clinic"])
      assertRefused(elsewhere.failure, NotDone, /404 NOT FOUND: There is no token/)
      assert.strictEqual((yield* run(["tokens", "revoke", read.uuid])).printed, `Token ${read.uuid} is revoked.`)
      assert.deepStrictEqual(
        (yield* list()).map(({ status }) => status),
        ["revoked", "valid"]
      )
      assertRefused(
        (yield* run(["templates", "list", "--token", read.token])).failure,
        CommandRefused,
        /rejected this token/
      )
      const { printed } = yield* run(["tokens", "list"])
      assert.include(printed, "revoked")
      assert.notInclude(printed, read.token)
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("A2: tokens are created on a server with its token, without more scopes, listed by name and revoked", () =>
    Effect.gen(function* () {
      const { assertRefused, folder, run } = yield* inFolder(Command.runWith(commands, { version: "0" }))
      const { url } = yield* hostServer({ folder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
      const as = (token: string) => ({ ROLLCALL_URL: url, ROLLCALL_TOKEN: token })
      const make = Effect.fnUntraced(function* (token: string, ...args: ReadonlyArray<string>) {
        const { printed } = yield* run(["tokens", "create", "--json", ...args], as(token))
        return yield* Schema.decodeUnknownEffect(Made)(printed)
      })
      const maker = yield* make(bootstrapToken, "Maker", "--scopes", "tokens:read,tokens:write", "--expires", "2 days")
      const made = yield* make(maker.token)
      assert.strictEqual(made.expires_at, maker.expires_at)
      const stronger = yield* run(["tokens", "create", "--scopes", "contacts:read"], as(maker.token))
      assertRefused(stronger.failure, CommandRefused, /403 FORBIDDEN: The caller lacks the scope contacts:read\.$/)
      const longer = yield* run(["tokens", "create", "--expires", "3 days"], as(maker.token))
      assertRefused(longer.failure, CommandRefused, /expires_at: must not be later than the expiry of your token/)

      const { printed } = yield* run(["tokens", "list"], as(maker.token))
      for (const [name, status] of [
        ["bootstrap token", "valid \\(bootstrap\\)"],
        ["Maker", "valid"],
        ["made on the command line", "valid"]
      ]) {
        assert.match(printed, new RegExp(`│ ${name} +│ (?:rollcall_[\\w-]{6})? +│ ${status} +│`))
      }
      assert.notInclude(printed, made.token)
      assert.isNull((yield* run(["tokens", "revoke", maker.uuid], as(maker.token))).failure)
      assertRefused((yield* run(["tokens", "list"], as(maker.token))).failure, CommandRefused, /rejected this token/)
    }).pipe(Effect.provide(commandLayer))
  )

  it.live.each([
    [["--scopes", "contacts:read,all"], /^--scopes: unknown value "all". Use one of contacts:read, /],
    [["--expires", "2001-01-01"], /^--expires must be a duration such as/],
    [["--expires", "soon"], /^--expires must be a duration such as/],
    [["--workspace", "clinic"], /^--workspace: no workspace is called "clinic"$/]
  ] as const)("rejects a new token with %s", ([args, line]) =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inDatabase
      assertRefused((yield* run(["tokens", "create", ...args])).failure, CommandRefused, line)
    }).pipe(Effect.provide(commandLayer))
  )
})
