import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Contacts, Workspaces } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  const command = Command.runWith(contactsCommand, { version: "0" })([...args, ...address.args])
  return yield* runWithEnv(command, address.env)
})

const newPair = Effect.gen(function* () {
  const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
  const contacts = yield* Contacts
  const one = yield* contacts.create(systemCaller(workspace), {
    firstName: "Ada",
    email: "ada@x.org",
    phoneNumber: "+49 170 1111111"
  })
  const other = yield* contacts.create(systemCaller(workspace), {
    lastName: "Lovelace",
    email: "al@x.org",
    chatappId: "491701111111"
  })
  return { one, other, get: contacts.get(systemCaller(workspace), one.uuid) }
})

const decodeGroups = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Array(Schema.Struct({ field: Schema.String, value: Schema.String, count: Schema.Finite }))
  )
)

describe.each(ways)("rollcall contacts merge on %s", (way) => {
  it.live("lists duplicates, merges them with the chosen values, and separates them again", () =>
    Effect.gen(function* () {
      const { get, one, other } = yield* newPair
      const listed = yield* run(way, "duplicates", "--field", "phone_number")
      for (const text of ["phone_number", "491701111111", one.uuid, other.uuid, "Ada", "Lovelace"])
        assert.include(listed.printed, text)
      const groups = decodeGroups((yield* run(way, "duplicates", "--json")).printed)
      assert.deepInclude(groups[0], { field: "phone_number", value: "491701111111", count: 2 })
      assert.deepStrictEqual(yield* run(way, "merge", one.uuid, other.uuid, "--keep", "email=from"), {
        failure: null,
        printed: `Contact ${other.uuid} is merged into ${one.uuid}.`
      })
      assert.deepInclude(yield* get, { firstName: "Ada", lastName: "Lovelace", email: "al@x.org" })
      assert.strictEqual((yield* run(way, "duplicates")).printed, "No duplicates found.")
      assert.deepStrictEqual(yield* run(way, "merge", "--undo", one.uuid), {
        failure: null,
        printed: `Contact ${other.uuid} is no longer merged into ${one.uuid}.`
      })
      assert.deepInclude(yield* get, { lastName: null, email: "ada@x.org" })
    }).pipe(Effect.provide(services))
  )

  it.live("reports what is wrong with a merge", () =>
    Effect.gen(function* () {
      const { one, other } = yield* newPair
      for (const [args, message] of [
        [[one.uuid], "the second UUID is missing"],
        [[one.uuid, other.uuid, "--keep", "email"], '"email" must have the form'],
        [[one.uuid, other.uuid, "--keep", "emial=from"], "keep.emial"],
        [[one.uuid, one.uuid], "the contact itself"],
        [["--undo", one.uuid], "No contact was merged into"],
        [["--undo", one.uuid, "--keep", "email=from"], "--keep and --undo cannot both be given"]
      ] as const) {
        const { failure } = yield* run(way, "merge", ...args)
        assert.include(failure?.message, message)
      }
    }).pipe(Effect.provide(services))
  )
})
