import { nextId } from "@rollcall/core/operations"
import { Transaction } from "@rollcall/core/storage"
import { Deferred, Effect, Fiber, Option, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { current, insertContact, newContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"

/** Creates a queue that retries failed jobs at once. */
const newQueue = Effect.gen(function* () {
  const name = `conformance ${yield* nextId}`
  return yield* PersistedQueue.make({ name, schema: Schema.String, maxAttempts: 3, retrySchedule: Schedule.spaced(0) })
}).pipe(Effect.provide(PersistedQueue.layer))

/** Takes the next job and completes it. */
const next = (queue: PersistedQueue.PersistedQueue<string>) => queue.take((job) => Effect.succeed(job))

export const queueChecks: ReadonlyArray<Check> = [
  check("the queue delivers jobs unchanged, in the order they were offered", function* () {
    const queue = yield* newQueue
    const jobs = ["first", '{"a":"\\"\'"}', "שלום 😀 \u{10ffff}", "last"]
    for (const job of jobs) yield* queue.offer(job)
    yield* agree("The jobs", yield* Effect.forEach(jobs, () => next(queue)), jobs)
  }),

  check("the queue delivers a job to one of many waiting takers", function* () {
    const queue = yield* newQueue
    const takers = yield* Effect.replicateEffect(Effect.forkChild(next(queue)), 5)
    const jobs = ["a", "b", "c", "d", "e"]
    yield* Effect.forEach(jobs, (job) => queue.offer(job), { concurrency: "unbounded" })
    const taken = yield* Effect.forEach(takers, Fiber.join)
    yield* agree("The jobs", taken.toSorted(), jobs)
  }),

  check("the queue delivers a job with a repeated id once", function* () {
    const queue = yield* newQueue
    yield* queue.offer("once", { id: "id" })
    yield* queue.offer("twice", { id: "id" })
    yield* queue.offer("other")
    yield* agree("The jobs", [yield* next(queue), yield* next(queue)], ["once", "other"])
  }),

  check("the queue delivers a failed job again, and counts the attempts", function* () {
    const queue = yield* newQueue
    yield* queue.offer("job")
    const failing = queue.take((job, { attempts }) => Effect.fail(`${job} ${attempts}`))
    yield* agree("The first attempt", yield* Effect.flip(failing), "job 1")
    yield* agree("The second", yield* Effect.flip(failing), "job 2")
    yield* agree("The third", yield* queue.take((job, { attempts }) => Effect.succeed(`${job} ${attempts}`)), "job 3")
  }),

  check("the queue delivers a job with an interrupted handler again, and does not count the attempt", function* () {
    const queue = yield* newQueue
    const began = yield* Deferred.make<void>()
    yield* queue.offer("job")
    const handler = yield* Effect.forkChild(
      queue.take(() => Effect.andThen(Deferred.succeed(began, undefined), Effect.never))
    )
    yield* Deferred.await(began)
    yield* Fiber.interrupt(handler)
    yield* agree("Again", yield* queue.take((job, { attempts }) => Effect.succeed(`${job} ${attempts}`)), "job 1")
  }),

  check("the queue holds a job until its delay has passed", function* () {
    const queue = yield* newQueue
    yield* queue.offer("in an hour", { delay: "1 hour" })
    yield* queue.offer("now")
    yield* agree("The first", yield* next(queue), "now")
    yield* queue.offer("next")
    yield* agree("The second", yield* next(queue), "next")
  }),

  check("the queue never delivers a job that was offered in a rolled-back transaction", function* () {
    const transaction = yield* Transaction
    const queue = yield* newQueue
    const waiting = yield* Effect.forkChild(next(queue))
    const refused = Effect.andThen(queue.offer("refused"), Effect.fail("refused"))
    yield* Effect.flip(transaction.run(refused))
    yield* Effect.flip(transaction.run(Effect.andThen(transaction.run(queue.offer("inner")), Effect.fail("refused"))))
    yield* transaction.run(
      Effect.gen(function* () {
        yield* Effect.flip(transaction.run(refused))
        yield* queue.offer("kept")
      })
    )
    yield* agree("Who waited gets", yield* Fiber.join(waiting), "kept")
    yield* queue.offer("last")
    yield* agree("The next gets", yield* next(queue), "last")
  }),

  check("the queue delivers a job only after the commit of the data it refers to", function* () {
    const transaction = yield* Transaction
    const queue = yield* newQueue
    const contact = yield* newContact()
    const waiting = yield* Effect.forkChild(queue.take(() => current(contact)))
    yield* transaction.run(
      Effect.gen(function* () {
        yield* queue.offer(contact.uuid)
        yield* Effect.replicateEffect(Effect.yieldNow, 50, { discard: true })
        yield* insertContact(contact)
      })
    )
    yield* agree("What the handler finds", yield* Fiber.join(waiting), Option.some(contact))
  })
]
