/**
 * Lines of text that outlive the process, such as a file, in one order for all who write to it. Both methods throw when
 * the journal cannot be written or read.
 */
export interface SimulatorJournal {
  /**
   * Adds a line at the end. It outlives this process when this returns. An earlier line may lack its end, because its
   * process was killed: it does not spoil this one.
   */
  readonly append: (line: string) => void
  /** The whole lines that were added since the last call, by this process and by others; at first all. */
  readonly readNew: () => Iterable<string>
}
