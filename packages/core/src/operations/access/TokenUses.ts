import { DateTime, Effect, Queue } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/** The precision of a token's last use, in milliseconds. A later use within this time is not stored. */
const exactTo = 60_000

/** How long uses are collected before they are stored in one batch. */
const collectFor = "1 second"

/** The maximum number of uses per statement, which bounds the number of locked rows. */
const batchSize = 100

/** The maximum number of tokens with a cached last use. */
const maxTokens = 10_000

/**
 * Records token uses outside of requests: at most once a minute per token, in one batch per second. Returns a function that
 * notes a use, without accessing the store and without failing. A use that couldn't be stored is noted again by a later
 * use. When the scope closes, pending uses are stored, unless that takes longer than a second.
 */
export const makeTokenUses = Effect.fnUntraced(function* (
  recordUses: (hashes: ReadonlyArray<string>, at: DateTime.Utc) => StorageEffect<void>
) {
  const noted = makeLruCache<number>(maxTokens)
  const wake = yield* Queue.sliding<void>(1)
  let waiting = new Set<string>()

  const store = Effect.gen(function* () {
    const hashes = [...waiting].sort()
    waiting = new Set()
    const at = yield* DateTime.now
    for (let from = 0; from < hashes.length; from += batchSize) {
      const batch = hashes.slice(from, from + batchSize)
      yield* Effect.catchCause(recordUses(batch, at), (cause) => {
        for (const hash of batch) noted.remove(hash)
        return Effect.logDebug("The last use of tokens could not be stored", cause)
      })
    }
  })

  yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(store), "1 second"))
  yield* Queue.take(wake).pipe(
    Effect.andThen(Effect.sleep(collectFor)),
    Effect.andThen(store),
    Effect.forever,
    Effect.forkScoped
  )

  return (hash: string, now: DateTime.Utc): void => {
    const last = noted.get(hash)
    if (last !== undefined && Math.abs(now.epochMilliseconds - last) < exactTo) return
    noted.set(hash, now.epochMilliseconds)
    waiting.add(hash)
    Queue.offerUnsafe(wake, undefined)
  }
})
