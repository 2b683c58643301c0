import type { Correlation } from "@rollcall/core/channel"
import { Context, type DateTime, type Effect } from "effect"

/** A message that the simulator accepted. */
export interface SentMessage {
  readonly correlation: Correlation
  readonly identifier: string
  readonly messageId: string
  /** The number of sends: the accepted send, refused sends before it, and duplicates. */
  readonly sends: number
  /** The number of sends after the message was accepted. Any duplicate is a fault of the sender. */
  readonly duplicates: number
  readonly at: DateTime.Utc
}

/** A record of the messages sent and their number. With a journal, it includes earlier messages of the journal. */
export class SimulatorRecord extends Context.Service<
  SimulatorRecord,
  {
    /** Returns every accepted message that is still kept (`keepEnded`), in the order of the first sends. */
    readonly sent: Effect.Effect<ReadonlyArray<SentMessage>>

    /** Returns the number of accepted messages for each identifier that has any. */
    readonly sentByIdentifier: Effect.Effect<ReadonlyMap<string, number>>
  }
>()("@rollcall/channel-simulator/SimulatorRecord") {}
