import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Contacts, Workspaces } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { fieldsCommand } from "../../src/fields/FieldsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const Option = Schema.Struct({ display_label: Schema.String, field_key: Schema.String, archived: Schema.Boolean })
const Field = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  field_key: Schema.String,
  field_type: Schema.String,
  icon: Schema.NullOr(Schema.String),
  editable: Schema.Boolean,
  sensitive: Schema.Boolean,
  select_options: Schema.optionalKey(Schema.Array(Option))
})
const decodeField = Schema.decodeUnknownEffect(Schema.fromJsonString(Field))
const decodeFields = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Field)))

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  return yield* runWithEnv(Command.runWith(fieldsCommand, { version: "0" })([...args, ...address.args]), address.env)
})

const inJson = (way: Way, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(run(way, ...args, "--json"), ({ printed }) => decodeField(printed))

const workspace = Effect.map(
  Workspaces.use(({ ensure }) => ensure("default")),
  ({ uuid }) => uuid
)

describe.each(ways)("rollcall fields on %s", (way) => {
  it.live("defines, lists, shows and archives fields, by their keys and UUIDs", () =>
    Effect.gen(function* () {
      yield* workspace
      assert.strictEqual((yield* run(way, "list")).printed, "No custom fields found.")
      const size = ["create", "Shoe size", "--type", "number:integer", "--icon", "shoe", "--sensitive", "yes"]
      assert.deepStrictEqual(yield* run(way, ...size), { failure: null, printed: "shoe_size" })
      const city = yield* inJson(way, "create", "City", "--type", "text", "--key", "town", "--editable", "no")
      assert.deepStrictEqual(yield* decodeFields((yield* run(way, "list", "--json")).printed), [
        yield* inJson(way, "show", "shoe_size"),
        city
      ])
      const { editable, icon, sensitive } = yield* inJson(way, "show", "Shoe_Size")
      assert.deepStrictEqual([editable, icon, sensitive], [true, "shoe", true])
      assert.deepStrictEqual([city.field_key, city.editable, city.sensitive], ["town", false, false])
      const table = (yield* run(way, "list")).printed
      assert.match(table, /│ shoe_size +│ Shoe size +│ number:integer +│ +│ yes +│ yes +│/)

      const archived = yield* run(way, "archive", city.uuid)
      assert.deepStrictEqual(archived, { failure: null, printed: "Field town is archived." })
      const put = yield* run(way, "list", "--status", "archived")
      assert.include(put.printed, "town")
      assert.lengthOf(yield* decodeFields((yield* run(way, "list", "--json")).printed), 1)
      const { failure } = yield* run(way, "show", "shoe_sise")
      assert.instanceOf(failure, NotDone)
      assert.strictEqual(failure.message, '"shoe_sise": no active custom field has this key. Did you mean shoe_size?')
      const restored = yield* run(way, "unarchive", "town")
      assert.deepStrictEqual(restored, { failure: null, printed: "Field town is restored." })
      assert.deepStrictEqual(yield* inJson(way, "show", "town"), city)
    }).pipe(Effect.provide(services))
  )

  it.live("changes only what is given, and adds, renames and archives options, which contacts keep", () =>
    Effect.gen(function* () {
      const uuid = yield* workspace
      yield* run(way, "create", "Size", "--type", "select", "--option", "Small", "--option", "Large", "--icon", "ruler")
      const { uuid: contact } = yield* Contacts.use((contacts) =>
        contacts.create(systemCaller(uuid), { email: "ada@example.org", customFields: { size: "Small" } })
      )
      const named = yield* inJson(way, "update", "size", "--name", "Shirt size")
      assert.deepStrictEqual([named.name, named.icon], ["Shirt size", "ruler"])
      const options = ({ select_options = [] }: typeof Field.Type) =>
        select_options.map(({ archived, display_label }) => `${display_label}${archived ? " (archived)" : ""}`)
      assert.deepStrictEqual(options(named), ["Small", "Large"])
      const changes = ["--add-option", "Huge", "--rename-option", "Small=S", "--archive-option", "Large"]
      const changed = yield* inJson(way, "update", "size", "--icon", "none", ...changes)
      assert.sameMembers(options(changed), ["S", "Large (archived)", "Huge"])
      assert.isNull(changed.icon)
      const { customFields } = yield* Contacts.use((contacts) => contacts.get(systemCaller(uuid), contact))
      assert.deepStrictEqual(customFields, { size: "small" })
      const restored = yield* inJson(way, "update", "size", "--add-option", "Large")
      assert.sameMembers(options(restored), ["S", "Huge", "Large"])
    }).pipe(Effect.provide(services))
  )

  it.live("rejects invalid changes, and changes nothing", () =>
    Effect.gen(function* () {
      yield* workspace
      yield* run(way, "create", "Size", "--type", "select", "--option", "Small")
      for (const [args, message] of [
        [["update", "size"], "nothing to change"],
        [["update", "size", "--archive-option", "Smal"], 'no option is called "Smal"; did you mean "Small"?'],
        [["update", "size", "--rename-option", "Small"], "must have the form old=new"],
        [["update", "size", "--archive-option", "Small"], "select_options: "],
        [["create", "x", "--type", "text"], "name: must have at least 3 characters"],
        [["create", "Other", "--type", "text", "--option", "a"], "select_options: "],
        [["create", "Again", "--type", "text", "--key", "size"], "field_key: "]
      ] as const) {
        const { failure } = yield* run(way, ...args)
        assert.instanceOf(failure, CommandRefused, args.join(" "))
        assert.include(failure.message, message)
      }
      const [field, ...rest] = yield* decodeFields((yield* run(way, "list", "--json")).printed)
      assert.deepStrictEqual([field?.name, rest], ["Size", []])
    }).pipe(Effect.provide(services))
  )
})
