import { assert, describe, it } from "@effect/vitest"
import { type Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { contactWrite, digitForms, makeContact } from "@rollcall/core/people"
import { ContactStore, Transaction } from "@rollcall/core/storage"
import { layer } from "@rollcall/storage-memory"
import { Context, DateTime, Effect, Exit, Fiber, Latch, Layer, Option } from "effect"
import { testOver } from "../../../core/test/Suite.ts"

const test = testOver(layer)

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")

const newContact = Effect.gen(function* () {
  const uuid = ContactUuid.make(yield* nextId)
  return makeContact({
    uuid,
    workspace,
    fields: { email: "ana@example.com" },
    customFields: {},
    now: yield* DateTime.now
  })
})

const isThere = ({ uuid }: Contact) =>
  Effect.map(
    ContactStore.use((store) => store.find(workspace, uuid)),
    Option.isSome
  )
const insert = (contact: Contact) =>
  ContactStore.use((store) =>
    store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  )
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Transaction.use(({ run }) => run(effect))

/** Forks a transaction that inserts a contact and then stays open until the gate opens. */
const holdOpen = Effect.fnUntraced(function* <A, E, R>(contact: Contact, end: Effect.Effect<A, E, R>) {
  const gate = yield* Latch.make(false)
  const inside = yield* Latch.make(false)
  const fiber = yield* Effect.forkChild(
    run(Effect.andThen(insert(contact), Effect.andThen(inside.open, Effect.andThen(gate.await, end))))
  )
  yield* inside.await
  return { fiber, gate }
})

/** Runs every other fiber until it waits. */
const runOthers = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

describe("a transaction", () => {
  test("is not visible before it commits, and completely visible afterwards", function* () {
    const contact = yield* newContact
    const { fiber, gate } = yield* holdOpen(contact, isThere(contact))
    assert.isFalse(yield* isThere(contact))
    yield* gate.open
    assert.isTrue(yield* Fiber.join(fiber))
    assert.isTrue(yield* isThere(contact))
  })

  test("stores nothing if it is interrupted from outside, and the next one runs", function* () {
    const [first, second] = [yield* newContact, yield* newContact]
    const { fiber } = yield* holdOpen(first, Effect.void)
    const waiting = yield* Effect.forkChild(run(insert(second)))
    yield* runOthers
    yield* Fiber.interrupt(fiber)
    yield* Fiber.join(waiting)
    assert.deepStrictEqual([yield* isThere(first), yield* isThere(second)], [false, true])
  })

  test("does not wait for one that was interrupted while it waited", function* () {
    const [first, second, third] = [yield* newContact, yield* newContact, yield* newContact]
    const { fiber, gate } = yield* holdOpen(first, Effect.void)
    const given = yield* Effect.forkChild(run(insert(second)))
    yield* runOthers
    yield* Fiber.interrupt(given)
    yield* gate.open
    yield* Fiber.join(fiber)
    yield* run(insert(third))
    assert.deepStrictEqual([yield* isThere(second), yield* isThere(third)], [false, true])
  })

  test("does not include the write of another fiber, which waits and is not rolled back", function* () {
    const [inside, beside] = [yield* newContact, yield* newContact]
    const { fiber, gate } = yield* holdOpen(inside, Effect.fail("no"))
    const write = yield* Effect.forkChild(insert(beside))
    yield* runOthers
    assert.isFalse(yield* isThere(beside))
    yield* gate.open
    assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
    yield* Fiber.join(write)
    assert.deepStrictEqual([yield* isThere(inside), yield* isThere(beside)], [false, true])
  })
})

describe("a nested transaction", () => {
  test("rolls back no write of a concurrent fiber in the outer one", function* () {
    const [inner, beside] = [yield* newContact, yield* newContact]
    yield* run(
      Effect.gen(function* () {
        const gate = yield* Latch.make(false)
        const failing = run(Effect.andThen(insert(inner), Effect.andThen(gate.await, Effect.fail("no"))))
        const nested = yield* Effect.forkChild(failing)
        yield* runOthers
        assert.isFalse(yield* isThere(inner))
        const write = yield* Effect.forkChild(insert(beside))
        yield* runOthers
        yield* gate.open
        assert.isTrue(Exit.isFailure(yield* Fiber.await(nested)))
        yield* Fiber.join(write)
      })
    )
    assert.deepStrictEqual([yield* isThere(inner), yield* isThere(beside)], [false, true])
  })
})

describe("a fiber forked inside a transaction", () => {
  test("belongs to it", function* () {
    const contacts = yield* Effect.all(Array.from({ length: 20 }, () => newContact))
    const insertAll = Effect.forEach(contacts, (contact) => Effect.andThen(Effect.yieldNow, insert(contact)), {
      concurrency: 4,
      discard: true
    })
    const exit = yield* Effect.exit(run(Effect.andThen(insertAll, Effect.fail("no"))))
    assert.isTrue(Exit.isFailure(exit))
    assert.deepStrictEqual(new Set(yield* Effect.forEach(contacts, isThere)), new Set([false]))
    yield* run(insertAll)
    assert.deepStrictEqual(new Set(yield* Effect.forEach(contacts, isThere)), new Set([true]))
  })

  test("dies when it uses a store after the transaction's end, however it ended", function* () {
    for (const end of [Effect.void, Effect.fail("no")]) {
      const contact = yield* newContact
      const gate = yield* Latch.make(false)
      const uses = [insert(contact), isThere(contact), run(insert(contact)), run(isThere(contact))]
      const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
      const forkAll = Effect.forEach(uses, (use) =>
        Effect.map(Effect.forkDetach(Effect.andThen(gate.await, use)), (fiber) => fibers.push(fiber))
      )
      yield* Effect.exit(run(Effect.andThen(forkAll, end)))
      yield* gate.open
      for (const fiber of fibers) {
        const exit = yield* Fiber.await(fiber)
        assert.isTrue(Exit.hasDies(exit))
      }
      assert.strictEqual(fibers.length, uses.length)
      assert.isFalse(yield* isThere(contact))
    }
  })

  test("dies at the end of a nested transaction if the outer one ended before", function* () {
    const contact = yield* newContact
    const gate = yield* Latch.make(false)
    const inner = run(Effect.andThen(insert(contact), gate.await))
    const fiber = yield* run(Effect.tap(Effect.forkDetach(inner), () => runOthers))
    yield* gate.open
    assert.isTrue(Exit.hasDies(yield* Fiber.await(fiber)))
    assert.isFalse(yield* isThere(contact))
  })
})

describe("a memory database", () => {
  it.effect("is empty each time it is built, and has its own transactions", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* Layer.build(Layer.fresh(layer)), yield* Layer.build(Layer.fresh(layer))]
      const contact = yield* newContact
      const exit = yield* Effect.exit(
        Context.get(first, Transaction).run(
          Effect.gen(function* () {
            yield* Context.get(first, ContactStore).save({
              created: [contactWrite(digitForms, "contact.created", contact)],
              changed: []
            })
            yield* Context.get(second, Transaction).run(
              Context.get(second, ContactStore).save({
                created: [contactWrite(digitForms, "contact.created", contact)],
                changed: []
              })
            )
            return yield* Effect.fail("no")
          })
        )
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.isFalse(yield* Effect.provideContext(isThere(contact), first))
      assert.isTrue(yield* Effect.provideContext(isThere(contact), second))
    })
  )
})
