import { assert } from "@effect/vitest"
import { Contacts, Events, EventSettings, EventsRemoved, type RollcallEvent, systemCaller } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/people"
import { EventStore, nameEvent } from "@rollcall/core/storage"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { newCaller, services } from "../../Services.ts"
import { countingSleeps } from "../../Sleeps.ts"
import { suite } from "../../Suite.ts"

/** A contact of a new workspace, whose creation is the first event, and what follows the events. */
const fixture = Effect.gen(function* () {
  const [contacts, erasure, events] = [yield* Contacts, yield* ContactErasure, yield* Events]
  const caller = yield* newCaller
  const { uuid } = yield* contacts.create(caller, { email: "ada@example.org" })
  const setArchived = (archived: boolean) => contacts[archived ? "archive" : "restore"](caller, uuid)
  return { erasure, events, setArchived, uuid, workspace: caller.workspace }
})

const typesOf = (events: ReadonlyArray<RollcallEvent>) => events.map(({ type }) => type)

suite(Layer.provideMerge(Events.layer, services))("the stream of events", (test, it) => {
  it.effect("E2: contains past events, then new events, and reads nothing while no event occurs", () =>
    countingSleeps((sleeps) =>
      Effect.gen(function* () {
        const { events, setArchived, workspace } = yield* fixture
        yield* setArchived(true)
        const seen: Array<RollcallEvent> = []
        const follower = yield* events.stream(systemCaller(workspace)).pipe(
          Stream.take(4),
          Stream.runForEach((event) => Effect.sync(() => seen.push(event))),
          Effect.forkChild
        )
        yield* TestClock.adjust("1 week")
        assert.deepStrictEqual(typesOf(seen), ["contact.created", "contact.archived"])
        assert.strictEqual(sleeps(), 0)

        yield* setArchived(false)
        yield* setArchived(true)
        yield* Fiber.join(follower)
        assert.deepStrictEqual(typesOf(seen.slice(2)), ["contact.unarchived", "contact.archived"])
        assert.deepStrictEqual(seen, [...(yield* events.read(systemCaller(workspace))).events])
        assert.strictEqual(sleeps(), 0)
      })
    )
  )

  test("E2: continues after a cursor, and misses no event across pages", function* () {
    const { events, uuid, workspace } = yield* fixture
    const store = yield* EventStore
    const { next } = yield* events.read(systemCaller(workspace))
    const count = 2_500
    const event = nameEvent({ type: "contact.updated", workspaceUuid: workspace, contactUuid: uuid })
    yield* store.append(Array.from({ length: count }, () => event))
    const all = yield* Stream.runCollect(Stream.take(events.stream(systemCaller(workspace), { after: next }), count))
    const cursors = all.map(({ cursor }) => cursor)
    assert.deepStrictEqual([cursors.length, new Set(cursors).size], [count, count])
    assert.notInclude(typesOf(all), "contact.created")

    const rest = events.stream(systemCaller(workspace), { after: cursors[1_999] ?? null })
    const last = yield* Stream.runCollect(Stream.take(rest, 500))
    assert.deepStrictEqual(last, all.slice(2_000))
  })

  test("E2: filters by type, and passes the events it leaves out", function* () {
    const { erasure, events, setArchived, uuid, workspace } = yield* fixture
    const wanted = events.stream(systemCaller(workspace), { types: ["contact.archived", "contact.erased"] })
    const follower = yield* Effect.forkChild(Stream.runCollect(Stream.take(wanted, 2)))
    for (const archived of [true, false]) yield* setArchived(archived)
    yield* TestClock.adjust("1 second")
    yield* erasure.erase(systemCaller(workspace), uuid)
    assert.deepStrictEqual(typesOf(yield* Fiber.join(follower)), ["contact.archived", "contact.erased"])
  })

  test("E4: fails after a cursor with removed events, even for a reader that fell behind", function* () {
    const { events, setArchived, workspace } = yield* fixture
    const store = yield* EventStore
    const [first] = (yield* events.read(systemCaller(workspace))).events
    for (const archived of [true, false]) yield* setArchived(archived)
    const slow = yield* Stream.toPull(events.stream(systemCaller(workspace), { after: first?.cursor ?? null }))
    yield* TestClock.adjust("8 days")
    yield* store.prune({ keepFor: Duration.days(7), limit: 10_000 })
    yield* setArchived(true)
    assert.instanceOf(yield* Effect.flip(slow), EventsRemoved)

    const oldest = yield* Stream.runCollect(Stream.take(events.stream(systemCaller(workspace)), 1))
    assert.deepStrictEqual(typesOf(oldest), ["contact.archived"])
  })

  test("rejects a string that is no cursor", function* () {
    const { events, workspace } = yield* fixture
    const error = yield* Effect.flip(Stream.runDrain(events.stream(systemCaller(workspace), { after: "x" })))
    assert.deepStrictEqual(error._tag === "InvalidInput" && error.issues.map(({ path }) => path), [["after"]])
  })

  test("polls for new events every `pollEvery` if the store cannot wait for them", function* () {
    const { setArchived, workspace } = yield* fixture
    const store = yield* EventStore
    const polled = Layer.succeed(EventStore, {
      ...store,
      await: (_workspace, _after, pollEvery) => Effect.sleep(pollEvery)
    })
    const settings = Layer.succeed(EventSettings, { ...EventSettings.defaultValue(), pollEvery: Duration.seconds(3) })
    const built = yield* Layer.build(Layer.provide(Layer.fresh(Events.layer), [polled, settings]))
    const events = yield* Effect.provideContext(Events, built)
    const follower = yield* Effect.forkChild(Stream.runCollect(Stream.take(events.stream(systemCaller(workspace)), 2)))
    yield* TestClock.adjust("1 second")
    yield* setArchived(true)
    yield* TestClock.adjust("1999 millis")
    assert.isUndefined(follower.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(typesOf(yield* Fiber.join(follower)), ["contact.created", "contact.archived"])
  })
})
