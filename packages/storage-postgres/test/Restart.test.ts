import { assert, describe, it } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, Transaction } from "@rollcall/core/storage"
import { Context, Duration, Effect, Exit, Fiber, Option, Redacted, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { anotherPool, newContact, newWorkspace } from "./Fixture.ts"
import { startServer } from "./server/EmbeddedServer.ts"

/** A server that this test may kill, unlike the server of the other tests. */
const ownServer = Effect.acquireRelease(
  Effect.promise(() => startServer()),
  ({ stop }) => Effect.promise(stop)
)

describe("a database that is killed and restarted", () => {
  it.live(
    "has every successful write; the others fail with Unavailable, and the pool reconnects",
    () =>
      Effect.gen(function* () {
        const { restart, url } = yield* ownServer
        const pool = yield* anotherPool(Redacted.make(url))
        const store = Context.get(pool, ContactStore)
        const queue = Context.get(pool, PersistedQueue.PersistedQueueStore)
        const { run } = Context.get(pool, Transaction)
        const workspace = yield* newWorkspace
        const jobs = { name: "jobs", maxAttempts: 3, retryDelay: () => Effect.succeed(Duration.zero) }

        let restarts = 0
        const answered: Array<Effect.Success<ReturnType<typeof newContact>>> = []
        const lost: Array<unknown> = []
        const writer = Effect.gen(function* () {
          for (let after = 0; after < 20;) {
            const contact = yield* newContact(workspace, { email: "ada@example.com" })
            const insert = store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
            const exit = yield* Effect.exit(run(Effect.andThen(insert, store.find(workspace, contact.uuid))))
            if (Exit.isFailure(exit)) lost.push(...exit.cause.reasons)
            else answered.push(contact)
            if (Exit.isSuccess(exit) && restarts === 2) after++
          }
        })
        const writers = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 8 }, () => writer),
            { concurrency: 8 }
          )
        )
        const taker = yield* Effect.forkScoped(Effect.scoped(queue.take(jobs)))
        for (; restarts < 2; restarts++) {
          const before = answered.length
          yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => answered.length > before + 100 })
          yield* Effect.promise(restart)
        }
        yield* Fiber.join(writers)

        assert.isNotEmpty(lost)
        for (const reason of lost) {
          assert.nestedPropertyVal(reason, "_tag", "Fail")
          assert.nestedPropertyVal(reason, "error.reason", "Unavailable")
        }
        const found = yield* Effect.forEach(answered, ({ uuid }) => store.find(workspace, uuid), { concurrency: 8 })
        assert.deepStrictEqual(found, answered.map(Option.some))

        const job = { name: "jobs", id: "after all", element: { still: "here" }, isCustomId: true }
        yield* Effect.retry(queue.offer(job), Schedule.spaced("50 millis"))
        assert.strictEqual((yield* Fiber.join(taker)).id, "after all")
      }),
    60_000
  )
})
