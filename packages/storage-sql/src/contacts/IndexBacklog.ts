import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Semaphore } from "effect"
import type { Db } from "../database/Database.ts"

type Store = ContactStore["Service"]

/** Tracks what this process has written that the contact indexes have not merged yet. */
export interface IndexBacklog {
  /** Adds the number of characters written. */
  readonly add: (characters: number) => void
  readonly maintain: Store["maintainIndexes"]
}

/**
 * Number of characters that start index maintenance. `much` is 16 MiB in the pending list of a trigram index on Postgres,
 * where 1,500 strings of 1,000 characters took 27 MiB. A search reads them in 35 milliseconds.
 */
const thresholds = { any: 0, much: 900_000, excess: 1_800_000 } as const

/**
 * Counts the characters written since the last index maintenance, because no supported database reports how much is
 * pending. Characters count until maintenance is done, so that callers wait meanwhile. Calls run one after another, so a
 * call that waited finds less to do.
 */
export const makeIndexBacklog = ({ dialect, mapErrors }: Db): IndexBacklog => {
  let characters = 0
  const turn = Semaphore.makeUnsafe(1)
  const empty = Effect.suspend(() => {
    const before = characters
    return Effect.map(mapErrors(dialect.maintainIndexes), () => void (characters -= before))
  })
  return {
    add: (count) => void (characters += count),
    maintain: (left) => {
      const isEnough = () => characters < thresholds[left]
      const next = Effect.suspend(() => (isEnough() ? Effect.void : empty))
      return Effect.suspend(() => (isEnough() ? Effect.void : turn.withPermit(next)))
    }
  }
}
