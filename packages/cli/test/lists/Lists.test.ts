import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Contacts, Workspaces } from "@rollcall/core"
import { layerContactJobWorker, layerContactSets } from "@rollcall/core/people"
import { Effect, Layer, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { listsCommand } from "../../src/lists/ListsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const unknown = "00000000-0000-4000-8000-000000000000"

const List = Schema.Struct({ uuid: Schema.String, name: Schema.String, count: Schema.Int, status: Schema.String })
const decodeList = Schema.decodeUnknownEffect(Schema.fromJsonString(List))
const decodeLists = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(List)))

const decodeEmails = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ email: Schema.String })))
)

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  return yield* runWithEnv(Command.runWith(listsCommand, { version: "0" })([...args, ...address.args]), address.env)
})

const make = (way: Way, name: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(run(way, "create", name, ...args, "--json"), ({ printed }) => decodeList(printed))

const newContacts = (amount: number) =>
  Effect.gen(function* () {
    const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
    const contacts = yield* Contacts
    return yield* Effect.forEach(Array.from({ length: amount }), (_, n) =>
      Effect.map(contacts.create(systemCaller(workspace), { email: `ada${n}@example.org` }), ({ uuid }) => uuid)
    )
  })

/** What a server runs; a command on a database does it itself. */
const worker = Layer.provide(layerContactJobWorker, layerContactSets)

describe.each(ways)("rollcall lists on %s", (way) => {
  it.live("creates, lists, shows and archives lists", () =>
    Effect.gen(function* () {
      yield* newContacts(0)
      const { failure, printed } = yield* run(way, "create", "Regulars", "--emoji", "⭐")
      assert.isNull(failure)
      assert.match(printed, /^[0-9a-f-]{36}$/)
      const others = yield* make(way, "Others")
      const all = yield* decodeLists((yield* run(way, "list", "--json")).printed)
      assert.deepStrictEqual(
        all.map(({ name, uuid }) => [name, uuid]),
        [
          ["Others", others.uuid],
          ["Regulars", printed]
        ]
      )
      const table = (yield* run(way, "list", "--search", "REGUL")).printed
      assert.include(table, "⭐ Regulars")
      assert.notInclude(table, "Others")
      assert.include((yield* run(way, "show", printed)).printed, "⭐ Regulars")

      for (const _ of [1, 2]) {
        const archived = yield* run(way, "archive", printed)
        assert.deepStrictEqual(archived, { failure: null, printed: `List ${printed} is archived.` })
      }
      const [archived, ...rest] = yield* decodeLists(
        (yield* run(way, "list", "--status", "archived", "--json")).printed
      )
      assert.deepStrictEqual([archived?.uuid, rest], [printed, []])
      assert.strictEqual((yield* run(way, "list", "--search", "regul")).printed, "No lists found.")
      const [contact = ""] = yield* newContacts(1)
      const { failure: refused } = yield* run(way, "add", printed, contact)
      assert.instanceOf(refused, NotDone)
      assert.include(refused.message, "is archived")
      const restored = yield* run(way, "unarchive", printed)
      assert.deepStrictEqual(restored, { failure: null, printed: `List ${printed} is restored.` })
      assert.isNull((yield* run(way, "add", "regulars", contact)).failure)
    }).pipe(Effect.provide(services))
  )

  it.live("adds contacts in several requests and removes them, and repeats both without error", () =>
    Effect.gen(function* () {
      const contacts = yield* newContacts(103)
      const { uuid } = yield* make(way, "Regulars")
      const countOf = Effect.flatMap(run(way, "show", uuid, "--json"), ({ printed }) =>
        Effect.map(decodeList(printed), ({ count }) => count)
      )
      assert.deepStrictEqual(yield* run(way, "add", uuid, ...contacts), {
        failure: null,
        printed: "103 contacts added to the list."
      })
      assert.strictEqual(yield* countOf, 103)
      const [first = "", second = ""] = contacts
      const shown = yield* run(way, "contacts", uuid, "--columns", "email", "--json", "--limit", "200")
      assert.lengthOf(yield* decodeEmails(shown.printed), 103)
      const again = yield* run(way, "add", uuid, first, unknown)
      assert.strictEqual(again.printed, "0 contacts added to the list.")
      assert.instanceOf(again.failure, NotDone)
      assert.strictEqual(again.failure.message, `${unknown}: contact does not exist`)
      for (const _ of [1, 2]) {
        assert.deepStrictEqual(yield* run(way, "remove", uuid, first, second, first), {
          failure: null,
          printed: "2 contacts removed from the list."
        })
      }
      assert.strictEqual(yield* countOf, 101)
    }).pipe(Effect.provide(services))
  )

  it.live("finds a list by its name in any case, and renames it", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = yield* newContacts(2)
      const { uuid } = yield* make(way, "Regulars", "--emoji", "⭐")
      assert.isNull((yield* run(way, "add", "regulars", first, second)).failure)
      assert.isNull((yield* run(way, "remove", "REGULARS", second)).failure)
      const renamed = yield* run(way, "update", "Regulars", "--name", "Friends", "--emoji", "none", "--json")
      const list = yield* decodeList(renamed.printed)
      assert.deepStrictEqual(list, { uuid, name: "Friends", count: 1, status: "active" })
      assert.notInclude((yield* run(way, "show", "friends")).printed, "⭐")
      const { failure } = yield* run(way, "show", "Freinds")
      assert.instanceOf(failure, NotDone)
      assert.strictEqual(failure.message, '"Freinds": no active list has this name; did you mean "Friends"?')
      assert.instanceOf((yield* run(way, "update", "Friends")).failure, CommandRefused)
      const archived = yield* run(way, "archive", "Friends")
      assert.strictEqual(archived.printed, `List ${uuid} is archived.`)
      assert.instanceOf((yield* run(way, "show", "Friends")).failure, NotDone)
      assert.isNull((yield* run(way, "show", uuid)).failure)
    }).pipe(Effect.provide(services))
  )

  it.live("adds the members of another list", () =>
    Effect.gen(function* () {
      const contacts = yield* newContacts(3)
      yield* make(way, "Regulars")
      yield* make(way, "Everyone")
      yield* run(way, "add", "Everyone", ...contacts)
      const added = yield* run(way, "add", "Regulars", "--list", "everyone", "--where", "email:starts_with:ada2")
      assert.deepStrictEqual(added, { failure: null, printed: "1 contact added to the list; 0 on it before." })
    }).pipe(Effect.provide(way === "a server" ? worker : Layer.empty), Effect.provide(services))
  )

  it.live("adds all contacts that a search finds, and waits until it is done", () =>
    Effect.gen(function* () {
      const [first = ""] = yield* newContacts(12)
      const { uuid } = yield* make(way, "Regulars")
      yield* run(way, "add", uuid, first)
      const added = yield* run(way, "add", uuid, "--search", "ada", "--where", "email:not_equals:ada11@example.org")
      assert.deepStrictEqual(added, { failure: null, printed: "10 contacts added to the list; 1 on it before." })
      const { printed } = yield* run(way, "show", uuid, "--json")
      assert.strictEqual((yield* decodeList(printed)).count, 11)
      for (const args of [[], [first, "--search", "ada"]] as const) {
        const { failure } = yield* run(way, "add", uuid, ...args)
        assert.instanceOf(failure, CommandRefused)
        assert.include(failure.message, "either contact UUIDs or a search")
      }
      const unknownField = yield* run(way, "add", uuid, "--where", "shoe:equals:1")
      assert.instanceOf(unknownField.failure, CommandRefused)
    }).pipe(Effect.provide(way === "a server" ? worker : Layer.empty), Effect.provide(services))
  )

  it.live("exits with 1 for a missing list, and with 2 for an invalid name", () =>
    Effect.gen(function* () {
      const [contact = ""] = yield* newContacts(1)
      for (const args of [["show"], ["contacts"], ["archive"], ["add", contact], ["remove", contact]] as const) {
        const [operation, ...rest] = args
        const { failure } = yield* run(way, operation, unknown, ...rest)
        assert.instanceOf(failure, NotDone)
        assert.include(failure.message, `There is no contact list ${unknown}.`)
      }
      const { failure } = yield* run(way, "create", " ")
      assert.instanceOf(failure, CommandRefused)
      assert.include(failure.message, "name: must not be empty")
    }).pipe(Effect.provide(services))
  )
})
