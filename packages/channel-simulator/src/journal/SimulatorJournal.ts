import { Context, Effect, Latch, Layer, Schema } from "effect"

/** The journal could not be read or written. */
export class SimulatorJournalError extends Schema.TaggedError<SimulatorJournalError>()("SimulatorJournalError", {
  cause: Schema.Defect()
}) {}

/** A stretch of a journal, and where the next one begins. */
export interface JournalPage {
  readonly lines: ReadonlyArray<string>
  readonly next: number
}

/** How many lines a journal in memory keeps at least: far more than a reader can be behind. */
const keptLines = 10_000

/**
 * Port: lines of text that outlive the process, in one order that all its readers see alike. It is all that a simulator
 * remembers. Several processes may share one, as they may share a file that each opens for appending.
 *
 * A process that is killed while it writes may leave a line without its end. The simulator begins every append with an
 * empty line, so that such a line spoils none that follows, and passes over lines that it cannot read.
 */
export class SimulatorJournal extends Context.Service<
  SimulatorJournal,
  {
    /** Adds lines at the end. When it succeeds they runForever the death of this process. No line has a line break. */
    readonly append: (lines: ReadonlyArray<string>) => Effect.Effect<void, SimulatorJournalError>

    /**
     * Some of the lines from a position on, at least one if there is one; 0 is the beginning, any other position comes
     * from an earlier page. A last line whose end is not written yet is left for a later page. When nothing is new,
     * `next` is the position that was asked for.
     */
    readonly readFrom: (position: number) => Effect.Effect<JournalPage, SimulatorJournalError>

    /** Waits until there may be lines from a position on: a journal that does not know waits for some seconds. */
    readonly awaitLines: (position: number) => Effect.Effect<void>
  }
>()("@rollcall/channel-simulator/journal/SimulatorJournal") {
  /** A journal that lasts as long as the layer, and of many lines has the last ones: for readers from the beginning. */
  static readonly layerMemory = Layer.sync(SimulatorJournal, () => {
    const journal: Array<string> = []
    let first = 0
    const appended = Latch.makeUnsafe()
    return {
      append: (lines) =>
        Effect.sync(() => {
          journal.push(...lines)
          if (journal.length >= 2 * keptLines) first += journal.splice(0, journal.length - keptLines).length
          appended.openUnsafe()
          appended.closeUnsafe()
        }),
      readFrom: (position) =>
        Effect.sync(() => ({ lines: journal.slice(Math.max(0, position - first)), next: first + journal.length })),
      awaitLines: (position) => Effect.suspend(() => (first + journal.length > position ? Effect.void : appended.await))
    }
  })
}
