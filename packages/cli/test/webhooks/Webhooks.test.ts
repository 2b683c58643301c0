import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { tokensCommand } from "../../src/access/AccessCommands.ts"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { webhooksCommand } from "../../src/webhooks/WebhooksCommand.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"

const commands = Command.make("rollcall").pipe(Command.withSubcommands([webhooksCommand, tokensCommand]))

const database = ["--database", "sqlite:%/rollcall.db"]
const address = "https://receiver.example/hooks"
const unknown = "00000000-0000-4000-8000-000000000000"

const Shown = Schema.Struct({ uuid: Schema.String, url: Schema.String, status: Schema.String, waiting: Schema.Int })
const Listed = Schema.fromJsonString(Schema.Array(Shown))
const Made = Schema.fromJsonString(Schema.Struct({ ...Shown.fields, secret: Schema.String }))
const Changed = Schema.fromJsonString(
  Schema.Struct({ uuid: Schema.String, url: Schema.String, types: Schema.NullOr(Schema.Array(Schema.String)) })
)

/** A database with a workspace. */
const inDatabase = Effect.gen(function* () {
  const folder = yield* inFolder(Command.runWith(commands, { version: "0" }))
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    folder.run([...args, ...database], env)
  yield* run(["tokens", "create"])
  const create = (...args: ReadonlyArray<string>) =>
    Effect.flatMap(run(["webhooks", "create", "--json", address, ...args]), ({ printed }) =>
      Schema.decodeUnknownEffect(Made)(printed)
    )
  const list = Effect.flatMap(run(["webhooks", "list", "--json"]), ({ printed }) =>
    Schema.decodeUnknownEffect(Listed)(printed)
  )
  return { ...folder, run, create, list }
})

describe("rollcall webhooks", () => {
  it.live("creates a webhook, and prints only its secret on standard output, once", () =>
    Effect.gen(function* () {
      const { list, run } = yield* inDatabase
      const { failure, printed } = yield* run(["webhooks", "create", address])
      assert.isNull(failure)
      assert.match(printed, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const [webhook] = yield* list
      assert.deepInclude(webhook, { url: address, status: "enabled", waiting: 0 })
      const table = (yield* run(["webhooks", "list"])).printed
      assert.include(table, address)
      assert.notInclude(table, printed.slice(6))
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("rotates, replays and deletes a webhook", () =>
    Effect.gen(function* () {
      const { create, list, run } = yield* inDatabase
      const { secret, uuid } = yield* create("--types", "contact.created, contact.erased")
      const rotated = yield* run(["webhooks", "rotate", uuid])
      assert.match(rotated.printed, /^whsec_/)
      assert.notStrictEqual(rotated.printed, secret)
      for (const from of [[], ["--oldest"]]) {
        const { failure, printed } = yield* run(["webhooks", "replay", uuid, ...from])
        assert.isNull(failure)
        assert.strictEqual(printed, `Webhook ${uuid} is enabled.`)
      }
      assert.strictEqual((yield* run(["webhooks", "delete", uuid])).printed, `Webhook ${uuid} is deleted.`)
      assert.deepStrictEqual(yield* list, [])
      assert.strictEqual((yield* run(["webhooks", "list"])).printed, "No webhooks found.")
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("changes a webhook's address, or its event types", () =>
    Effect.gen(function* () {
      const { assertRefused, create, run } = yield* inDatabase
      const { uuid } = yield* create("--types", "contact.created")
      const update = (...args: ReadonlyArray<string>) => run(["webhooks", "update", uuid, "--json", ...args])
      for (const [args, url, types] of [
        [["--address", `${address}/new`], `${address}/new`, ["contact.created"]],
        [["--types", "contact.erased, contact.created"], `${address}/new`, ["contact.erased", "contact.created"]],
        [["--address", address, "--all-types"], address, null]
      ] as const) {
        const { uuid: _uuid, ...shown } = yield* Schema.decodeUnknownEffect(Changed)((yield* update(...args)).printed)
        assert.deepStrictEqual(shown, { url, types })
      }
      const plain = yield* run(["webhooks", "update", uuid, "--all-types"])
      assert.strictEqual(plain.printed, `Webhook ${uuid} is changed.`)
      assertRefused((yield* update()).failure, CommandRefused, /nothing to change/)
      const both = yield* update("--types", "contact.created", "--all-types")
      assertRefused(both.failure, CommandRefused, /cannot both/)
      assertRefused(
        (yield* update("--address", "https://10.0.0.1")).failure,
        CommandRefused,
        /url: must not point to a private/
      )
      const missing = yield* run(["webhooks", "update", unknown, "--all-types"])
      assertRefused(missing.failure, NotDone, /There is no webhook/)
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("rejects invalid requests, and reports missing webhooks", () =>
    Effect.gen(function* () {
      const { assertRefused, create, run } = yield* inDatabase
      const { uuid } = yield* create()
      const failureOf = (...args: ReadonlyArray<string>) =>
        Effect.map(run(["webhooks", ...args]), ({ failure }) => failure)
      assertRefused(
        yield* failureOf("create", "http://receiver.example"),
        CommandRefused,
        /url: must be an https URL, unless ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES is true for the command/
      )
      assertRefused(
        yield* failureOf("create", address, "--types", "contact.renamed"),
        CommandRefused,
        /--types: unknown value "contact.renamed"/
      )
      assertRefused(yield* failureOf("replay", uuid, "--after", "x"), CommandRefused, /after: is not a cursor/)
      assertRefused(yield* failureOf("replay", uuid, "--after", "0.1", "--oldest"), CommandRefused, /oldest/)
      for (const operation of ["rotate", "replay", "delete"]) {
        assertRefused(yield* failureOf(operation, unknown), NotDone, /There is no webhook/)
      }
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("accepts a private address if the variable allows it", () =>
    Effect.gen(function* () {
      const { run } = yield* inDatabase
      const { failure } = yield* run(["webhooks", "create", "http://127.0.0.1:9/"], {
        ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES: "true"
      })
      assert.isNull(failure)
    }).pipe(Effect.provide(commandLayer))
  )
})
