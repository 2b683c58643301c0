import type { RecipientUuid } from "@rollcall/core"
import { Context, type DateTime, type Effect } from "effect"
import type { SimulatorJournalError } from "./SimulatorJournal.ts"

/** A message that the simulator took. */
export interface RecordedHandOver {
  readonly correlation: RecipientUuid
  readonly identifier: string
  readonly messageId: string
  /** How many hand-overs of it arrived: the one that was taken, those refused before, and duplicates. */
  readonly attempts: number
  /** How many hand-overs of it arrived after it was taken. More than none is a fault of the sender. */
  readonly duplicates: number
  /** When it was taken. */
  readonly at: DateTime.Utc
}

/**
 * The simulator's own record, over all processes on its journal and since the journal began: the proof of what was
 * handed over and how often.
 */
export class SimulatorRecord extends Context.Service<
  SimulatorRecord,
  {
    /** Every message that was taken, in the order in which the simulator first heard of each. */
    readonly handOvers: Effect.Effect<ReadonlyArray<RecordedHandOver>, SimulatorJournalError>

    /** How many messages were taken for each identifier. One with none is left out. */
    readonly takenByIdentifier: Effect.Effect<ReadonlyMap<string, number>, SimulatorJournalError>
  }
>()("@rollcall/channel-simulator/SimulatorRecord") {}
