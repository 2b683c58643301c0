import { assert, describe } from "@effect/vitest"
import {
  BroadcastNotFound,
  ContactUuid,
  EventsRemoved,
  InvalidInput,
  type RollcallEvent,
  StorageError
} from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import type { EventPage } from "@rollcall/core/events"
import { DateTime, Deferred, Effect, Fiber, Option, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { test } from "../../../core/test/Suite.ts"
import { makeApp, makeFetch, record, type Stubs, unknownUuid, uuid, workspace } from "../App.ts"
import { eventStream } from "../../src/events/EventStream.ts"
import { details } from "../Samples.ts"

const at = DateTime.makeUnsafe("2026-03-01T12:00:00.000Z")

const eventAt = (position: number): RollcallEvent => ({
  cursor: `${position}.1`,
  at,
  workspaceUuid: workspace,
  by: null,
  actor: null,
  type: "contact.created",
  contactUuid: ContactUuid.make(uuid)
})

const pageOf = (...positions: ReadonlyArray<number>): EventPage => ({
  events: positions.map(eventAt),
  next: `${positions.at(-1)}.1`,
  hasMore: false
})

/** Events that a test offers page by page, and which of them were asked for. */
const feed = Effect.gen(function* () {
  const asked: Array<unknown> = []
  const pages = yield* Queue.unbounded<EventPage>()
  const events: Stubs["events"] = {
    read: (_workspace, selection) =>
      Effect.as(
        Effect.sync(() => asked.push(selection)),
        pageOf(1)
      ),
    end: () => Effect.succeed("9.1"),
    pages: (_workspace, selection) => {
      asked.push(selection)
      return Stream.fromQueue(pages)
    }
  }
  return { asked, events, offer: (page: EventPage) => Queue.offer(pages, page) }
})

/** Opens a stream, whose text is collected as it arrives. */
const open = Effect.fnUntraced(function* (
  stubs: Stubs,
  path = "/v1/events/stream",
  headers: Record<string, string> = {}
) {
  const fetch = yield* makeFetch(stubs)
  const abort = new AbortController()
  const response = yield* Effect.promise(() =>
    fetch(`http://localhost${path}`, { headers: { authorization: "Bearer full", ...headers }, signal: abort.signal })
  )
  const read: Array<string> = []
  const reading = yield* Effect.promise(async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) read.push(text)
  }).pipe(Effect.forkScoped)
  /** What was read, once it ends so. */
  const until = (end: string) =>
    Effect.repeat(
      Effect.andThen(
        Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
        Effect.sync(() => read.join(""))
      ),
      { until: (text) => text.endsWith(end) }
    )
  return { abort, ended: Fiber.join(reading), response, text: () => read.join(""), until }
})

const heartbeat = ":\n\n"

