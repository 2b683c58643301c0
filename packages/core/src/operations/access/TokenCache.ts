import { Duration, Effect, Option } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { AccessToken } from "./AccessToken.ts"
import { AccessTokenSettings } from "./AccessTokenSettings.ts"

/** The maximum number of cached tokens. */
const maxTokens = 10_000

/** The longest time that a token may be cached, in milliseconds. */
const longest = 1_000

/** A cached token, and when it was read from the store. */
interface Remembered {
  readonly token: AccessToken
  readonly askedAt: number
}

/**
 * Caches stored tokens by hash. `changing` runs a change of stored tokens and empties the cache. A lookup that began
 * before the change is not cached.
 */
export const makeTokenCache = Effect.fnUntraced(function* (
  findByHash: (hash: string) => StorageEffect<Option.Option<AccessToken>>
) {
  const { rememberFor } = yield* AccessTokenSettings
  const most = Math.min(longest, Duration.toMillis(rememberFor))
  let remembered = makeLruCache<Remembered>(maxTokens)

  const find = (hash: string) =>
    Effect.flatMap(steadyMillis, (now) => {
      const current = remembered
      const known = current.get(hash)
      if (known !== undefined && now - known.askedAt < most) return Effect.succeedSome(known.token)
      return Effect.map(findByHash(hash), (found) => {
        if (Option.isNone(found)) current.remove(hash)
        else if (most > 0) current.set(hash, { token: found.value, askedAt: now })
        return found
      })
    })

  const forget = Effect.sync(() => {
    remembered = makeLruCache(maxTokens)
  })

  return { find, changing: <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.ensuring(change, forget) }
})
