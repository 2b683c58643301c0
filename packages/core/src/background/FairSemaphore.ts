import { Effect, Latch } from "effect"

/** Who a permit is for. */
interface PermitHolder {
  readonly workspace: string
  /** The sender and its channel. */
  readonly sender: string
}

interface Waiter {
  readonly workspace: string
  readonly sender: string
  readonly granted: Latch.Latch
  isGranted: boolean
}

/**
 * Makes a semaphore with `total` permits, of which one workspace holds at most half and one sender at most a quarter, rounded
 * down, but at least one. A permit that becomes free is granted to the waiter whose workspace holds the fewest permits, then
 * to the one whose sender holds the fewest, then in the order of arrival; waiters at their limit are passed over.
 *
 * Effect's `Semaphore` grants permits in the order of arrival: one sender with many broadcasts would hold all of them, and
 * semaphores for each sender inside of it would not let another workspace go first.
 */
export const makeFairSemaphore = (total: number) => {
  const shares = { workspace: Math.max(1, Math.floor(total / 2)), sender: Math.max(1, Math.floor(total / 4)) }
  const held = { all: 0, workspace: new Map<string, number>(), sender: new Map<string, number>() }
  const waiting = new Set<Waiter>()

  const add = ({ sender, workspace }: Waiter, by: 1 | -1) => {
    held.all += by
    addTo(held.workspace, workspace, by)
    addTo(held.sender, sender, by)
  }
  const of = ({ sender, workspace }: Waiter) => ({
    workspace: held.workspace.get(workspace) ?? 0,
    sender: held.sender.get(sender) ?? 0
  })
  const grant = () => {
    while (held.all < total) {
      let next: Waiter | undefined
      for (const waiter of waiting) {
        const own = of(waiter)
        if (own.workspace >= shares.workspace || own.sender >= shares.sender) continue
        if (next === undefined || isBefore(own, of(next))) next = waiter
      }
      if (next === undefined) return
      waiting.delete(next)
      add(next, 1)
      next.isGranted = true
      next.granted.openUnsafe()
    }
  }
  const release = (waiter: Waiter) =>
    Effect.sync(() => {
      if (waiter.isGranted) add(waiter, -1)
      else waiting.delete(waiter)
      grant()
    })

  return {
    /**
     * Runs an effect with one permit. Waits until one is granted; releases it when the effect ends in any way. A caller
     * that is interrupted while it waits leaves the queue.
     */
    withPermit: <A, E, R>(
      { sender, workspace }: PermitHolder,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const owner = `${workspace} ${sender}`
          const waiter: Waiter = { workspace, sender: owner, granted: Latch.makeUnsafe(false), isGranted: false }
          waiting.add(waiter)
          grant()
          const work = Effect.andThen(waiter.granted.await, effect)
          return yield* Effect.ensuring(restore(work), release(waiter))
        })
      )
  }
}

export type FairSemaphore = ReturnType<typeof makeFairSemaphore>

const addTo = (counts: Map<string, number>, key: string, by: 1 | -1) => {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

type Held = { readonly workspace: number; readonly sender: number }

const isBefore = (one: Held, other: Held): boolean =>
  one.workspace < other.workspace || (one.workspace === other.workspace && one.sender < other.sender)