describe("GET /v1/events/stream", () => {
  test("E9: sends each event with its cursor as the id, and only an id for filtered events", function* () {
    const { asked, events, offer } = yield* feed
    const { response, until } = yield* open({ events }, "/v1/events/stream?types=contact.created")
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream; charset=utf-8")
    assert.strictEqual(response.headers.get("cache-control"), "no-store, no-transform")
    assert.strictEqual(response.headers.get("x-accel-buffering"), "no")
    yield* until(heartbeat)
    yield* offer(pageOf(3, 4))
    yield* offer({ events: [], next: "8.1", hasMore: false })
    const text = yield* until("id: 8.1\n\n")
    const [, first, second, passed, ...rest] = text.split("\n\n")
    assert.deepStrictEqual([passed, ...rest], ["id: 8.1", ""])
    for (const [message, cursor] of [
      [first, "3.1"],
      [second, "4.1"]
    ] as const) {
      const [id, data] = message?.split("\n") ?? []
      assert.strictEqual(id, `id: ${cursor}`)
      assert.deepInclude(JSON.parse(data?.replace("data: ", "") ?? ""), {
        cursor,
        type: "contact.created",
        at: "2026-03-01T12:00:00.000Z",
        contact_uuid: uuid,
        broadcast_uuid: null
      })
    }
    const types = ["contact.created"]
    assert.deepStrictEqual(asked, [
      { after: null, types, limit: 1 },
      { after: null, types }
    ])
  })

  test.each([
    ["", {}, null],
    ["?after=5.1", {}, "5.1"],
    ["?after=5.1", { "last-event-id": "6.1" }, "6.1"],
    ["?from=now", {}, "9.1"],
    ["?from=now", { "last-event-id": "6.1" }, "6.1"],
    ["?from=now&after=5.1", { "last-event-id": "" }, "5.1"],
    ["?from=oldest", {}, null]
  ] as const)("E9: begins after the last id, the cursor, or the latest event: %j", function* ([query, headers, after]) {
    const { asked, events, offer } = yield* feed
    yield* offer(pageOf(12))
    const { until } = yield* open({ events }, `/v1/events/stream${query}`, headers)
    const text = yield* until("}\n\n")
    assert.isTrue(text.startsWith(after === null ? heartbeat : `id: ${after}\n\n`))
    assert.deepStrictEqual(asked.at(-1), { after, types: undefined })
  })

  test("E9: sends a keep-alive every 15 seconds, and counts as one request", function* () {
    const { events, offer } = yield* feed
    let lookups = 0
    const { until } = yield* open({
      events,
      options: { rateLimit: { perSecond: 0.001, burst: 1 } },
      tokens: {
        verifyHash: () => Effect.sync(() => (lookups++, Option.some(record(["events:read"]))))
      }
    })
    yield* until(heartbeat)
    for (let beats = 2; beats <= 5; beats += 1) {
      yield* TestClock.adjust("15 seconds")
      yield* until(heartbeat.repeat(beats))
    }
    yield* offer(pageOf(3))
    yield* until("}\n\n")
    assert.strictEqual(lookups, 1 + 4)
  })

  const lost: Readonly<Record<string, ReturnType<typeof record> | null>> = {
    "does not count any more": null,
    "has the scope no more": record(["contacts:read"])
  }

  test.each(Object.keys(lost))("E9: ends within 15 seconds when its token %s", function* (how) {
    const { events } = yield* feed
    let found: ReturnType<typeof record> | null = record(["events:read"])
    const { ended, until } = yield* open({
      events,
      tokens: { verifyHash: () => Effect.sync(() => Option.fromNullOr(found)) }
    })
    yield* until(heartbeat)
    yield* TestClock.adjust("1 minute")
    yield* until(heartbeat.repeat(5))
    found = lost[how] ?? null
    yield* TestClock.adjust("15 seconds")
    yield* ended
  })

  test("E9: continues while the caller cannot be looked up", function* () {
    const { events, offer } = yield* feed
    let calls = 0
    const { until } = yield* open({
      events,
      options: {
        authorize: () =>
          calls++ === 0 ? Effect.succeed({ workspace, actor: record([]).actorUuid }) : Effect.fail("the host is away")
      }
    })
    yield* until(heartbeat)
    yield* TestClock.adjust("1 minute")
    yield* offer(pageOf(3))
    yield* until("}\n\n")
    assert.isAbove(calls, 2)
  })

  test("E9: ends when the process is about to stop", function* () {
    const { events } = yield* feed
    const stopping = yield* Deferred.make<void>()
    const { ended, text, until } = yield* open({ events, readiness: { streamsEnd: Deferred.await(stopping) } })
    yield* until(heartbeat)
    yield* Deferred.succeed(stopping, undefined)
    yield* ended
    assert.strictEqual(text(), heartbeat)
  })

  test("E9: continues where it stopped after a store failure, and ends if its events were removed", function* () {
    const asked: Array<unknown> = []
    const unavailable = new StorageError({ reason: "Unavailable", cause: null })
    const answers: ReadonlyArray<Stream.Stream<EventPage, StorageError | EventsRemoved>> = [
      Stream.concat(Stream.make(pageOf(3)), Stream.fail(unavailable)),
      Stream.fail(unavailable),
      Stream.concat(Stream.make(pageOf(4)), Stream.fail(new EventsRemoved()))
    ]
    const { ended, text, until } = yield* open({
      events: {
        read: () => Effect.succeed(pageOf(1)),
        pages: (_workspace, selection) => {
          asked.push(selection?.after)
          return answers[asked.length - 1] ?? Stream.never
        }
      }
    })
    yield* until("}\n\n")
    // A retry may begin to wait after the clock was moved.
    for (let tries = 0; asked.length < answers.length && tries < 1_000; tries++) {
      yield* TestClock.adjust("1 second")
      yield* TestClock.withLive(Effect.sleep("1 millis"))
    }
    yield* ended
    assert.deepStrictEqual(asked, [null, "3.1", "3.1"])
    assert.deepStrictEqual(text().match(/^id: .*$/gm), ["id: 3.1", "id: 4.1"])
  })

  test("E9: rejects an invalid cursor, a cursor before removed events, and an unknown broadcast", function* () {
    const invalid = new InvalidInput({ issues: [issue("value_error", ["after"], "is not a cursor")] })
    const refusing = yield* makeApp({ events: { read: () => Effect.fail(invalid) } })
    const inQuery = yield* refusing("GET", "/v1/events/stream?after=x")
    assert.strictEqual(inQuery.status, 422)
    assert.include(inQuery.text, '"in":"query","field":"after"')
    const inHeader = yield* refusing("GET", "/v1/events/stream", { headers: { "last-event-id": "x" } })
    assert.strictEqual(inHeader.status, 422)
    assert.include(inHeader.text, '"in":"header","field":"last-event-id"')
    const late = yield* makeApp({ events: { read: () => Effect.fail(new EventsRemoved()) } })
    assert.strictEqual((yield* late("GET", "/v1/events/stream?after=1.1")).status, 410)
    const { events } = yield* feed
    const missing = yield* makeApp({
      events,
      deliveries: { get: () => Effect.fail(new BroadcastNotFound({ what: "broadcast" })) }
    })
    assert.strictEqual((yield* missing("GET", `/v1/events/stream?broadcast=${unknownUuid}`)).status, 404)
    const narrow = yield* missing("GET", `/v1/events/stream?broadcast=${uuid}`, { token: "events-read" })
    assert.strictEqual(narrow.status, 403)
    assert.include(narrow.text, "broadcasts:read")
    for (const query of ["broadcast=x", "from=yesterday", "types=contact.lost", "limit=3"]) {
      assert.strictEqual((yield* missing("GET", `/v1/events/stream?${query}`)).status, 422, query)
    }
  })

  test("E9: sends the broadcast whenever it changes", function* () {
    const { events, offer } = yield* feed
    const { until } = yield* open(
      {
        events,
        deliveries: {
          get: () => Effect.succeed(details),
          follow: () => Stream.concat(Stream.make(details), Stream.never)
        }
      },
      `/v1/events/stream?broadcast=${uuid}`
    )
    const text = yield* until("}\n\n")
    const data = /^event: broadcast\ndata: (.*)$/m.exec(text)?.[1] ?? ""
    assert.deepInclude(JSON.parse(data), {
      uuid: details.broadcast.uuid,
      status: details.broadcast.status,
      sent: details.counters.sent
    })
    yield* offer(pageOf(3))
    yield* until("}\n\n")
  })

  test("E9: ends its work when its client disconnects", function* () {
    const left = yield* Deferred.make<void>()
    const { abort, until } = yield* open({
      events: {
        read: () => Effect.succeed(pageOf(1)),
        pages: () =>
          Stream.onExit(Stream.concat(Stream.make(pageOf(3)), Stream.never), () => Deferred.succeed(left, undefined))
      }
    })
    yield* until("}\n\n")
    abort.abort()
    yield* Deferred.await(left)
  })

  test("E9: reads only as fast as its client reads", function* () {
    let pages = 0
    const fetch = yield* makeFetch({
      events: {
        read: () => Effect.succeed(pageOf(1)),
        pages: () => Stream.forever(Stream.fromEffect(Effect.sync(() => (pages++, pageOf(1, 2, 3)))))
      }
    })
    const response = yield* Effect.promise(() =>
      fetch("http://localhost/v1/events/stream", { headers: { authorization: "Bearer full" } })
    )
    const reader = response.body?.getReader()
    yield* Effect.promise(async () => reader?.read())
    yield* TestClock.adjust("10 minutes")
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
    assert.isAtMost(pages, 40)
    yield* Effect.promise(async () => reader?.cancel())
  })
})

