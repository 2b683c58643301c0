import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { Duration, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createServer, type Server } from "node:net"
import { awaitDatabase } from "../../src/serve/AwaitDatabase.ts"
import { storageLayer } from "../../src/serve/Storage.ts"
import { live, test } from "../../../core/test/Suite.ts"

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
const detail = "Nothing answers."
const down = new StorageError({ reason: "NotReady", cause: refused, isAway: true, detail })

/** A database that is down for the first `failures` attempts. */
const opening = Effect.fnUntraced(function* (
  failures: number,
  wait: Duration.Duration,
  lasting: Duration.Duration = Duration.zero,
  failure: StorageError = down
) {
  const lines: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ message }) => lines.push(String(message)))
  let [attempts, open] = [0, 0]
  const acquire = Effect.acquireRelease(
    Effect.sync(() => (open++, ++attempts)),
    () => Effect.sync(() => open--)
  )
  const database = Effect.flatMap(acquire, (attempt) =>
    attempt > failures ? Effect.succeed("open") : Effect.delay(Effect.fail(failure), lasting)
  )
  const fiber = yield* awaitDatabase(database, "postgres://db", wait).pipe(
    Effect.provide(Logger.layer([logger])),
    Effect.result,
    Effect.forkScoped
  )
  yield* TestClock.adjust("2 minutes")
  const ended = fiber.pollUnsafe() === undefined ? null : yield* Fiber.join(fiber)
  return { attempts, ended: ended?._tag, lines, open }
})

describe("a database that is down at startup", () => {
  test("is waited for, which is logged once", function* () {
    assert.deepStrictEqual(yield* opening(20, Duration.seconds(60)), {
      attempts: 21,
      ended: "Success",
      lines: ["postgres://db: Nothing answers. Waiting for it, 1m at most.", "postgres://db: the database answers"],
      open: 1
    })
  })

  test("ends the start after the configured time, and at once without one", function* () {
    const late = yield* opening(1_000, Duration.seconds(60))
    assert.deepStrictEqual([late.ended, late.lines.length, late.open], ["Failure", 1, 0])
    assert.isAtLeast(late.attempts, 115)
    const none = yield* opening(1_000, Duration.zero)
    assert.deepStrictEqual([none.ended, none.attempts, none.lines.length], ["Failure", 1, 0])
  })
})

describe("a database that does not respond at startup", () => {
  test("is waited for at most one more attempt", function* () {
    const late = yield* opening(1_000, Duration.seconds(7), Duration.seconds(5))
    assert.deepStrictEqual([late.ended, late.attempts, late.open], ["Failure", 2, 0])
  })
})

/** An error of PostgreSQL as it is sent. */
const errorOf = (code: string, message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from("E0000")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that answers what is sent first on every connection, and ends it. */
const answeringServer = (answer: Buffer) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer((socket) =>
        socket.on("error", () => undefined).once("data", () => socket.end(answer))
      )
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

/** How a start ends that may wait for a minute, and the port that was asked. */
const refusalOf = Effect.fnUntraced(function* (answer: Buffer, query = "") {
  const address = (yield* answeringServer(answer)).address()
  const port = typeof address === "object" ? address?.port : null
  const url = Redacted.make(`postgres://ada:secret@127.0.0.1:${port}/clinic${query}`)
  const opening = Layer.build(storageLayer({ _tag: "Postgres", url }, "rollcall", { wait: Duration.minutes(1) }))
  const { message } = yield* Effect.timeout(Effect.flip(opening), "25 seconds")
  return message.replace(`ROLLCALL_DATABASE_URL: postgres://127.0.0.1:${port}: `, "")
})

describe("a database that rejects the session", () => {
  const refusals = [
    ["28P01", 'password authentication failed for user "ada"'],
    ["28000", 'no pg_hba.conf entry for host "10.0.0.1"'],
    ["3D000", 'database "clinic" does not exist'],
    // PgBouncer 1.18
    ["08P01", "SASL authentication failed"],
    ["08P01", "no such database: clinic"]
  ] as const
  for (const [code, message] of refusals) {
    live(`ends the start at once with the server's message: ${message}`, function* () {
      const said = yield* refusalOf(errorOf(code, message))
      assert.isTrue(said.startsWith(`Postgres refused the connection: ${message} (${code}). `), said)
      assert.match(said, /[a-z] ROLLCALL_DATABASE_URL\.$/)
    })
  }

  const refused = "unsupported startup parameter: default_transaction_isolation"
  live("ends the start at once and names the setting that a pooler rejects", function* () {
    assert.strictEqual(
      yield* refusalOf(errorOf("08P01", refused)),
      `the server does not apply the setting default_transaction_isolation (${refused}). If this is a pooler, set the option pooled (ROLLCALL_DATABASE_POOLED=true), or use the address of the database itself`
    )
  })

  live("ends the start at once if TLS is required and the server has none", function* () {
    assert.strictEqual(
      yield* refusalOf(Buffer.from("N"), "?sslmode=require"),
      "Postgres refused the connection: The server does not support TLS. Turn on TLS at the server, or remove sslmode from ROLLCALL_DATABASE_URL."
    )
  })

  test("is waited for only if nothing responds yet", function* () {
    for (const [isAway, ended] of [
      [true, "Success"],
      [false, "Failure"]
    ] as const) {
      const failure = new StorageError({ reason: "Unavailable", cause: refused, isAway })
      const { ended: found } = yield* opening(3, Duration.seconds(60), Duration.zero, failure)
      assert.deepStrictEqual([isAway, found], [isAway, ended])
    }
  })
})
