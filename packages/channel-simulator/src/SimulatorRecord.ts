import type { Correlation } from "@rollcall/core/channel"
import { Context, type DateTime, type Effect } from "effect"

/** A message that the simulator accepted. */
export interface SentMessage {
  readonly correlation: Correlation
  readonly identifier: string
  readonly messageId: string
  /** The number of all sends: refused sends, the accepted send and duplicates. */
  readonly sends: number
  /** The number of sends after the message was accepted. A correct sender sends no duplicates. */
  readonly duplicates: number
  readonly at: DateTime.Utc
}

/** A record of the accepted messages. With a journal, the record includes messages of earlier processes. */
export class SimulatorRecord extends Context.Service<
  SimulatorRecord,
  {
    /** Returns every accepted message that is still kept (`keepEnded`), in the order of their first sends. */
    readonly sent: Effect.Effect<ReadonlyArray<SentMessage>>

    /** Returns the number of accepted messages by identifier. */
    readonly sentByIdentifier: Effect.Effect<ReadonlyMap<string, number>>
  }
>()("@rollcall/channel-simulator/SimulatorRecord") {}
