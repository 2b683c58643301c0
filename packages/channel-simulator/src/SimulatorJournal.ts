/**
 * Lines that outlive the process, such as a file, in the same order for all writers. Both methods throw if the journal
 * can't be read or written.
 */
export interface SimulatorJournal {
  /**
   * Appends a line, which is durable when this returns. An incomplete earlier line of a killed process doesn't damage
   * it.
   */
  readonly append: (line: string) => void
  /** Returns the complete lines added by any process since the last call; all lines on the first call. */
  readonly readNew: () => Iterable<string>
}
