import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Contacts, CustomFields, Workspaces } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { segmentsCommand } from "../../src/segments/SegmentsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const unknown = "00000000-0000-4000-8000-000000000000"

const Segment = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  status: Schema.String,
  search: Schema.Struct({ search_term: Schema.NullOr(Schema.String), advanced_search: Schema.Array(Schema.Unknown) }),
  broken: Schema.NullOr(Schema.Struct({ reason: Schema.String }))
})
const decodeSegment = Schema.decodeUnknownEffect(Schema.fromJsonString(Segment))
const decodeSegments = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Segment)))
const decodeEmails = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ email: Schema.String })))
)

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  return yield* runWithEnv(Command.runWith(segmentsCommand, { version: "0" })([...args, ...address.args]), address.env)
})

/** A field of shoe sizes, and contacts with large shoes and small ones. */
const prepare = Effect.gen(function* () {
  const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
  const input = { icon: null, editable: true, sensitive: false, selectOptions: null, fieldKey: "size" }
  const field = yield* CustomFields.use((fields) =>
    fields.create(systemCaller(workspace), { ...input, name: "Size", fieldType: "number:integer" })
  )
  const contacts = yield* Contacts
  for (const size of [38, 41, 44]) {
    yield* contacts.create(systemCaller(workspace), {
      firstName: "Ada",
      email: `${size}@example.org`,
      customFields: { size }
    })
  }
  return { workspace, field }
})

describe.each(ways)("rollcall segments on %s", (way) => {
  it.live("creates segments from words and filters, or from a complete search, and lists their contacts", () =>
    Effect.gen(function* () {
      yield* prepare
      const { failure, printed } = yield* run(way, "create", "Large shoes", "ada", "--where", "size:gte:41")
      assert.isNull(failure)
      assert.match(printed, /^[0-9a-f-]{36}$/)
      const { search } = yield* decodeSegment((yield* run(way, "show", printed, "--json")).printed)
      assert.deepStrictEqual(search, {
        search_term: "ada",
        advanced_search: [{ field: "size", operator: "gte", value: "41", data_type: "long" }]
      })
      const emails = (...args: ReadonlyArray<string>) =>
        Effect.flatMap(run(way, "contacts", ...args, "--columns", "email", "--json"), ({ printed }) =>
          Effect.map(decodeEmails(printed), (contacts) => contacts.map(({ email }) => email))
        )
      assert.deepStrictEqual(yield* emails(printed, "--sort", "created_at"), ["41@example.org", "44@example.org"])
      assert.deepStrictEqual(yield* emails(printed, "--limit", "1"), ["44@example.org"])

      const body = JSON.stringify({ advanced_search: [{ field: "email", operator: "starts_with", value: "38" }] })
      const small = yield* decodeSegment((yield* run(way, "create", "Small", "--body", body, "--json")).printed)
      assert.deepStrictEqual(yield* emails(small.uuid), ["38@example.org"])

      const all = yield* decodeSegments((yield* run(way, "list", "--json")).printed)
      assert.deepStrictEqual(
        all.map(({ name }) => name),
        ["Large shoes", "Small"]
      )
      const table = (yield* run(way, "list", "--search", "SHOES")).printed
      assert.include(table, "Large shoes")
      assert.notInclude(table, "Small")
    }).pipe(Effect.provide(services))
  )

  it.live("archives segments, and shows what is broken in a segment", () =>
    Effect.gen(function* () {
      const { field, workspace } = yield* prepare
      const { printed: uuid } = yield* run(way, "create", "Large shoes", "--where", "size:gte:41")
      yield* CustomFields.use((fields) => fields.archive(systemCaller(workspace), field.uuid))
      assert.include((yield* run(way, "list")).printed, "field_archived")
      assert.include((yield* run(way, "show", uuid)).printed, 'The custom field "size" in a filter is archived.')
      const { failure } = yield* run(way, "contacts", uuid)
      assert.instanceOf(failure, NotDone)
      assert.include(failure.message, "is archived")
      for (const _ of [1, 2]) {
        const archived = yield* run(way, "archive", uuid)
        assert.deepStrictEqual(archived, { failure: null, printed: `Segment ${uuid} is archived.` })
      }
      assert.strictEqual((yield* run(way, "list")).printed, "No segments found.")
      const [archived] = yield* decodeSegments((yield* run(way, "list", "--status", "archived", "--json")).printed)
      assert.strictEqual(archived?.uuid, uuid)
    }).pipe(Effect.provide(services))
  )

  it.live("finds a segment by its name, changes it, and shows whether it contains a contact", () =>
    Effect.gen(function* () {
      const { workspace } = yield* prepare
      const { items } = yield* Contacts.use((contacts) =>
        contacts.search(
          systemCaller(workspace),
          { searchTerm: "38@", advancedSearch: [], sortBy: null },
          { limit: 1, offset: 0 }
        )
      )
      const [small] = items
      const { printed: uuid } = yield* run(way, "create", "Large shoes", "--where", "size:gte:41")
      const contact = small?.uuid ?? ""
      const outside = yield* run(way, "contains", "large shoes", contact, "--json")
      assert.strictEqual(outside.printed, '{"contains":false}')
      assert.instanceOf(outside.failure, NotDone)
      const changed = yield* run(
        way,
        "update",
        "Large shoes",
        "--name",
        "All shoes",
        "--where",
        "size:exists",
        "--json"
      )
      const { name, search } = yield* decodeSegment(changed.printed)
      assert.deepStrictEqual([name, search.advanced_search.length], ["All shoes", 1])
      const inside = yield* run(way, "contains", uuid, contact)
      assert.deepStrictEqual(inside, { failure: null, printed: `Contact ${contact} is in the segment.` })
      yield* run(way, "update", "all shoes", "--name", "Shoes")
      const renamed = yield* decodeSegment((yield* run(way, "show", "Shoes", "--json")).printed)
      assert.deepStrictEqual(renamed.search, search)
      assert.instanceOf((yield* run(way, "update", "Shoes")).failure, CommandRefused)
      assert.instanceOf((yield* run(way, "contains", "Shoes", unknown)).failure, NotDone)
    }).pipe(Effect.provide(services))
  )

  it.live("rejects invalid requests, and reports missing segments", () =>
    Effect.gen(function* () {
      yield* prepare
      for (const [args, message] of [
        [["x", "--where", "size:above:1"], '"above" is not an operator'],
        [["x", "--where", "shoe:equals:1"], '"shoe" is neither a custom field nor'],
        [["x", "ada", "--body", "{}"], "--body is the whole search: leave out words, --where, --list and --segment"],
        [["x", "--body", '{"sort_by":{"field":"email"}}'], "remove sort_by"],
        [["x", "--body", "ada"], "--body must be a search"],
        [[" "], "name: must not be empty"]
      ] as const) {
        const { failure } = yield* run(way, "create", ...args)
        assert.instanceOf(failure, CommandRefused)
        assert.include(failure.message, message)
      }
      for (const operation of ["show", "contacts", "archive"]) {
        const { failure } = yield* run(way, operation, unknown)
        assert.instanceOf(failure, NotDone)
        assert.include(failure.message, `There is no segment ${unknown}.`)
      }
    }).pipe(Effect.provide(services))
  )
})
