import { Context, Duration } from "effect"
import type { SendRate } from "./Send.ts"

/**
 * What to do about a recipient when nobody knows whether the channel took its message: the process died or the answer
 * was lost, the lease ran out, and the channel cannot tell (B12).
 *
 * - `wait`: nothing; a receipt may tell. Nobody gets a message twice.
 * - `resend`: hand it over again, as one of its `retries`. It may reach somebody twice. After the last one, or when the
 *   broadcast is over by then, it is given up.
 * - `give-up`: it is `undeliverable` with the error `outcome unknown`, until a receipt says that it arrived after all.
 */
export type OnUnknown = "wait" | "resend" | "give-up"

/** How broadcasts are dispatched. Processes that share a store should agree on it. */
export interface DispatchSettings {
  /** The token bucket of each sender (B15). */
  readonly rate: SendRate
  /** How many jobs work on one broadcast at a time, over all processes. */
  readonly lanes: number
  /** How many recipients a lane claims at a time. At most `lanes` x `chunk` hand-overs are in flight after a cancel. */
  readonly chunk: number
  /** How many hand-overs of a chunk run at a time. */
  readonly concurrency: number
  /** How long a claim lasts. A hand-over without an answer by half of it counts as one whose answer was lost (B12). */
  readonly lease: Duration.Duration
  /** How often each process looks for work that is due. */
  readonly sweepEvery: Duration.Duration
  /** When a broadcast is looked at again if its jobs fell silent. */
  readonly lookAgainAfter: Duration.Duration
  /** How long a job works before it makes room for others and offers its successor. */
  readonly jobTime: Duration.Duration
  /** How often a transient error is retried (B15). */
  readonly retries: number
  /** How long the first retry waits; each further one waits twice as long, with up to a half more at random. */
  readonly retryAfter: Duration.Duration
  readonly onUnknown: OnUnknown
}

/** The defaults. */
export const defaultDispatchSettings: DispatchSettings = {
  rate: { perSecond: 80, burst: 80 },
  lanes: 4,
  chunk: 100,
  concurrency: 25,
  lease: Duration.seconds(60),
  sweepEvery: Duration.millis(500),
  lookAgainAfter: Duration.seconds(30),
  jobTime: Duration.seconds(5),
  retries: 3,
  retryAfter: Duration.seconds(1),
  onUnknown: "wait"
}

/** The settings in force. A host provides its own; without one the defaults count. */
export const CurrentDispatchSettings = Context.Reference<DispatchSettings>("@rollcall/core/delivery/DispatchSettings", {
  defaultValue: () => defaultDispatchSettings
})
