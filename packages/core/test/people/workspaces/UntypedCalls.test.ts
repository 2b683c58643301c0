import { assert } from "@effect/vitest"
import { ContactLists, Contacts, CustomFields, Notes } from "@rollcall/core"
import { Segments } from "@rollcall/core/people"
import { Cause, Effect, Exit, Predicate } from "effect"
import { newCaller, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const isWork = (effect: unknown): effect is Effect.Effect<unknown, unknown> => Effect.isEffect(effect)

/** What a call without types ends with: the message of its error or its defect. */
const messageOf = (service: object, name: string, ...given: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const method: unknown = Reflect.get(service, name)
    if (!Predicate.isFunction(method)) return yield* Effect.die(new Error("is not a method"))
    const effect: unknown = Reflect.apply(method, service, given)
    if (!isWork(effect)) return yield* Effect.die(new Error("is not an effect"))
    const exit = yield* Effect.exit(effect)
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    return error instanceof Error ? error.message : String(error)
  })

suite(services)("calls without types", (test) => {
  test("A1: report a workspace that is not a uuid, in reads and writes", function* () {
    const [contacts, lists] = [yield* Contacts, yield* ContactLists]
    const message = 'workspace: must be the uuid of a workspace, not "clinic". Workspaces.ensure(name) returns it'
    assert.strictEqual(yield* messageOf(contacts, "create", "clinic", { email: "a@b.example" }), message)
    assert.strictEqual(yield* messageOf(contacts, "search", "clinic", {}, { limit: 1, offset: 0 }), message)
    assert.strictEqual(yield* messageOf(lists, "create", { workspace: "clinic" }, { name: "x" }), message)
    assert.match(yield* messageOf(lists, "create", undefined, { name: "x" }), /^workspace: must be the uuid/)
  })

  test("A1: report how to make a caller if a workspace is passed instead of a caller", function* () {
    const { workspace } = yield* newCaller
    const message = "caller: must be a caller, not a workspace. systemCaller(workspace) of @rollcall/core makes one"
    assert.strictEqual(yield* messageOf(yield* ContactLists, "create", workspace, { name: "x" }), message)
    assert.strictEqual(yield* messageOf(yield* Contacts, "search", workspace, {}, { limit: 1, offset: 0 }), message)
    assert.strictEqual(yield* messageOf(yield* Contacts, "search", { workspace }, {}, { limit: 1, offset: 0 }), message)
  })

  test("S8: report a missing page in every listing", function* () {
    const caller = yield* newCaller
    const listings = [
      [yield* Contacts, "search", {}],
      [yield* ContactLists, "list", {}],
      [yield* CustomFields, "list", {}],
      [yield* Segments, "list", {}],
      [yield* Notes, "list", caller.workspace]
    ] as const
    for (const [service, name, input] of listings) {
      assert.strictEqual(
        yield* messageOf(service, name, caller, input),
        "page: is required, such as { limit: 50, offset: 0 }"
      )
    }
  })

  test("report the intended name of a misspelt member", function* () {
    const caller = yield* newCaller
    const contact = { firstname: "Zoë", email: "zoe@example.org" }
    assert.strictEqual(
      yield* messageOf(yield* Contacts, "create", caller, contact),
      "firstname: is not a known member: did you mean firstName?"
    )
    assert.match(yield* messageOf(yield* CustomFields, "create", caller, undefined), /^must be an object$/)
  })
})
