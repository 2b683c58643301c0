import { Context, Effect, Layer, References } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { StorageError } from "../../shared/StorageError.ts"

/** How many things that fail are remembered. */
const kept = 1_000

/** How long the end of an outage is not logged again, in milliseconds: what fails every other time fails. */
const quietFor = 60_000

/** How long nothing may fail for the store before its outage is over, in milliseconds: loops notice its return one by one. */
const quietToEnd = 2_000

interface Outage {
  /** When the first iteration that failed began; null while none has failed since the last success. */
  since: number | null
  /** When the last one failed. */
  failedAt: number
  loggedAt: number
}

/** The name that requests have among the loops. */
export const requests = "requests"

/** A time in which loops or requests fail because of the store. */
interface StoreOutage {
  readonly since: number
  /** When background work began to fail; null while only requests fail. */
  work: { readonly since: number; readonly failedAt: number } | null
  readonly loops: Set<string>
  failedAt: number
  loggedAt: number
  isFull: boolean
}

/** What fails now. */
interface Fault {
  /** When the first iteration that failed began, by the steady clock in milliseconds. */
  readonly since: number
  /** Whether the outage is caused by a full disk. */
  readonly isFull: boolean
}

/**
 * Makes a record of what fails in background work, so that its end is logged like its begin: with the loop, the annotations
 * of the failure, and how long it lasted. A store that does not answer fails all loops and requests: that is one outage.
 */
const makeOutages = () => {
  const outages = makeLruCache<Outage>(kept)
  /**
   * Since when each loop fails, by its name. Loops of single broadcasts and the like, which have annotations, are left
   * out.
   */
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
    /** Whether anything may be failing. */
    any: () => failing > 0 || store !== null,

    /** What fails now in background work, and for the longest time; null for nothing. */
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
     * Whether a failure of an iteration for the store is an outage of the store: a failure of one broadcast or the like,
     * which has annotations, is not.
     */
    isOfAll: (loop: string) => Effect.map(keyOf(loop), (key) => key === loop || store !== null),

    /**
     * Takes note that an iteration failed because of the store. One line is logged when that begins, with the loop, and one a
     * minute with all of them.
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
     * Ends the outage of a loop, if there is one, when an iteration that began at `begun` has succeeded, and that of the
     * store. A success that began before a failure says nothing of what came after.
     */
    end: (loop: string, begun: number) => Effect.andThen(endOfStore(begun), endOfLoop(loop, begun))
  }
}

/** What fails in the background work of a process. */
export const Outages = Context.Reference("@rollcall/core/operations/observability/Outages", {
  defaultValue: makeOutages
})

/** The record that the loops of a process and its readiness share: built together they have the same one. */
export const layerOutages = Layer.sync(Outages, makeOutages)
