import { assert, describe, it } from "@effect/vitest"
import {
  systemCaller,
  ActorUuid,
  ContactLists,
  Contacts,
  ContactUuid,
  CustomFields,
  Notes,
  Workspaces
} from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  const command = Command.runWith(contactsCommand, { version: "0" })(["timeline", ...args, ...address.args])
  return yield* runWithEnv(command, address.env)
})

const actor = ActorUuid.make("00000000-0000-7000-8000-000000000001")

/** A contact with a note, on a list, and changed. */
const prepare = Effect.gen(function* () {
  const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
  const [contacts, fields, lists, notes] = [yield* Contacts, yield* CustomFields, yield* ContactLists, yield* Notes]
  const input = { icon: null, editable: true, fieldKey: null, selectOptions: null }
  yield* fields.create(systemCaller(workspace), {
    ...input,
    name: "Score",
    fieldType: "number:integer",
    sensitive: false
  })
  yield* fields.create(systemCaller(workspace), { ...input, name: "Illness", fieldType: "text", sensitive: true })
  const { uuid } = yield* contacts.create(systemCaller(workspace), { email: "z@x.org" })
  const caller = { workspace, actor }
  const list = yield* lists.create(caller, { name: "Regulars" })
  yield* lists.addMembers(caller, list.uuid, [uuid])
  yield* contacts.update(caller, uuid, { firstName: "Zoë", customFields: { score: 7, illness: "flu" } })
  yield* notes.create(systemCaller(workspace), uuid, { title: "Call", content: { text: "Asked about Monday." } })
  return { uuid, list: list.uuid }
})

const Types = Schema.fromJsonString(Schema.Array(Schema.Struct({ type: Schema.String })))
const decodeTypes = Schema.decodeUnknownSync(Types)

describe.each(ways)("rollcall contacts timeline on %s", (way) => {
  it.live("T1, T3, F6: shows the events, newest first, as a table or as JSON", () =>
    Effect.gen(function* () {
      const { list, uuid } = yield* prepare
      const { failure, printed } = yield* run(way, uuid)
      assert.isNull(failure)
      for (const text of [
        "Call: Asked about Monday.",
        `Regulars (${list})`,
        "first_name: - → Zoë",
        "score: - → 7",
        actor
      ])
        assert.include(printed, text)
      assert.include(printed, "illness (hidden)")
      assert.notInclude(printed, "flu")
      const json = yield* run(way, uuid, "--json", "--type", "updated", "--type", "note", "--type", "created")
      const types = decodeTypes(json.printed).map(({ type }) => type)
      assert.deepStrictEqual(types.toSorted(), ["created", "note", "updated"])
      assert.strictEqual(types.at(-1), "created")
      const first = yield* run(way, uuid, "--limit", "1")
      assert.include(first.printed, "More items exist. Use --limit to show up to 1000.")
      const none = yield* run(way, uuid, "--type", "merged")
      assert.include(none.printed, "Nothing found.")
    }).pipe(Effect.provide(services))
  )

  it.live("reports a missing contact", () =>
    Effect.gen(function* () {
      yield* prepare
      const { failure } = yield* run(way, ContactUuid.make("00000000-0000-4000-8000-00000000dead"))
      assert.include(String(failure), "There is no contact 00000000-0000-4000-8000-00000000dead")
    }).pipe(Effect.provide(services))
  )
})
