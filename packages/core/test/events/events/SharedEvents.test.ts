import { assert } from "@effect/vitest"
import {
  ContactUuid,
  Events,
  EventSettings,
  type RollcallEvent,
  StorageError,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, nameEvent } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { RecentEvents } from "../../../src/events/events/RecentEvents.ts"
import { suite } from "../../Suite.ts"

const pollEvery = Duration.millis(500)

/** Events over a store that is polled, with a count of what was read of it, and a workspace of its own. */
const fixture = Effect.gen(function* () {
  const store = yield* EventStore
  const calls = { reads: 0, isBroken: false }
  const polled = EventStore.of({
    ...store,
    read: (workspace, request) =>
      Effect.suspend(() => {
        calls.reads += 1
        return calls.isBroken
          ? Effect.fail(new StorageError({ reason: "Unavailable", cause: null }))
          : store.read(workspace, request)
      }),
    await: (_workspace, _after, every) => Effect.sleep(every)
  })
  const settings = Layer.succeed(EventSettings, { ...EventSettings.defaultValue(), pollEvery })
  const context = yield* Layer.build(
    Layer.provide(Layer.fresh(Events.layer), [Layer.succeed(EventStore, polled), settings])
  )
  const events = yield* Effect.provideContext(Events, context)
  const workspaceUuid = WorkspaceUuid.make(yield* nextId)
  const contactUuid = ContactUuid.make(yield* nextId)
  const append = (count: number, type: "contact.created" | "contact.updated" = "contact.created") =>
    store.append(Array.from({ length: count }, () => nameEvent({ type, workspaceUuid, contactUuid })))
  /** Follows the events from a cursor; `pause` passes after each. */
  const follow = Effect.fnUntraced(function* (options: Parameters<typeof events.stream>[1], pause?: Duration.Input) {
    const seen: Array<RollcallEvent> = []
    const fiber = yield* events.stream(systemCaller(workspaceUuid), options).pipe(
      Stream.runForEach((event) =>
        Effect.andThen(
          Effect.sync(() => seen.push(event)),
          pause === undefined ? Effect.void : Effect.sleep(pause)
        )
      ),
      Effect.forkScoped
    )
    return { fiber, seen }
  })
  return { append, calls, events, follow, workspaceUuid }
})

const cursorsOf = (events: ReadonlyArray<RollcallEvent>) => events.map(({ cursor }) => cursor)

