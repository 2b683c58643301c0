import { type Batch, type CheckedRow, finishedBatch } from "@rollcall/contact-files"
import { Deferred, Effect, Stream } from "effect"
import { inBatches, keysOf } from "./Batches.ts"
import { ImportClient } from "./ImportClient.ts"
import type { ImportState } from "./ImportState.ts"
import { type ImportPlan, type SentBatch, sendRows } from "./SendRows.ts"

/** How many requests are applied at a time. */
const concurrency = 3

/**
 * Imports rows and returns their outcomes, batch by batch in the order of the file. One request is sent at a time, so
 * that at most one can be in doubt; a few are applied at a time, and the file is read no faster than that. Batches that
 * have an identifier in common are applied one after the other, so that of two rows about one contact the later counts.
 */
export const importRows = <E, R>(rows: Stream.Stream<CheckedRow, E, R>, plan: ImportPlan, state: ImportState) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const client = yield* ImportClient
      const locks = new KeyedLocks()

      const send = Effect.fnUntraced(function* (batch: Batch) {
        const lock = yield* locks.acquire(keysOf(batch))
        return { ...(yield* sendRows(client, plan, state, batch)), lock }
      })

      const finish = Effect.fnUntraced(function* ({ lock, ...sent }: SentBatch & { readonly lock: Lock }) {
        const isMatched = (plan.match_on_field ?? null) !== null
        const outcome = sent.uuid === null ? undefined : yield* client.outcome(sent.uuid, isMatched)
        yield* lock.release
        const finished = finishedBatch(sent.batch, outcome)
        state.finish(finished)
        return finished
      })

      return inBatches(rows).pipe(Stream.mapEffect(send), Stream.mapEffect(finish, { concurrency }))
    })
  )

interface Lock {
  readonly keys: ReadonlySet<string>
  readonly release: Effect.Effect<void>
}

/** Locks on sets of keys: one that shares a key with locks that are held waits until they are released. */
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
