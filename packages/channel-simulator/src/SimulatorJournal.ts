/**
 * A durable log of lines, such as a file. All processes see the lines in the same order. Both methods throw if the journal
 * can't be read or written.
 */
export interface SimulatorJournal {
  /** Appends a line durably before returning. An incomplete line left by a killed process must not damage the new line. */
  readonly append: (line: string) => void
  /** Returns the complete lines added by any process since the last call; all lines on the first call. */
  readonly readNew: () => Iterable<string>
}