suite(storage)("readers that have read every event of a workspace", (test) => {
  test("E9: poll together at the cost of one reader, and each gets the events once and in order", function* () {
    const { append, calls, events, follow, workspaceUuid } = yield* fixture
    yield* append(3)
    const now = yield* events.end(systemCaller(workspaceUuid))
    const readers = [
      ...(yield* Effect.replicateEffect(follow({}), 10)),
      ...(yield* Effect.replicateEffect(follow({ after: now }), 10))
    ]
    yield* TestClock.adjust("1 millis")
    const begun = calls.reads
    yield* TestClock.adjust("10 seconds")
    assert.isAtMost(calls.reads - begun, 20)
    for (let round = 0; round < 5; round += 1) {
      yield* append(2)
      yield* TestClock.adjust("1 second")
    }
    assert.isAtMost(calls.reads - begun, 20 + 10 + 1)
    const all = cursorsOf((yield* events.read(systemCaller(workspaceUuid))).events)
    assert.lengthOf(all, 13)
    for (const [index, { seen }] of readers.entries()) {
      assert.deepStrictEqual(cursorsOf(seen), index < 10 ? all : all.slice(3))
    }
  })

  test("E9: cost nothing after they have left", function* () {
    const { append, calls, follow } = yield* fixture
    const readers = yield* Effect.replicateEffect(follow({}), 3)
    yield* TestClock.adjust("1 second")
    yield* Fiber.interruptAll(readers.map(({ fiber }) => fiber))
    const before = calls.reads
    yield* append(1)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(calls.reads, before)
    const { seen } = yield* follow({})
    yield* TestClock.adjust("1 second")
    assert.lengthOf(seen, 1)
  })

  test("E9: get the types they request, and a page's cursor passes the other types", function* () {
    const { append, events, follow, workspaceUuid } = yield* fixture
    const { seen } = yield* follow({ types: ["contact.updated"] })
    yield* follow({})
    const pages: Array<string> = []
    yield* events.pages(systemCaller(workspaceUuid), { types: ["contact.updated"] }).pipe(
      Stream.runForEach(({ events, next }) => Effect.sync(() => pages.push(`${events.length} ${next}`))),
      Effect.forkScoped
    )
    yield* TestClock.adjust("1 second")
    yield* append(4)
    yield* TestClock.adjust("1 second")
    yield* append(1, "contact.updated")
    yield* TestClock.adjust("1 second")
    assert.lengthOf(seen, 1)
    assert.deepStrictEqual(pages, [`0 ${yield* cursorAt(events, workspaceUuid, 3)}`, `1 ${seen[0]?.cursor}`])
  })

  test("E9: wait for no slow reader, and the slow reader misses no event", function* () {
    const { append, events, follow, workspaceUuid } = yield* fixture
    const slow = yield* follow({}, "100 millis")
    const quick = yield* follow({})
    yield* TestClock.adjust("1 second")
    for (let round = 0; round < 5; round += 1) {
      yield* append(700)
      yield* TestClock.adjust("1 second")
      assert.lengthOf(quick.seen, (round + 1) * 700)
    }
    assert.isBelow(slow.seen.length, 100)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(cursorsOf(slow.seen), cursorsOf(quick.seen))
    assert.strictEqual(slow.seen.at(-1)?.cursor, yield* events.end(systemCaller(workspaceUuid)))
  })

  test("E9: each fail only when the store cannot be read, and can start again", function* () {
    const { append, calls, follow } = yield* fixture
    const readers = yield* Effect.replicateEffect(follow({}), 3)
    yield* append(1)
    yield* TestClock.adjust("1 second")
    calls.isBroken = true
    yield* TestClock.adjust("1 second")
    for (const { fiber } of readers) {
      assert.strictEqual((yield* Effect.flip(Fiber.join(fiber)))._tag, "StorageError")
    }
    calls.isBroken = false
    const { seen } = yield* follow({ after: readers[0]?.seen[0]?.cursor ?? null })
    yield* append(1)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(seen, 1)
  })
})

const cursorAt = (events: Events["Service"], workspace: WorkspaceUuid, index: number) =>
  Effect.map(events.read(systemCaller(workspace)), ({ events }) => events[index]?.cursor)

suite(storage)("the newest events", (test) => {
  test("are the retained events after a cursor", function* () {
    const { append, events, workspaceUuid } = yield* fixture
    yield* append(10)
    const page = yield* events.read(systemCaller(workspaceUuid))
    const all = page.events
    const recent = new RecentEvents("start", 4)
    assert.deepStrictEqual(recent.after("start")?.events, [])
    recent.add({ events: all.slice(0, 3), next: all[2]?.cursor ?? "", hasMore: true })
    assert.deepStrictEqual(recent.after("start")?.events, all.slice(0, 3))
    recent.add({ events: all.slice(3, 5), next: all[4]?.cursor ?? "", hasMore: false })
    assert.isUndefined(recent.after("start"))
    assert.isUndefined(recent.after("other"))
    assert.isUndefined(recent.after(null))
    assert.deepStrictEqual(recent.after(all[0]?.cursor ?? "")?.events, all.slice(1, 5))
    assert.deepStrictEqual(recent.after(all[3]?.cursor ?? "")?.events, all.slice(4, 5))
    recent.add({ events: all.slice(5), next: "end", hasMore: false })
    assert.deepStrictEqual(recent.after(all[5]?.cursor ?? "")?.events, all.slice(6))
    assert.deepStrictEqual(recent.after("end"), { events: [], next: "end", hasMore: false })
    assert.isUndefined(recent.after(all[4]?.cursor ?? ""))
  })
})
