import { Context, Effect, References } from "effect"
import { makeLruCache } from "../shared/LruCache.ts"
import { steadyMillis } from "../shared/Instant.ts"

/** How many things that fail are remembered. */
const kept = 1_000

/** How long the end of an outage is not logged again, in milliseconds: what fails every other time fails. */
const quietFor = 60_000

interface Outage {
  /** When the first iteration that failed began; null while none has failed since the last one that succeeded. */
  since: number | null
  /** When the last one failed. */
  failedAt: number
  loggedAt: number
}

/**
 * Makes a record of what fails in background work, so that the end of it is logged as its begin is: with the loop, the
 * annotations of the failure, and how long it lasted.
 */
export const makeOutages = () => {
  const outages = makeLruCache<Outage>(kept)
  let failing = 0
  const keyOf = (loop: string) =>
    Effect.map(References.CurrentLogAnnotations, (annotations) =>
      [loop, ...Object.entries(annotations).flat().map(String)].join("\n")
    )
  return {
    /** Whether anything may be failing. */
    any: () => failing > 0,

    begin: (loop: string, begun: number) =>
      Effect.zipWith(keyOf(loop), steadyMillis, (key, now) => {
        const outage = outages.get(key) ?? { since: null, failedAt: now, loggedAt: -Infinity }
        outages.set(key, outage)
        outage.failedAt = now
        if (outage.since !== null) return
        outage.since = begun
        failing += 1
      }),

    /**
     * Ends the outage of a loop, if there is one, when an iteration that began at `begun` has succeeded. One that began
     * before another failed says nothing of what came after.
     */
    end: Effect.fnUntraced(function* (loop: string, begun: number) {
      const outage = outages.get(yield* keyOf(loop))
      const since = outage?.since ?? null
      if (outage === undefined || since === null || begun < outage.failedAt) return
      outage.since = null
      failing -= 1
      const now = yield* steadyMillis
      if (now - outage.loggedAt < quietFor) return
      outage.loggedAt = now
      yield* Effect.logInfo("an iteration of background work works again").pipe(
        Effect.annotateLogs({ loop, failedForMs: Math.max(0, Math.round(begun - since)) })
      )
    })
  }
}

/** What fails in the background work of a process. */
export const Outages = Context.Reference("@rollcall/core/background/Outages", { defaultValue: makeOutages })
