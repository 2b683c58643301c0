import type { Correlation } from "@rollcall/core/channel"
import { Context, type DateTime, type Effect } from "effect"

/** A message that the simulator accepted. */
export interface SentMessage {
  readonly correlation: Correlation
  readonly identifier: string
  readonly messageId: string
  /** How many times the message arrived: the accepted send, the refused sends before it, and duplicates. */
  readonly sends: number
  /** How many sends arrived after the message was accepted. Any duplicate is a fault of the sender. */
  readonly duplicates: number
  /** When it was accepted. */
  readonly at: DateTime.Utc
}

/** The simulator's record of what was sent and how often. With a journal it begins with the journal. */
export class SimulatorRecord extends Context.Service<
  SimulatorRecord,
  {
    /** Every message that was accepted and is not forgotten (`keepEnded`), in the order of their first sends. */
    readonly sent: Effect.Effect<ReadonlyArray<SentMessage>>

    /** How many messages were accepted for each identifier. Identifiers without an accepted message are left out. */
    readonly sentByIdentifier: Effect.Effect<ReadonlyMap<string, number>>
  }
>()("@rollcall/channel-simulator/SimulatorRecord") {}
