import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Semaphore } from "effect"
import type { Db } from "../database/Database.ts"

type Store = ContactStore["Service"]

/** What this process has written and the indexes of contacts have not yet merged. */
export interface IndexBacklog {
  /** Adds the number of written characters. */
  readonly add: (characters: number) => void
  readonly maintain: Store["maintainIndexes"]
}

/**
 * How many characters start a maintenance of the indexes. `much` is 16 MiB in the pending list of a trigram index on
 * Postgres, where 1,500 strings of 1,000 characters took 27 MiB. A search reads them in 35 milliseconds.
 */
const thresholds = { any: 0, much: 900_000, excess: 1_800_000 } as const

/**
 * Counts the characters written since the last maintenance of the indexes, because no database of this family says how much
 * is waiting. Characters count until maintenance is done, so that callers wait meanwhile. Calls run one after another, and
 * a call that has waited finds less to do.
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
