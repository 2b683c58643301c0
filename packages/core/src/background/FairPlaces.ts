import { Effect, Latch } from "effect"

/** Who a place is for. */
export interface PlaceHolder {
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
 * Makes places for work of one process: at most `total` at once, of them at most a half for one workspace and a quarter for
 * one sender, but one for each. Of those who wait and may have one, the one whose workspace has the fewest is next, then
 * the one whose sender has the fewest, then the first to come.
 */
export const makeFairPlaces = (total: number) => {
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
    /** Runs an effect while it has a place, and waits for one before. */
    withPlace: <A, E, R>({ sender, workspace }: PlaceHolder, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
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

export type FairPlaces = ReturnType<typeof makeFairPlaces>

const addTo = (counts: Map<string, number>, key: string, by: 1 | -1) => {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

type Held = { readonly workspace: number; readonly sender: number }

const isBefore = (one: Held, other: Held): boolean =>
  one.workspace < other.workspace || (one.workspace === other.workspace && one.sender < other.sender)
