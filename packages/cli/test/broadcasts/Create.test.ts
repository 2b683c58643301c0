import { assert, describe, it } from "@effect/vitest"
import { ActorUuid, Broadcasts, ContactLists, Contacts, Deliveries, systemCaller, Workspaces } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Effect, Schema } from "effect"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { run, services, type Way, ways } from "./Fixture.ts"

const message = ["--template", "appointment_reminder", "--from", "493090180", "--param", "name=first_name:there"]
const value = ["--value", "time=9:30"]

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ recipients: Schema.NullOr(Schema.Int), exclusions: Schema.Record(Schema.String, Schema.Int) })
  )
)

/** A list "VIP" with one contact that has a name and a number, one with a number alone, and one with neither. */
const withList = Effect.gen(function* () {
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("default")
  const caller = { workspace, actor: ActorUuid.make(yield* nextId) }
  const contacts = yield* Contacts
  const lists = yield* ContactLists
  const made = yield* Effect.forEach(
    [
      { firstName: "Zoë", phoneNumber: "+4930901820" },
      { lastName: "Müller", phoneNumber: "+4930901821" },
      { firstName: "Ada", email: "ada@example.org" }
    ],
    (fields) => contacts.create(systemCaller(workspace), fields)
  )
  const list = yield* lists.create(caller, { name: "VIP" })
  yield* lists.addMembers(
    caller,
    list.uuid,
    made.map(({ uuid }) => uuid)
  )
  return workspace
})

describe("rollcall broadcasts create", () => {
  it.live.each(ways)("sends to a list by its name, after showing the estimate: %s", (way: Way) =>
    Effect.gen(function* () {
      const workspace = yield* withList
      const create = (...args: ReadonlyArray<string>) => run(way, ["create", ...message, ...value, ...args])
      const dry = yield* create("--list", "vip", "--dry-run")
      assert.isNull(dry.failure)
      assert.include(dry.printed, "3 contacts, of which 2 would be reached")
      assert.include(dry.printed, "1 not: no_address")
      assert.include(dry.printed, "4930901821: Hello there, your appointment is at 9:30.")
      const broadcasts = yield* Broadcasts
      assert.strictEqual((yield* broadcasts.list(systemCaller(workspace), {}, { limit: 1, offset: 0 })).total, 0)

      const created = yield* create("--list", "VIP", "--expect", "2", "--json")
      assert.isNull(created.failure)
      assert.deepInclude(decode(created.printed), { recipients: 2, exclusions: { no_address: 1 } })
      const { items } = yield* broadcasts.list(systemCaller(workspace), {}, { limit: 10, offset: 0 })
      assert.deepStrictEqual(
        items.map(({ name }) => name),
        ["appointment_reminder"]
      )
      const [first] = items
      if (first === undefined) return assert.fail("there is no broadcast")
      const page = yield* (yield* Deliveries).recipients(
        systemCaller(workspace),
        first.uuid,
        {},
        { limit: 10, offset: 0 }
      )
      assert.deepStrictEqual(
        page.items.map(({ identifier }) => identifier),
        ["4930901820", "4930901821", ""]
      )
    }).pipe(Effect.provide(services))
  )

  it.live.each<readonly [what: string, args: ReadonlyArray<string>, line: RegExp]>([
    [
      "a list that there is not",
      [...value, "--list", "VI"],
      /--list "VI": no active list has this name; did you mean "VIP"\?/
    ],
    ["a broadcast to none in particular", value, /recipients are missing/],
    ["a value without a name", ["--value", "9:30", "--list", "VIP"], /--value "9:30": must have the form name=/],
    ["another number than is expected", [...value, "--list", "VIP", "--expect", "3"], /2 recipients would be reached/],
    [
      "a format that there is not",
      [...value, "--list", "VIP", "--format", "first_name=day"],
      /one of date_time, date, /
    ],
    [
      "a format of another type",
      [...value, "--list", "VIP", "--format", "first_name=time"],
      /must be left out: values of/
    ],
    [
      "a required field that there is not",
      [...value, "--list", "VIP", "--require", "consent"],
      /no active field "consent"/
    ],
    ["a time that is none", [...value, "--list", "VIP", "--schedule", "soon"], /must be an ISO 8601 timestamp/]
  ])("rejects %s, and stores nothing", ([, args, line]) =>
    Effect.gen(function* () {
      const workspace = yield* withList
      const { failure } = yield* run("a server", ["create", ...message, ...args])
      assert.instanceOf(failure, CommandRefused)
      assert.match(String(failure), line)
      const { total } = yield* (yield* Broadcasts).list(systemCaller(workspace), {}, { limit: 1, offset: 0 })
      assert.strictEqual(total, 0)
    }).pipe(Effect.provide(services))
  )
})
