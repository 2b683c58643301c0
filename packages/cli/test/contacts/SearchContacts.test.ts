import { assert, describe, it } from "@effect/vitest"
import { systemCaller, ActorUuid, ContactLists, Contacts, CustomFields, Workspaces } from "@rollcall/core"
import { Segments } from "@rollcall/core/people"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  const command = Command.runWith(contactsCommand, { version: "0" })([...args, ...address.args])
  return yield* runWithEnv(command, address.env)
})

/** Three contacts, one with custom values, and a list with one of them. */
const prepare = Effect.gen(function* () {
  const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
  const fields = yield* CustomFields
  const input = { icon: null, editable: true, sensitive: false, fieldKey: null, selectOptions: null }
  yield* fields.create(systemCaller(workspace), { ...input, name: "Score", fieldType: "number:integer" })
  const selectOptions = ["Red", "Green"]
  yield* fields.create(systemCaller(workspace), { ...input, name: "Colors", fieldType: "multiselect", selectOptions })
  const contacts = yield* Contacts
  const customFields = { score: 7, colors: ["red", "green"] }
  const zoe = yield* contacts.create(systemCaller(workspace), {
    firstName: "Zoë",
    lastName: "Müller",
    email: "z@x.org",
    customFields
  })
  yield* contacts.create(systemCaller(workspace), { firstName: "Ada", email: "a@x.org" })
  yield* contacts.create(systemCaller(workspace), { firstName: "Bob", lastName: "O’Brien", email: "b@y.org" })
  const lists = yield* ContactLists
  const caller = { workspace, actor: ActorUuid.make("00000000-0000-7000-8000-000000000000") }
  const { uuid: list } = yield* lists.create(caller, { name: "All" })
  yield* lists.addMembers(caller, list, [zoe.uuid])
  return { list, workspace, zoe: zoe.uuid }
})

const Names = Schema.fromJsonString(Schema.Array(Schema.Struct({ first_name: Schema.String })))
const decodeNames = Schema.decodeUnknownSync(Names)

/** The first names that a command finds, in their order. */
const namesOf = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const { failure, printed } = yield* run(way, ...args, "--json")
  assert.isNull(failure)
  return decodeNames(printed).map(({ first_name }) => first_name)
})

const cellsOf = (printed: string): ReadonlyArray<ReadonlyArray<string>> =>
  printed
    .split("\n")
    .filter((line) => line.startsWith("│"))
    .map((line) =>
      line
        .split("│")
        .slice(1, -1)
        .map((cell) => cell.trim())
    )

