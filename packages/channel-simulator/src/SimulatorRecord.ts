import type { Correlation } from "@rollcall/core/channel"
import { Context, type DateTime, type Effect } from "effect"

/** A message that the simulator accepted. */
export interface SentMessage {
  readonly correlation: Correlation
  readonly identifier: string
  readonly messageId: string
  /** How many sends of it arrived: the one that was accepted, those refused before, and duplicates. */
  readonly sends: number
  /** How many sends of it arrived after it was accepted. Any duplicate is a fault of the sender. */
  readonly duplicates: number
  /** When it was accepted. */
  readonly at: DateTime.Utc
}

/** The simulator's own record, with a journal since that began: the proof of what was sent and how often. */
export class SimulatorRecord extends Context.Service<
  SimulatorRecord,
  {
    /** Every message that was accepted and is not forgotten (`keepEnded`), in the order of their first sends. */
    readonly sent: Effect.Effect<ReadonlyArray<SentMessage>>

    /** How many messages were accepted for each identifier. Messages without any are left out. */
    readonly sentByIdentifier: Effect.Effect<ReadonlyMap<string, number>>
  }
>()("@rollcall/channel-simulator/SimulatorRecord") {}
