import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Workspaces, Contacts, OptOuts } from "@rollcall/core"
import { layerContactJobWorker, layerContactSets } from "@rollcall/core/people"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { runWithEnv } from "../serve/Commands.ts"
import { addressOf, services, type Way, ways } from "../broadcasts/Fixture.ts"
import { runInTerminal } from "../screen/Terminal.ts"

/** What a server runs; a command on a database does it itself. */
const worker = Layer.provide(layerContactJobWorker, layerContactSets)

const unknownUuid = "0197a000-0000-7000-8000-0000000000aa"

const run = Effect.fnUntraced(function* (way: Way, ...args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  const command = Command.runWith(contactsCommand, { version: "0" })([...args, ...address.args])
  return yield* runWithEnv(command, address.env)
})

/** Contacts in the workspace of the commands, and how one of them is now: none where it was erased. */
const prepare = Effect.gen(function* () {
  const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
  const contacts = yield* Contacts
  const create = (email: string) => Effect.map(contacts.create(systemCaller(workspace), { email }), ({ uuid }) => uuid)
  const [a, b] = yield* Effect.all([create("a@x.org"), create("b@x.org")])
  const stateOf = (uuid: typeof a) =>
    contacts.get(systemCaller(workspace), uuid).pipe(
      Effect.map(({ archived }) => (archived ? "archived" : "active")),
      Effect.catchTag("ContactNotFound", () => Effect.succeed("erased"))
    )
  return { a, b, states: Effect.all([stateOf(a), stateOf(b)]) }
})

