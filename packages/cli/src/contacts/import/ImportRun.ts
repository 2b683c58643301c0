import type { Batch, BatchStart, CheckedRow, ImportRun } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { Deferred, Duration, Effect, Fiber, Stream } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { sayingOnce } from "../../targets/Target.ts"
import { inBatches, keysOf } from "./Batches.ts"
import { ImportClient, type ImportPlan } from "./ImportClient.ts"

const concurrency = 3

/** How long an interruption waits for the response to a request. */
const drainTimeout = Duration.seconds(5)

/**
 * Imports rows and returns their results, batch by batch in the order of the file. Requests are sent one at a time, so that
 * at most one can have an unknown result. Several are applied at once, and the file is read no faster than that. Batches
 * with a common identifier are applied one after the other, so that the later of two rows about one contact wins.
 */
export const importRows = <E, R>(
  rows: Stream.Stream<CheckedRow, E, R>,
  plan: ImportPlan,
  run: ImportRun<ContactImportUuid>
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const client = yield* ImportClient
      const locks = new KeyedLocks()
      const isMatched = (plan.match_on_field ?? null) !== null

      const send = Effect.fnUntraced(function* (batch: Batch) {
        const lock = yield* locks.acquire(keysOf(batch))
        const start = run.begin(batch)
        if (start.uuid !== undefined) return { batch, lock, uuid: start.uuid }
        const request = client.send({ ...plan, contacts: start.contacts })
        return { batch, lock, uuid: yield* sendBatch(run, batch, start, request) }
      })

      const finish = Effect.fnUntraced(function* ({ batch, lock, uuid }: Effect.Success<ReturnType<typeof send>>) {
        const outcome = uuid === null ? undefined : yield* client.outcome(uuid, isMatched)
        yield* lock.release
        return run.finish(batch, outcome)
      })

      return inBatches(rows).pipe(Stream.mapEffect(send), Stream.mapEffect(finish, { concurrency }))
    })
  )

/**
 * Sends the request of a batch. Repeats it only if that can't create a contact twice. An interruption waits up to five
 * seconds for the response, to learn whether the rows arrived.
 */
const sendBatch = (
  run: ImportRun<ContactImportUuid>,
  batch: Batch,
  { isRepeatable, rows }: BatchStart<ContactImportUuid>,
  request: Effect.Effect<ContactImportUuid, ApiError>
) => {
  const recorded = Effect.sync(() => run.send(rows)).pipe(
    Effect.andThen(request),
    Effect.tap((uuid) => Effect.sync(() => run.accept(batch, uuid))),
    Effect.tapError(({ _tag }) => Effect.sync(() => (_tag === "OutcomeUnknown" ? run.lose() : run.fail())))
  )
  const drained = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.interruptible(recorded))
      const drain = Fiber.await(fiber).pipe(Effect.timeoutOption(drainTimeout), Effect.ensuring(Fiber.interrupt(fiber)))
      return yield* yield* restore(Fiber.await(fiber)).pipe(Effect.onInterrupt(() => drain))
    })
  )
  return sayingOnce(drained, ({ _tag }) => _tag === "Unreached" || (_tag === "OutcomeUnknown" && isRepeatable))
}

interface Lock {
  readonly keys: ReadonlySet<string>
  readonly release: Effect.Effect<void>
}

/** Locks on sets of keys. A lock waits until all held locks with a common key are released. */
class KeyedLocks {
  private readonly held = new Map<Lock, Deferred.Deferred<void>>()

  acquire(keys: ReadonlySet<string>): Effect.Effect<Lock> {
    return Effect.gen({ self: this }, function* () {
      for (const [lock, released] of this.held)
        if ([...keys].some((key) => lock.keys.has(key))) yield* Deferred.await(released)
      const released = yield* Deferred.make<void>()
      const lock: Lock = {
        keys,
        release: Effect.suspend(() => {
          this.held.delete(lock)
          return Effect.asVoid(Deferred.succeed(released, undefined))
        })
      }
      this.held.set(lock, released)
      return lock
    })
  }
}
