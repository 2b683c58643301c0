import { assert, describe, it } from "@effect/vitest"
import { type Caller, ContactNotFound, ContactUuid, IdGenerator, StorageError } from "@rollcall/core"
import { make } from "@rollcall/http"
import * as fc from "fast-check"
import { Context, Effect, Layer, Logger, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { stubServices, unknownUuid, uuid, verifyHash } from "../App.ts"
import { contact } from "../Samples.ts"

const uuidOf = (last: string) => `0197a000-0000-7000-8000-0000000000${last}`
const failures = {
  [uuidOf("b1")]: Effect.fail(new StorageError({ reason: "Unavailable", cause: "down" })),
  [uuidOf("b2")]: Effect.fail(new StorageError({ reason: "Unavailable", cause: "full", isFull: true })),
  [uuidOf("b3")]: Effect.fail(new StorageError({ reason: "Conflict", cause: "again" })),
  [uuidOf("b4")]: Effect.fail(new StorageError({ reason: "Corrupt", cause: "what" })),
  [uuidOf("b5")]: Effect.die(new Error("a defect")),
  [uuidOf("b6")]: Effect.interrupt,
  [uuidOf("b7")]: Effect.never
}

/** Returns the contact whose uuid is given, and fails as others say. */
const get = (_caller: Caller, given: ContactUuid) =>
  given === uuid
    ? Effect.succeed(contact)
    : (failures[given] ?? Effect.fail(new ContactNotFound({ uuid: ContactUuid.make(given) })))

const services = stubServices({
  contacts: { get },
  tokens: {
    verifyHash: (hash) =>
      hash === "no-store" ? Effect.fail(new StorageError({ reason: "Unavailable", cause: "down" })) : verifyHash(hash)
  }
})

/** The routes with or without short ways, each with ids and a log of their own: what they answer is comparable to the byte. */
const makeSend = Effect.fnUntraced(function* (shortPath: boolean) {
  const log: Array<string> = []
  let ids = 0
  const ownIds = Context.make(
    IdGenerator,
    Effect.sync(() => `id-${++ids}`)
  )
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => log.push(line))])
  const built = yield* Layer.build(Layer.merge(services, logger))
  const handle = yield* Effect.gen(function* () {
    const context = yield* Effect.context()
    const limits = { failedAuthentications: 40, rateLimit: { perSecond: 1, burst: 250 }, trustedProxies: 1 }
    const app = yield* make({ ...limits, shortPath })
    return HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(app)
  }).pipe(Effect.provideContext(Context.merge(built, ownIds)))

  const answer = async ({ headers, method, path }: Sent) => {
    const response = await handle(new Request(`http://localhost${path}`, { method, headers }))
    return { status: response.status, headers: [...response.headers], text: await response.text() }
  }
  return { answer, log }
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
}

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "POST", "PUT", "PATCH", "QUERY", "get") }
)

const named = fc.oneof(
  { weight: 4, arbitrary: fc.constant(uuid) },
  { weight: 4, arbitrary: fc.constantFrom(uuid.toUpperCase(), unknownUuid, ...Object.keys(failures).slice(0, 6)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`%30${uuid.slice(1)}`, uuid.slice(1), "x".repeat(20_000), "%zz", "%E0%A4%A")
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }).map(encodeURIComponent) }
)

const path = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant("/v1/contacts/") },
      { weight: 1, arbitrary: fc.constantFrom("//v1//contacts/", "/V1/contacts/", "/v1/contacts", "/v2/contacts/") }
    ),
    named,
    fc.oneof(
      { weight: 10, arbitrary: fc.constant("") },
      {
        weight: 1,
        arbitrary: fc.constantFrom("?", "?x", "?x=1&y=2", "?__proto__=1", "?limit=%zz", ";x=1", "/", "//", "/x")
      }
    )
  )
  .map((parts) => parts.join(""))

/** The lines of a log, without the reminder of the clock of tests, which comes where a second passes in real time. */
const linesOf = (log: ReadonlyArray<string>) =>
  log.filter((line) => !line.includes("A test is using time")).map(comparable)

const authorization = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("Bearer full", "Bearer contacts-read", "bearer full", "BEARER   contacts-read")
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "Bearer contacts-write",
      "Bearer tokens-read",
      "Bearer unknown",
      "Bearer no-store",
      "Bearer",
      "Bearer ",
      "Bearer full more",
      "Basic full",
      "full",
      ""
    )
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 20 }).map((token) => `Bearer ${token}`) }
)

const headers = fc.record(
  {
    authorization,
    "x-forwarded-for": fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1", "not an address"),
    "x-request-id": fc.constantFrom("a-b-c", "two words", "x".repeat(200)),
    "content-type": fc.constantFrom("application/json", "text/plain"),
    accept: fc.constantFrom("text/html", "application/xml"),
    origin: fc.constant("https://example.org"),
    "if-none-match": fc.constant("*"),
    traceparent: fc.constantFrom("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "nonsense")
  },
  { requiredKeys: ["authorization", "x-forwarded-for"] }
)

const sent: fc.Arbitrary<Sent> = fc.record({ method, path, headers })

describe("the short path", () => {
  it.effect("gives the same responses and logs as the long path for a thousand generated requests", () =>
    Effect.gen(function* () {
      const [short, long] = [yield* makeSend(true), yield* makeSend(false)]
      const statuses = new Map<number, number>()
      for (const request of fc.sample(sent, { numRuns: 1_000, seed: 39 })) {
        const answers = yield* Effect.promise(() => Promise.all([short.answer(request), long.answer(request)]))
        assert.deepStrictEqual(answers[0], answers[1], JSON.stringify(request).slice(0, 500))
        statuses.set(answers[0].status, (statuses.get(answers[0].status) ?? 0) + 1)
      }
      assert.deepStrictEqual(linesOf(short.log), linesOf(long.log))
      // What is generated reaches every answer that there is.
      const missing = [200, 401, 403, 404, 405, 422, 429, 500, 503].filter((status) => !statuses.has(status))
      assert.deepStrictEqual(missing, [])
      assert.isAbove(statuses.get(200) ?? 0, 100)
    })
  )

  it.effect("is stopped when its time is up, like the long path", () =>
    Effect.gen(function* () {
      const sends = [yield* makeSend(true), yield* makeSend(false)]
      const asked = { method: "GET", path: `/v1/contacts/${uuidOf("b7")}`, headers: { authorization: "Bearer full" } }
      const answers = sends.map(({ answer }) => answer(asked))
      yield* Effect.yieldNow
      yield* TestClock.adjust("11 seconds")
      const [short, long] = yield* Effect.promise(() => Promise.all(answers))
      assert.deepStrictEqual([short?.status, short], [503, long])
      const logs = sends.map(({ log }) => linesOf(log))
      assert.deepStrictEqual(logs[0], logs[1])
    })
  )
})

/** A line of the log without the number of its fiber, and without the places of code that a defect has been through. */
const comparable = (line: string) => line.replace(/(?:\\n\s+at [^"]*)+|,"fiberId":"#\d+"/g, "")
