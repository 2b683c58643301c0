/**
 * Lines of text that outlive the process, such as a file, in the same order for all writers. Both methods throw when
 * the journal cannot be written or read.
 */
export interface SimulatorJournal {
  /**
   * Adds a line at the end. It outlives this process when this returns. An earlier line may lack its end, because its
   * process was killed: it does not spoil this one.
   */
  readonly append: (line: string) => void
  /** The complete lines that any process added since the last call; all lines at the first call. */
  readonly readNew: () => Iterable<string>
}