describe.each(ways)("rollcall contacts on %s", (way) => {
  it.live("archives and restores contacts, and repeats both without error", () =>
    Effect.gen(function* () {
      const { a, b, states } = yield* prepare
      for (const _ of [1, 2]) {
        assert.deepStrictEqual(yield* run(way, "archive", a, b, a), {
          failure: null,
          printed: `Contact ${a} is archived.\nContact ${b} is archived.`
        })
      }
      assert.deepStrictEqual(yield* states, ["archived", "archived"])
      const json = yield* run(way, "archive", "--json", a)
      assert.strictEqual(json.printed, JSON.stringify({ uuid: a, outcome: "archived" }))
      const restored = yield* run(way, "unarchive", b)
      assert.deepStrictEqual(restored, { failure: null, printed: `Contact ${b} is restored.` })
      assert.deepStrictEqual(yield* states, ["archived", "active"])
    }).pipe(Effect.provide(services))
  )

  it.live("opts contacts out and in repeatedly, and names a contact without a number", () =>
    Effect.gen(function* () {
      const { a } = yield* prepare
      const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
      const { uuid } = yield* Contacts.use((contacts) =>
        contacts.create(systemCaller(workspace), { phoneNumber: "+49 170 1234567" })
      )
      const isOut = OptOuts.use((optOuts) =>
        Effect.map(optOuts.get(systemCaller(workspace), uuid), ({ optOut }) => optOut !== null)
      )
      for (const [command, printed, expected] of [
        ["opt-out", `Contact ${uuid} is opted out.`, true],
        ["opt-in", `Contact ${uuid} is opted in.`, false]
      ] as const) {
        for (const _ of [1, 2]) assert.deepStrictEqual(yield* run(way, command, uuid), { failure: null, printed })
        assert.strictEqual(yield* isOut, expected)
      }
      yield* run(way, "opt-out", "--scope", "marketing", uuid)
      const scope = OptOuts.use((optOuts) =>
        Effect.map(optOuts.get(systemCaller(workspace), uuid), ({ optOut }) => optOut?.scope)
      )
      assert.strictEqual(yield* scope, "marketing")
      // One that cannot be opted out does not keep those behind it from being so.
      const { failure, printed } = yield* run(way, "opt-out", a, unknownUuid, uuid)
      assert.strictEqual(printed, `Contact ${uuid} is opted out.`)
      assert.isTrue(yield* isOut)
      assert.instanceOf(failure, NotDone)
      assert.include(failure.message, `no contact ${unknownUuid}`)
      assert.include(failure.message, `contact ${a} is not opted out`)
      assert.include(failure.message, "no phone_number and no chatapp_id")
    }).pipe(Effect.provide(services))
  )

  it.live("opts out all contacts that a search finds, and waits until it is done", () =>
    Effect.gen(function* () {
      const { a } = yield* prepare
      const { uuid: workspace } = yield* Workspaces.use(({ ensure }) => ensure("default"))
      const contacts = yield* Contacts
      const made = yield* Effect.forEach([1, 2, 3], (n) =>
        contacts.create(systemCaller(workspace), { email: `n${n}@y.org`, phoneNumber: `+49 170 123456${n}` })
      )
      const scopes = Effect.flatMap(OptOuts, (optOuts) =>
        Effect.forEach(made, ({ uuid }) =>
          Effect.map(optOuts.get(systemCaller(workspace), uuid), ({ optOut }) => optOut?.scope)
        )
      )
      const filter = ["--where", "email:not_equals:n3@y.org"]
      const out = yield* run(way, "opt-out", "--scope", "marketing", ...filter)
      const printed = "2 contacts opted out; 0 were already opted out; 2 without a number."
      assert.deepStrictEqual(out, { failure: null, printed })
      assert.deepStrictEqual(yield* scopes, ["marketing", "marketing", undefined])
      const back = yield* run(way, "opt-in", "--search", "y.org")
      assert.deepStrictEqual(back, { failure: null, printed: "2 contacts opted in; 1 were already opted in." })
      assert.deepStrictEqual(yield* scopes, [undefined, undefined, undefined])
      for (const args of [[], [a, "--search", "ada"]] as const) {
        const { failure } = yield* run(way, "opt-out", ...args)
        assert.instanceOf(failure, CommandRefused)
        assert.include(failure.message, "either contact UUIDs or a search")
      }
    }).pipe(Effect.provide(way === "a server" ? worker : Layer.empty), Effect.provide(services))
  )

  it.live("erases contacts, and fails with the missing ones", () =>
    Effect.gen(function* () {
      const { a, b, states } = yield* prepare
      const erased = yield* run(way, "erase", unknownUuid, a, "--yes")
      assert.strictEqual(erased.printed, `Contact ${a} is erased.`)
      assert.instanceOf(erased.failure, NotDone)
      assert.strictEqual(erased.failure.message, `this workspace has no contact ${unknownUuid}`)
      assert.deepStrictEqual(yield* states, ["erased", "active"])
      for (const command of ["archive", "unarchive"]) {
        assert.instanceOf((yield* run(way, command, a)).failure, NotDone)
      }
      const proven = yield* run(way, "erase", b, "--yes", "--proof")
      assert.isNull(proven.failure)
      const removed =
        "notes=0, custom_fields=0, contact_lists=0, recipients=0, import_rows=0, messages=0, complete=true"
      assert.strictEqual(proven.printed, `Contact ${b} is erased: ${removed}.`)
      assert.deepStrictEqual(yield* states, ["erased", "erased"])
    }).pipe(Effect.provide(services))
  )

  it.live("requires --yes without a terminal", () =>
    Effect.gen(function* () {
      const { a, states } = yield* prepare
      const { failure, printed } = yield* run(way, "erase", a)
      assert.instanceOf(failure, CommandRefused)
      assert.strictEqual(failure.message, "erasing cannot be undone: give --yes to erase without a terminal")
      assert.strictEqual(printed, "")
      assert.deepStrictEqual(yield* states, ["active", "active"])
    }).pipe(Effect.provide(services))
  )
})

describe("rollcall contacts erase", () => {
  it.live("asks at a terminal, and erases nothing unless the answer is yes", () =>
    Effect.gen(function* () {
      const { a, b, states } = yield* prepare
      const { args } = yield* addressOf("a database")
      const answer = (key: string) =>
        runInTerminal({
          folder: "/",
          args: ["contacts", "erase", a, b, ...args],
          columns: 120,
          answer: { to: "Erase these 2 contacts for good?", with: key }
        })
      const no = yield* answer("\r")
      assert.deepStrictEqual([no.code, no.lines.at(-1)?.text], [1, "nothing was erased"])
      assert.deepStrictEqual(yield* states, ["active", "active"])
      const yes = yield* answer("y")
      assert.deepStrictEqual([yes.code, yes.lines.at(-1)?.text], [0, `Contact ${b} is erased.`])
      assert.deepStrictEqual(yield* states, ["erased", "erased"])
    }).pipe(Effect.provide(services))
  )
})
