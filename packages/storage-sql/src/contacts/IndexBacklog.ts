import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Semaphore } from "effect"
import type { Db } from "../database/Database.ts"

type Store = ContactStore["Service"]

/** What the indexes of contacts keep for later, of what this process has written. */
export interface IndexBacklog {
  /** Counts characters that are written. */
  readonly add: (characters: number) => void
  readonly maintain: Store["maintainIndexes"]
}

/**
 * From how many characters on indexes are brought in order. Much is 16 MiB in the list of an index of trigrams on Postgres,
 * where 1,500 texts of 1,000 characters were 27; a search reads them in 35 milliseconds.
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
