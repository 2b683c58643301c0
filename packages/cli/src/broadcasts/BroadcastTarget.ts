import type { BroadcastCounters, BroadcastStatus, BroadcastUuid, Page, PageRequest } from "@rollcall/core"
import { Context, type DateTime, type Effect, Schema } from "effect"
import type { CommandRefused, NotDone } from "../CommandRefused.ts"

/** A broadcast as commands show it. */
export interface BroadcastView {
  readonly status: BroadcastStatus
  /** Why it is paused or failed; null otherwise, and where a server is asked, which does not tell. */
  readonly reason: string | null
  readonly scheduledAt: DateTime.Utc
  readonly counters: BroadcastCounters
}

/** The target did not answer, or failed: it may do better later. */
export class TargetAway extends Schema.TaggedError<TargetAway>()("TargetAway", { message: Schema.String }) {}

export type TargetError = CommandRefused | NotDone | TargetAway

/** The broadcasts of a workspace, wherever they are. */
export class BroadcastTarget extends Context.Service<
  BroadcastTarget,
  {
    readonly details: (uuid: BroadcastUuid) => Effect.Effect<BroadcastView, TargetError>
    /** Why each recipient was not reached, in the order of acceptance; null for one that was, or may still be. */
    readonly errors: (uuid: BroadcastUuid, page: PageRequest) => Effect.Effect<Page<string | null>, TargetError>
    /** Stops a broadcast and gives where it stands. May be repeated. */
    readonly cancel: (uuid: BroadcastUuid) => Effect.Effect<BroadcastStatus, TargetError>
  }
>()("@rollcall/cli/broadcasts/BroadcastTarget") {}
