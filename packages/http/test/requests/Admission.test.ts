import { assert, describe } from "@effect/vitest"
import { WorkspaceUuid } from "@rollcall/core"
import { Effect, Fiber, Option, Queue, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { makeAdmission } from "../../src/requests/Admission.ts"
import { makeLoopTime } from "../../src/requests/LoopTime.ts"
import { RequestFacts } from "../../src/requests/RequestFacts.ts"
import { live, test } from "../../../core/test/Suite.ts"
import { makeFetch, type Stubs, uuid, verifyHash } from "../App.ts"
import { audienceJson } from "../Endpoints.ts"
import { contact } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"

/** Work that takes the thread for some milliseconds. */
const work = Effect.sync(() => {
  const end = performance.now() + 4
  while (performance.now() < end);
})

const ours = WorkspaceUuid.make("0197a000-0000-7000-8000-00000000000a")
const theirs = WorkspaceUuid.make("0197a000-0000-7000-8000-00000000000b")

/** Starts requests of workspaces, which run until they wait. */
const starting = (total = 100) => {
  const admission = makeAdmission(
    total,
    makeLoopTime(() => performance.now())
  )
  return {
    admission,
    start: <A>(work: Effect.Effect<A>, workspace = ours) =>
      Effect.forkChild(
        Effect.provideService(admission.admitted("GET /", work), RequestFacts, { workspace, time: null }),
        { startImmediately: true }
      )
  }
}

describe("a request's turn on the processor", () => {
  live("ends after five milliseconds of work, and continues after others had their turn", function* () {
    const { start } = starting()
    let done = 0
    const one = Effect.andThen(
      work,
      Effect.sync(() => (done += 1))
    )
    const requests = yield* Effect.replicateEffect(start(one), 20)
    // Nothing but the turns ends the loop above: it runs without a pause.
    assert.isAtMost(done, 4)
    yield* Fiber.joinAll(requests)
    assert.strictEqual(done, 20)
  })

  live("is not taken by a request whose client has left", function* () {
    const { start } = starting()
    yield* Effect.replicateEffect(start(work), 3)
    const left = yield* start(Effect.void)
    assert.isUndefined(left.pollUnsafe())
    yield* Fiber.interrupt(left)
    yield* Fiber.join(yield* start(Effect.void))
  })

  live("rotates among the workspaces, however many requests one has", function* () {
    const { start } = starting()
    const done: Array<string> = []
    const workspaces = { a: ours, b: theirs, c: WorkspaceUuid.make(uuid) }
    const oneOf = (name: "a" | "b" | "c") =>
      start(
        Effect.andThen(
          work,
          Effect.sync(() => done.push(name))
        ),
        workspaces[name]
      )
    const requests = yield* Effect.forEach(
      Array.from({ length: 12 }, () => "a" as const),
      oneOf
    )
    const others = yield* Effect.forEach(["b", "b", "c"] as const, oneOf)
    yield* Fiber.joinAll([...requests, ...others])
    // Up to three are done before the first turn is over; one, where the machine is busy.
    assert.match(done.join(""), /^a{1,4}bcaba+$/)
  })

  live("leaves the event loop time to accept several connections, of which it takes one per round", function* () {
    const { start } = starting()
    const rounds = { count: 0, isOver: false }
    const goRound = () => {
      rounds.count += 1
      if (!rounds.isOver) setImmediate(goRound)
    }
    goRound()
    const workedIn: Array<number> = []
    const noting = Effect.andThen(
      Effect.sync(() => workedIn.push(rounds.count)),
      work
    )
    yield* Fiber.joinAll(yield* Effect.replicateEffect(start(noting), 8))
    rounds.isOver = true
    const between = workedIn.slice(1).map((at, index) => at - (workedIn[index] ?? at))
    assert.isAtLeast(Math.max(...between), 16)
  })

  live("starts with a short request, before further parts of long requests", function* () {
    const time = { now: 0 }
    const admission = makeAdmission(
      100,
      makeLoopTime(() => time.now),
      { shared: new Set(["short"]) }
    )
    const start = (endpoint: string, work: Effect.Effect<void>, workspace: WorkspaceUuid) =>
      Effect.forkChild(
        Effect.provideService(admission.admitted(endpoint, work), RequestFacts, { workspace, time: null }),
        { startImmediately: true }
      )
    const done: Array<string> = []
    const part = Effect.sync(() => {
      time.now += 4
      done.push("part")
    })
    const long = Effect.replicateEffect(Effect.andThen(part, Effect.yieldNow), 10, { discard: true })
    const requests = yield* Effect.replicateEffect(start("long", long, ours), 20)
    while (done.length < 30) yield* Effect.yieldNow
    const before = done.length
    yield* Fiber.join(
      yield* start(
        "short",
        Effect.sync(() => done.push("short")),
        theirs
      )
    )
    // The parts that the current turn has time for, not one of each long request.
    assert.isAtMost(done.indexOf("short") - before, 3)
    yield* Fiber.joinAll(requests)
    assert.lengthOf(done, 201)
  })

  const elements = Array.from({ length: 3_000 }, (_, index) => index)
  // Fibers count their steps in different strides.
  live.each([
    { name: "forEach", loop: (step: Effect.Effect<void>) => Effect.forEach(elements, () => step, { discard: true }) },
    { name: "repeat", loop: (step: Effect.Effect<void>) => Effect.repeat(step, { times: 2_999 }) },
    {
      name: "map",
      loop: (step: Effect.Effect<void>) => Effect.forEach(elements, () => Effect.map(step, () => 1), { discard: true })
    },
    {
      name: "gen",
      loop: (step: Effect.Effect<void>) =>
        Effect.gen(function* () {
          for (const _ of elements) yield* step
        })
    },
    {
      name: "flatMap",
      loop: (step: Effect.Effect<void>) => elements.reduce((all) => Effect.flatMap(all, () => step), Effect.void)
    }
  ])("ends a fiber's loop when its time is over: $name", function* ({ loop }) {
    for (const before of [0, 1, 2]) {
      const time = { now: 0 }
      const { hasTime, scheduler } = makeLoopTime(() => time.now)
      let done = 0
      const step = Effect.sync(() => {
        time.now += 1
        done += 1
      })
      let work: Effect.Effect<void> = Effect.asVoid(loop(step))
      for (let n = 0; n < before; n++) work = Effect.andThen(Effect.void, work)
      assert.isTrue(hasTime())
      const request = yield* Effect.forkChild(Effect.provideService(work, Scheduler.Scheduler, scheduler), {
        startImmediately: true
      })
      assert.isAtMost(done, 64 + 5, `${before} steps before`)
      yield* Fiber.interrupt(request)
    }
  })

  live("ends work on the store's results when its time is over", function* () {
    const time = { now: 0 }
    const { scheduler } = makeLoopTime(() => time.now)
    const answers: Array<() => void> = []
    let done = 0
    const answer = Effect.callback<void>((resume) => void answers.push(() => resume(Effect.void)))
    const request = Effect.andThen(
      answer,
      Effect.sync(() => {
        time.now += 3
        done += 1
      })
    )
    const requests = yield* Effect.replicateEffect(
      Effect.provideService(Effect.forkChild(request, { startImmediately: true }), Scheduler.Scheduler, scheduler),
      8
    )
    for (const go of answers) go()
    assert.strictEqual(done, 2)
    yield* Fiber.joinAll(requests)
    assert.strictEqual(done, 8)
  })

  live("is also given to the parts of admitted requests and streams", function* () {
    const { admission, start } = starting()
    yield* Effect.replicateEffect(start(work), 3)
    for (const turn of [admission.nextPart, admission.turnOf(ours)]) {
      const part = yield* Effect.forkChild(Effect.andThen(turn, work), { startImmediately: true })
      assert.isUndefined(part.pollUnsafe())
      yield* Fiber.join(part)
      yield* Effect.andThen(work, work)
    }
  })
})

/** The routes, with tokens of two workspaces. */
const makeTwo = (stubs: Stubs, requestsAtOnce: number) =>
  Effect.map(
    makeFetch({
      ...agreeing,
      ...stubs,
      options: { requestsAtOnce },
      tokens: {
        verifyHash: (given) =>
          Effect.map(
            verifyHash("full"),
            Option.map((record) => ({ ...record, workspaceUuid: given === "theirs" ? theirs : ours }))
          )
      }
    }),
    (fetch) =>
      (method: string, path: string, init: RequestInit & { readonly token?: "ours" | "theirs" } = {}) =>
        Effect.promise((signal) => {
          const headers = { "content-type": "application/json", authorization: `Bearer ${init.token ?? "ours"}` }
          return fetch(`http://localhost${path}`, { signal, ...init, method, headers })
        })
  )

const aContact = `/v1/contacts/${uuid}`
const notes = `${aContact}/notes`
const nothing = { items: [], total: 0, next: null }
const statusesOf = (responses: ReadonlyArray<Response>) => new Set(responses.map(({ status }) => status))

describe("the permits of requests", () => {
  test("W12: limit a workspace's work between two steps of another workspace's", function* () {
    let steps = 0
    // What a request does once a statement has ended takes no turn.
    const step = Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => (steps += 1))
    )
    const send = yield* makeTwo(
      {
        notes: { list: () => Effect.as(Effect.replicateEffect(step, 50, { discard: true }), nothing) },
        contacts: { get: () => Effect.as(Effect.replicateEffect(Effect.yieldNow, 5), contact) }
      },
      16
    )
    const all = yield* Effect.replicateEffect(Effect.forkChild(send("GET", notes)), 20)
    yield* Effect.repeat(Effect.yieldNow, { until: () => steps >= 10 })
    const before = steps
    const other = yield* send("GET", aContact, { token: "theirs" })
    assert.strictEqual(other.status, 200)
    // It has five steps, and some before and after them: in each, every admitted request has one.
    assert.isAtMost(steps - before, 4 * 10)
    assert.deepStrictEqual(statusesOf(yield* Fiber.joinAll(all)), new Set([200]))
  })

  test("W12: are left for another workspace, and within a workspace for another endpoint", function* () {
    const never = { notes: { list: () => Effect.never } }
    const send = yield* makeTwo(never, 8)
    yield* Effect.replicateEffect(Effect.forkChild(send("GET", notes), { startImmediately: true }), 20)
    const others = [
      ["ours", aContact],
      ["ours", "/v1/contacts"],
      ["theirs", aContact],
      ["theirs", "/v1/contacts"]
    ] as const
    for (const [token, path] of others) assert.strictEqual((yield* send("GET", path, { token })).status, 200, path)
  })

  test.each([
    { path: notes, held: 1 },
    { path: aContact, held: 2 }
  ])("W12: are waited for up to 5 seconds, which count towards the deadline: %j", function* ({ held, path }) {
    const asked = yield* Queue.unbounded<void>()
    const never = Effect.andThen(Queue.offer(asked, undefined), Effect.never)
    const send = yield* makeTwo({ notes: { list: () => never }, contacts: { get: () => never } }, 1)
    const working = yield* Effect.replicateEffect(Effect.forkChild(send("GET", path)), held)
    yield* Queue.takeN(asked, held)
    yield* TestClock.adjust("3 seconds")
    const waiting = yield* Effect.forkChild(send("GET", path), { startImmediately: true })
    yield* TestClock.adjust("4999 millis")
    assert.isUndefined(waiting.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    const busy = yield* Fiber.join(waiting)
    assert.deepStrictEqual([busy.status, busy.headers.get("retry-after")], [503, "5"])
    assert.include(yield* Effect.promise(() => busy.text()), "The server is busy with other requests. Try again.")
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(statusesOf(yield* Fiber.joinAll(working)), new Set([503]))
  })

  test("W12: are waited for by an estimate for a second, because it may wait as long to read the audience", function* () {
    const asked = yield* Queue.unbounded<void>()
    const never = Effect.andThen(Queue.offer(asked, undefined), Effect.never)
    const send = yield* makeTwo({ broadcasts: { estimate: () => never } }, 1)
    const estimate = send("POST", "/broadcasts/audience", { body: JSON.stringify(audienceJson) })
    yield* Effect.forkChild(estimate)
    yield* Queue.take(asked)
    const waiting = yield* Effect.forkChild(estimate, { startImmediately: true })
    // The body is read before.
    yield* Effect.promise(() => new Promise((done) => setTimeout(done, 50)))
    yield* TestClock.adjust("999 millis")
    assert.isUndefined(waiting.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.strictEqual((yield* Fiber.join(waiting)).status, 503)
  })

  test("W12: are returned by failing work, work that does not run, and work whose client has left", function* () {
    let fails = true
    const failing = () => (fails ? Effect.die(new Error("no")) : Effect.succeed(nothing))
    const send = yield* makeTwo({ notes: { list: failing }, contacts: { list: () => Effect.never } }, 1)
    assert.strictEqual((yield* send("GET", notes)).status, 500)
    assert.strictEqual((yield* send("POST", notes, { body: "{}" })).status, 422)
    const left = yield* Effect.forkChild(send("GET", "/v1/contacts"), { startImmediately: true })
    yield* Effect.yieldNow
    const waiting = yield* Effect.forkChild(send("GET", notes), { startImmediately: true })
    const last = yield* Effect.forkChild(send("GET", notes), { startImmediately: true })
    fails = false
    yield* Fiber.interrupt(waiting)
    yield* Fiber.interrupt(left)
    assert.strictEqual((yield* Fiber.join(last)).status, 200)
  })

  test("W12: are not held by an arriving body or a stream, and not needed by health and metrics requests", function* () {
    const readiness = { notReady: Effect.succeedNone, streamsEnd: Effect.never }
    const send = yield* makeTwo({ readiness, contacts: { ...agreeing.contacts, list: () => Effect.never } }, 1)
    for (const path of ["/v1/contacts", "/v1/contacts/bulk", "/broadcasts"]) {
      const body = new ReadableStream<Uint8Array>()
      yield* Effect.forkChild(send("POST", path, { body, duplex: "half" }), { startImmediately: true })
    }
    const stream = yield* send("GET", "/v1/events/stream")
    assert.strictEqual(stream.status, 200)
    assert.strictEqual((yield* send("GET", notes)).status, 200)
    yield* Effect.forkChild(send("GET", "/v1/contacts"), { startImmediately: true })
    const watched = yield* Effect.forEach(["/health", "/ready"], (path) => send("GET", path))
    assert.deepStrictEqual(statusesOf(watched), new Set([200]))
    yield* Effect.promise(async () => stream.body?.cancel())
  })
})
