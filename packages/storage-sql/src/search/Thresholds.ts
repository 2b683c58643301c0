/** A number at which the execution of a search changes, with its unit. */
export interface Threshold {
  readonly value: number
  readonly unit: string
  /** A phrase of docs/explanation/performance.md that gives the reason for the value, or how it was measured. */
  readonly described: string
}

const threshold = (value: number, unit: string, described: string): Threshold => ({
  value,
  unit,
  described
})

/** Every number that decides how a search is executed. */
export const thresholds = {
  /** A search that starts from at most this many contacts is fast. */
  fewContacts: threshold(1_000, "contacts", "if that is at most 1,000 contacts"),

  /** At most this many tests of each of few contacts are fast: the tests of one word of a search term and of three filters. */
  fewTests: threshold(11, "tests of a contact", "more than eleven tests"),

  /** A search with more conditions may take long: one such search runs at a time. */
  shortSearch: threshold(10, "conditions", "more than ten conditions"),

  /** The most indexes that are counted for one search. */
  countedIndexes: threshold(3, "indexes", "At most three indexes"),

  /**
   * Up to how many counted contacts a search starts from an index: 2 % of a million contacts. A planner that has statistics
   * of all fields together, not of each, expects many more and scans all contacts for them. A planner with rules reads the
   * conditions twice, for page and total.
   */
  countedContacts: threshold(20_000, "contacts", "counts up to 20,000"),

  /**
   * From how many conditions a search may start. A planner with statistics chooses one of them. A scan of trigrams reads
   * all rows that may match.
   */
  startsByStatistics: threshold(3, "conditions", "among the best three"),

  /**
   * As `startsByStatistics`, for a planner with fixed rules: it does not know which condition selects fewer contacts, and
   * would read all.
   */
  startsByRules: threshold(1, "conditions", "by fixed estimates"),

  /**
   * How many contacts are read in order, as a multiple of the mean number that fills a page. The page is almost certainly
   * full then.
   */
  fullPage: threshold(2, "times the mean", "at most twice as many"),

  /** How many contacts may be read in order for each contact that would otherwise be read and sorted. */
  inOrder: threshold(2, "contacts for each found", "each of these contacts is read"),

  /** How long a string that many contacts have is kept out of batches. */
  frequentTime: threshold(60_000, "milliseconds", "remembered for a minute"),

  /** After this time a batch begins no further string. The last string may take longer. */
  batchedTime: threshold(50, "milliseconds", "no further string after 50 ms"),

  /** The most batches that run at a time. Searches that arrive meanwhile wait for the next batch. */
  batchesAtOnce: threshold(2, "statements", "Two such statements run at a time"),

  /** The most searches of a batch. */
  batchedSearches: threshold(32, "searches", "each for up to 32 searches"),

  /** How long a search waits for a batch, at most twice, so that a batch that waits for a lock does not delay other searches. */
  batchWait: threshold(500, "milliseconds", "no statement has begun with for a second"),

  /** The shortest string that an index of trigrams finds. */
  trigram: threshold(3, "characters", "fewer than three characters"),

  /** How long a statement may block the main thread before it runs on another thread. */
  triedTime: threshold(1, "milliseconds", "take longer than a millisecond"),

  /** A statement with more parameters has many tests between two checks of the time. */
  triedParameters: threshold(40, "parameters", "more than 40 parameters")
} as const

/**
 * The rank of a condition by the number of contacts that its form is expected to select: 1 for the fewest. SQLite has no
 * other estimate, and otherwise evaluates conditions in the given order. A list may have any number of contacts, so it
 * ranks behind strings, and counts decide.
 */
export const selectivityOf = {
  oneText: 1,
  oneTextOfValues: 2,
  partOfText: 3,
  membership: 3.5,
  interval: 4,
  presence: 5
} as const
