import { Context, Duration } from "effect"

/** How much a process spends on searches, so that other work has its share. */
export type SearchSettings = {
  /** The longest time that a search may run. It is stopped then (S12). */
  readonly deadline: Duration.Duration
  /**
   * How many searches run at a time, one of them with more than ten conditions; at least two. Those that the store answers
   * quickly do not count. A pool of connections to the store should have two more than this.
   */
  readonly atOnce: number
  /** How long a search waits for others to end before it fails. */
  readonly longestWait: Duration.Duration
}

const defaults: SearchSettings = {
  deadline: Duration.seconds(5),
  atOnce: 3,
  longestWait: Duration.seconds(1)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const SearchSettings = Context.Reference<SearchSettings>("@rollcall/core/search/SearchSettings", {
  defaultValue: () => defaults
})
