/** A number, with its unit, at which the execution of a search changes. */
export interface Threshold {
  readonly value: number
  readonly unit: string
  /** A phrase in docs/explanation/performance.md that explains or measures the value. */
  readonly described: string
}

const threshold = (value: number, unit: string, described: string): Threshold => ({
  value,
  unit,
  described
})

/** The numbers that decide how a search is executed. */
export const thresholds = {
  /** A search that starts from at most this many contacts is fast. */
  fewContacts: threshold(1_000, "contacts", "if that is at most 1,000 contacts"),

  /** Up to this many tests per contact are fast if contacts are few: the tests of one search word and three filters. */
  fewTests: threshold(11, "tests of a contact", "more than eleven tests"),

  /** A search with more conditions may take long; only one such search runs at a time. */
  shortSearch: threshold(10, "conditions", "more than ten conditions"),

  /** Maximum indexes counted per search. */
  countedIndexes: threshold(3, "indexes", "At most three indexes"),

  /**
   * Maximum counted contacts for a search to start from an index: 2 % of a million contacts. A planner with statistics of
   * all fields combined expects many more contacts, and scans all contacts for them. A planner with rules reads the
   * conditions twice, for page and total.
   */
  countedContacts: threshold(20_000, "contacts", "counts up to 20,000"),

  /**
   * Number of conditions that a search may start from. A planner with statistics chooses one of them. A trigram scan reads
   * all rows that may match.
   */
  startsByStatistics: threshold(3, "conditions", "among the best three"),

  /**
   * Like `startsByStatistics`, for a planner with fixed rules. It does not know which condition selects fewer contacts, and
   * would read the matches of all of them.
   */
  startsByRules: threshold(1, "conditions", "by fixed estimates"),

  /**
   * How many contacts to read in order, as a multiple of the mean number that fills a page. The page is almost certainly
   * full then.
   */
  fullPage: threshold(2, "times the mean", "at most twice as many"),

  /** How many contacts may be read in order for each contact that would otherwise be read and sorted. */
  inOrder: threshold(2, "contacts for each found", "each of these contacts is read"),

  /** How long a string that many contacts have is kept out of batches. */
  frequentTime: threshold(60_000, "milliseconds", "remembered for a minute"),

  /** After this time, a batch starts no further string. The last string may take longer. */
  batchedTime: threshold(50, "milliseconds", "no further string after 50 ms"),

  /** Maximum concurrent batches. Searches that arrive meanwhile wait for the next batch. */
  batchesAtOnce: threshold(2, "statements", "Two such statements run at a time"),

  /** Maximum searches per batch. */
  batchedSearches: threshold(32, "searches", "each for up to 32 searches"),

  /**
   * How long a search waits for a batch, at most twice, so that a batch waiting for a lock does not delay other searches.
   */
  batchWait: threshold(500, "milliseconds", "no statement has begun with for a second"),

  /** Minimum length of a string found by a trigram index. */
  trigram: threshold(3, "characters", "fewer than three characters"),

  /** How long a statement may block the main thread before it moves to another thread. */
  triedTime: threshold(1, "milliseconds", "take longer than a millisecond"),

  /** With more parameters, a statement runs many tests between two checks of the time. */
  triedParameters: threshold(40, "parameters", "more than 40 parameters")
} as const

/**
 * The rank of a condition by the expected number of matches; 1 for the fewest. SQLite has no other estimate, and otherwise
 * evaluates conditions in the given order. A list may have any number of contacts, so it ranks behind strings, and counts
 * decide.
 */
export const selectivityOf = {
  oneText: 1,
  oneTextOfValues: 2,
  partOfText: 3,
  membership: 3.5,
  interval: 4,
  presence: 5
} as const