describe.each(ways)("rollcall contacts on %s", (way) => {
  it.live("lists contacts newest first, by list, and in another order", () =>
    Effect.gen(function* () {
      const { list } = yield* prepare
      assert.deepStrictEqual(yield* namesOf(way, "list"), ["Bob", "Ada", "Zoë"])
      assert.deepStrictEqual(yield* namesOf(way, "list", "--order", "asc"), ["Zoë", "Ada", "Bob"])
      assert.deepStrictEqual(yield* namesOf(way, "list", "--sort", "first_name"), ["Ada", "Bob", "Zoë"])
      assert.deepStrictEqual(yield* namesOf(way, "list", "--sort", "first_name", "--order", "desc", "--limit", "2"), [
        "Zoë",
        "Bob"
      ])
      assert.deepStrictEqual(yield* namesOf(way, "list", "--list", list), ["Zoë"])
    }).pipe(Effect.provide(services))
  )

  it.live("lists and searches contacts by list and segment names, and suggests the nearest name", () =>
    Effect.gen(function* () {
      const { workspace } = yield* prepare
      const caller = { workspace, actor: ActorUuid.make("00000000-0000-7000-8000-000000000000") }
      const segments = yield* Segments
      const ending = (value: string) => ({
        advancedSearch: [{ field: "email", operator: "ends_with" as const, value }]
      })
      yield* segments.create(caller, { name: "In X", search: ending("@x.org") })
      yield* segments.create(caller, { name: "In Y", search: ending("@y.org") })
      assert.deepStrictEqual(yield* namesOf(way, "list", "--list", " all"), ["Zoë"])
      assert.deepStrictEqual(yield* namesOf(way, "list", "--segment", "in x", "--sort", "first_name"), ["Ada", "Zoë"])
      assert.deepStrictEqual(yield* namesOf(way, "search", "--segment", "In X", "--list", "All"), ["Zoë"])
      assert.deepStrictEqual(yield* namesOf(way, "search", "--segment", "In X", "--segment", "in y"), [
        "Bob",
        "Ada",
        "Zoë"
      ])
      assert.deepStrictEqual(yield* namesOf(way, "search", "ada", "--list", "All"), [])
      const lists = yield* ContactLists
      yield* lists.create(caller, { name: "Allies" })
      for (const [args, message] of [
        [["list", "--list", "Al"], '--list "Al": no active list has this name; did you mean "All"?'],
        [["search", "--segment", "In Z"], '--segment "In Z": no active segment has this name; did you mean "In X"?'],
        [["list", "--list", "All", "--segment", "In X"], "--list and --segment cannot both be given"],
        [["search", "--body", "{}", "--list", "All"], "--body is the whole search: leave out words, --where, --list"]
      ] as const) {
        const { failure } = yield* run(way, ...args)
        assert.instanceOf(failure, CommandRefused)
        assert.include(failure.message, message)
      }
      yield* lists.create(caller, { name: "ALL" })
      const { failure } = yield* run(way, "list", "--list", "All")
      assert.instanceOf(failure, CommandRefused)
      assert.match(
        failure.message,
        /^--list "All": several have this name. Give one UUID: [0-9a-f-]{36}, [0-9a-f-]{36}$/
      )
    }).pipe(Effect.provide(services))
  )

  it.live("searches by words with any accents, by filters, by both, and by a body", () =>
    Effect.gen(function* () {
      yield* prepare
      const search = (...args: ReadonlyArray<string>) => namesOf(way, "search", ...args)
      assert.deepStrictEqual(yield* search("zoe", "muller"), ["Zoë"])
      assert.deepStrictEqual(yield* search("o'brien"), ["Bob"])
      assert.deepStrictEqual(yield* search("--where", "email:ends_with:@x.org"), ["Ada", "Zoë"])
      assert.deepStrictEqual(yield* search("a", "--where", "email:contains:x.org", "--where", "last_name:not_exists"), [
        "Ada"
      ])
      for (const where of [
        "score:equals:7",
        "score:range:5..9",
        "score:range:[5,9]",
        'colors:contains:["red","green"]'
      ]) {
        assert.deepStrictEqual(yield* search("--where", where), ["Zoë"])
      }
      assert.deepStrictEqual(yield* search("--where", "created_at:gte:2020-01-01T00:00:00Z", "--sort", "email"), [
        "Ada",
        "Bob",
        "Zoë"
      ])
      assert.deepStrictEqual(yield* search("--sort", "score", "--order", "desc", "--limit", "1"), ["Zoë"])
      const body = { search_term: "org", sort_by: { field: "first_name", sort_order: "desc" } }
      assert.deepStrictEqual(yield* search("--body", JSON.stringify(body)), ["Zoë", "Bob", "Ada"])
    }).pipe(Effect.provide(services))
  )

  it.live("prints a table with the requested columns, and the number of further contacts", () =>
    Effect.gen(function* () {
      const { zoe } = yield* prepare
      const { printed } = yield* run(way, "search", "zoe")
      assert.deepStrictEqual(cellsOf(printed), [
        ["uuid", "first_name", "last_name", "email"],
        [zoe, "Zoë", "Müller", "z@x.org"]
      ])
      const some = yield* run(way, "list", "--sort", "first_name", "--limit", "1", "--columns", "first_name, archived")
      assert.deepStrictEqual(cellsOf(some.printed), [
        ["first_name", "archived"],
        ["Ada", "false"]
      ])
      assert.match(some.printed, /\n2 more: --limit shows up to 1000, and export writes all\.$/)
      const columns = ["--columns", "email,score,colors"]
      assert.deepStrictEqual(cellsOf((yield* run(way, "search", "zoe", ...columns)).printed).slice(1), [
        ["z@x.org", "7", "red, green"]
      ])
      assert.strictEqual(
        (yield* run(way, "search", "zoe", ...columns, "--json")).printed,
        JSON.stringify([{ email: "z@x.org", score: 7, colors: ["red", "green"] }])
      )
      assert.strictEqual((yield* run(way, "search", "mallory")).printed, "No contacts found.")
    }).pipe(Effect.provide(services))
  )

  it.live("reads more than one page", () =>
    Effect.gen(function* () {
      const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
      const contacts = yield* Contacts
      yield* Effect.forEach(Array.from({ length: 120 }), (_, at) =>
        contacts.create(systemCaller(workspace), { firstName: String(at), externalContactId: "x" })
      )
      const names = Array.from({ length: 120 }, (_, at) => String(119 - at))
      assert.deepStrictEqual(yield* namesOf(way, "list", "--limit", "1000"), names)
      assert.deepStrictEqual(yield* namesOf(way, "search", "--limit", "110"), names.slice(0, 110))
    }).pipe(Effect.provide(services))
  )
})

describe("rollcall contacts search", () => {
  it.live.each<readonly [what: string, args: ReadonlyArray<string>, message: string | RegExp]>([
    [
      "a filter without an operator",
      ["search", "--where", "email"],
      '--where "email": must have the form field:operator:value, such as email:ends_with:@example.org'
    ],
    ["an unknown operator", ["search", "--where", "email:contain:x"], /^--where "email:contain:x": .*"contains" is:/],
    ["a filter without its value", ["search", "--where", "email:equals"], /is required by this operator/],
    ["an unknown field", ["search", "--where", "emial:equals:x"], /"emial" is neither a custom field nor one of/],
    ["a body with more", ["search", "zoe", "--body", "{}"], /^--body is the whole search/],
    ["a body that is no search", ["search", "--body", '{"term":"zoe"}'], /^--body must be a search like .*"term"/],
    [
      "an unknown column",
      ["list", "--columns", "emial"],
      '--columns: contacts have no field "emial"; did you mean email?'
    ]
  ])("rejects %s with one line", ([, args, message]) =>
    Effect.gen(function* () {
      yield* prepare
      const { failure } = yield* run("a database", ...args)
      assert.instanceOf(failure, CommandRefused)
      if (typeof message === "string") assert.strictEqual(failure.message, message)
      else assert.match(failure.message, message)
      assert.notInclude(failure.message, "\n")
    }).pipe(Effect.provide(services))
  )
})
