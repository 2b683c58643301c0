import { assert, describe, it } from "@effect/vitest"
import { Contacts, systemCaller, Workspaces } from "@rollcall/core"
import { Effect, FileSystem, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../../src/CommandRefused.ts"
import { contactsCommand } from "../../../src/contacts/ContactsCommand.ts"
import { addressOf, services } from "../../broadcasts/Fixture.ts"
import { runWithEnv } from "../../serve/Commands.ts"
import { contactsOf } from "../../../../core/test/Services.ts"

const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const address = yield* addressOf("a database")
  return yield* runWithEnv(Command.runWith(contactsCommand, { version: "0" })([...args, ...address.args]), address.env)
})

const decodeFiles = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Array(
      Schema.Struct({
        uuid: Schema.String,
        file_name: Schema.String,
        total: Schema.Int,
        imports: Schema.Array(Schema.String)
      })
    )
  )
)

describe("rollcall contacts imports and undo-import", () => {
  it.live("I2, I14: an archived contact is a warning; a file's several imports are listed as one, and undone", () =>
    Effect.gen(function* () {
      const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
      const contacts = yield* Contacts
      const caller = systemCaller(workspace)
      const known = yield* contacts.create(caller, { email: "ada0@x.org", firstName: "Ada" })
      yield* contacts.archive(caller, known.uuid)
      const files = yield* FileSystem.FileSystem
      const file = `${yield* files.makeTempDirectoryScoped()}/people.csv`
      const lines = Array.from({ length: 1_100 }, (_, n) => `ada${n}@x.org,A${n}`)
      yield* files.writeFileString(file, ["email,first_name", ...lines].join("\n"))
      assert.strictEqual((yield* run("imports")).printed, "No imports found.")
      const { printed } = yield* run("import", file, "--match-on", "email")
      assert.include(printed, "the contact is archived and stays archived")
      const [listed, ...others] = yield* decodeFiles((yield* run("imports", "--json")).printed)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(listed, { file_name: "people.csv", total: 1_100 })
      assert.lengthOf(listed?.imports ?? [], 2)
      assert.include((yield* run("imports")).printed, "people.csv")
      const uuid = listed?.uuid ?? ""
      assert.instanceOf((yield* run("undo-import", uuid)).failure, CommandRefused)
      const [changed] = (yield* contactsOf(workspace)).filter(({ email }) => email === "ada1099@x.org")
      if (changed === undefined) return assert.fail()
      yield* contacts.update(caller, changed.uuid, { lastName: "Lovelace" })
      const undone = yield* run("undo-import", uuid, "--yes")
      assert.instanceOf(undone.failure, NotDone)
      assert.include(undone.printed, "1,099 rows undone; 1 not or only partly.")
      assert.include(undone.printed, `Contact ${changed.uuid}: last_name was changed after the import`)
      const left = yield* contactsOf(workspace)
      assert.sameDeepMembers(
        left.map(({ archived, email, firstName }) => [email, firstName, archived]),
        [
          ["ada0@x.org", "Ada", true],
          ["ada1099@x.org", "A1099", false]
        ]
      )
      assert.include((yield* run("imports")).printed, "undone")
    }).pipe(Effect.scoped, Effect.provide(services))
  )
})