describe("the limit of open event streams", () => {
  test("E9: applies to each caller, returns 429 beyond it, and frees a place when a stream ends", function* () {
    const { events } = yield* feed
    const fetch = yield* makeFetch({ events, options: { eventStreams: 16 } })
    const open = (token: string) =>
      Effect.promise(async () => {
        const abort = new AbortController()
        const response = await fetch("http://localhost/v1/events/stream", {
          headers: { authorization: `Bearer ${token}` },
          signal: abort.signal
        })
        return { abort, response }
      })
    const first = yield* open("full")
    const second = yield* open("full")
    const third = yield* open("full")
    assert.deepStrictEqual(
      [first, second, third].map(({ response }) => response.status),
      [200, 200, 429]
    )
    assert.strictEqual(third.response.headers.get("retry-after"), "5")
    yield* Effect.promise(() => first.response.body?.cancel() ?? Promise.resolve())
    const after = yield* Effect.repeat(
      Effect.andThen(
        Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
        open("full")
      ),
      { until: ({ response }) => response.status === 200, times: 20 }
    )
    assert.strictEqual(after.response.status, 200)
  })
})

describe("an event stream's work", () => {
  test("waits for its turn before each page, and before every hundred events of a page", function* () {
    let turns = 0
    const seen: Array<number> = []
    const { body } = eventStream({
      after: null,
      pages: () => Stream.rechunk(Stream.make(pageOf(...Array.from({ length: 250 }, (_, n) => n)), pageOf(250)), 1),
      counters: null,
      turn: Effect.sync(() => void (turns += 1)),
      end: Effect.never,
      mayGoOn: Effect.succeed(true)
    })
    assert(body._tag === "Stream")
    yield* Stream.runForEach(body.stream, () => Effect.sync(() => seen.push(turns)))
    // The first text is the beginning. A turn for what has nothing more is no harm.
    assert.deepStrictEqual(seen, [0, 2, 3, 4, 7])
  })
})
