import { Context, Effect, Layer, References } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { StorageError } from "../../shared/StorageError.ts"

/** The maximum number of outages tracked. */
const kept = 1_000

/**
 * The minimum time between two log entries about the same outage, in milliseconds. An intermittent failure would otherwise
 * fill the log.
 */
const quietFor = 60_000

/** How long the store must work without a failure before its outage is over, in milliseconds. Loops recover one by one. */
const quietToEnd = 2_000

interface Outage {
  /** When the first failed iteration began; null if no iteration has failed since the last success. */
  since: number | null
  /** When the last failed iteration ended. */
  failedAt: number
  loggedAt: number
}

/** The name of requests in the list of failing loops. */
export const requests = "requests"

/** An outage of the store, which fails loops or requests. */
interface StoreOutage {
  readonly since: number
  /** When background work began to fail; null if only requests fail. */
  work: { readonly since: number; readonly failedAt: number } | null
  readonly loops: Set<string>
  failedAt: number
  loggedAt: number
  isFull: boolean
}

/** The current failure of background work. */
interface Fault {
  /** When the first failed iteration began, by the steady clock in milliseconds. */
  readonly since: number
  /** Whether the outage is caused by a full disk. */
  readonly isFull: boolean
}

/**
 * Makes a record of outages in background work, so that the end of an outage is logged with its loop, annotations and
 * duration. A store outage, which fails all loops and requests, counts as one outage.
 */
const makeOutages = () => {
  const outages = makeLruCache<Outage>(kept)
  /** When each loop began to fail, by name. Excludes loops with annotations, such as those of single broadcasts. */
  const failingLoops = new Map<string, number>()
  let store: StoreOutage | null = null
  let failing = 0
  const keyOf = (loop: string) =>
    Effect.map(References.CurrentLogAnnotations, (annotations) =>
      [loop, ...Object.entries(annotations).flat().map(String)].join("\n")
    )
  const lasted = ({ failedAt, loops, since }: StoreOutage) => ({
    loops: Array.from(loops).join(", "),
    failedForMs: Math.max(0, Math.round(failedAt - since))
  })

  const endOfStore = Effect.fnUntraced(function* (begun: number) {
    const outage = store
    if (outage === null) return
    if (outage.work !== null && begun - outage.work.failedAt >= quietToEnd) outage.work = null
    if (begun - outage.failedAt < quietToEnd) return
    store = null
    yield* Effect.logInfo("The store is available again").pipe(Effect.annotateLogs(lasted(outage)))
  })

  const endOfLoop = Effect.fnUntraced(function* (loop: string, begun: number) {
    const key = yield* keyOf(loop)
    const outage = outages.get(key)
    const since = outage?.since ?? null
    if (outage === undefined || since === null || begun < outage.failedAt) return
    outage.since = null
    failing -= 1
    failingLoops.delete(key)
    const now = yield* steadyMillis
    if (now - outage.loggedAt < quietFor) return
    outage.loggedAt = now
    yield* Effect.logInfo("background work succeeds again").pipe(
      Effect.annotateLogs({ loop, failedForMs: Math.max(0, Math.round(begun - since)) })
    )
  })

  return {
    /** Returns whether any loop or the store has an outage. */
    any: () => failing > 0 || store !== null,

    /** Returns the longest current failure of background work, or null. */
    fault: (): Fault | null => {
      const since = Math.min(store?.work?.since ?? Infinity, ...failingLoops.values())
      return since === Infinity ? null : { since, isFull: store?.isFull === true }
    },

    begin: (loop: string, begun: number) =>
      Effect.zipWith(keyOf(loop), steadyMillis, (key, now) => {
        const outage = outages.get(key) ?? { since: null, failedAt: now, loggedAt: -Infinity }
        outages.set(key, outage)
        outage.failedAt = now
        if (outage.since !== null) return
        outage.since = begun
        failing += 1
        if (key === loop) failingLoops.set(key, begun)
      }),

    /**
     * Returns whether a store failure in an iteration is an outage of the store. The failure of a loop with annotations,
     * such as a single broadcast's, counts only if the store already has an outage.
     */
    isOfAll: (loop: string) => Effect.map(keyOf(loop), (key) => key === loop || store !== null),

    /**
     * Records that an iteration failed because of the store. Logs the loop when the outage begins, and the failing loops at
     * most once a minute.
     */
    lose: Effect.fnUntraced(function* (loop: string, begun: number, { isFull, message }: StorageError) {
      const now = yield* steadyMillis
      if (store === null) {
        const work = loop === requests ? null : { since: begun, failedAt: now }
        store = { since: begun, work, loops: new Set([loop]), failedAt: now, loggedAt: now, isFull: isFull === true }
        return yield* Effect.logError("The store is unavailable").pipe(Effect.annotateLogs({ loop, reason: message }))
      }
      if (loop !== requests) store.work = { since: store.work?.since ?? begun, failedAt: now }
      store.loops.add(loop)
      store.failedAt = now
      store.isFull = isFull === true
      if (now - store.loggedAt < quietFor) return
      store.loggedAt = now
      yield* Effect.logError("The store is still unavailable").pipe(
        Effect.annotateLogs({ ...lasted(store), reason: message })
      )
    }),

    /**
     * Ends the outage of a loop and of the store, if any, after an iteration that began at `begun` succeeded. A success
     * that began before the last failure is ignored.
     */
    end: (loop: string, begun: number) => Effect.andThen(endOfStore(begun), endOfLoop(loop, begun))
  }
}

/** The outages in the background work of a process. */
export const Outages = Context.Reference("@rollcall/core/operations/observability/Outages", {
  defaultValue: makeOutages
})

/** Shares one record of outages between the loops and the readiness of a process. */
export const layerOutages = Layer.sync(Outages, makeOutages)
