import { Context, Duration } from "effect"
import type { SendRate } from "../delivery/RateLimit.ts"

/**
 * What to do about a delivery with an unknown outcome: the process died or the response was lost, the lease expired, and
 * the channel can't tell whether it accepted the message.
 *
 * - `wait`: nothing is done; a receipt may resolve the delivery. No recipient gets a message twice.
 * - `resend`: the message is sent again, which counts as a retry. A recipient may get the message twice. After the last
 *   retry, or once the broadcast is over, the delivery is given up.
 * - `give-up`: the delivery becomes `undeliverable` with the error `outcome unknown`, until a receipt proves that the
 *   message arrived.
 */
export type OnUnknown = "wait" | "resend" | "give-up"

/** Settings for dispatching broadcasts. Processes that share a store should use the same settings. */
export type DispatchSettings = {
  /** The token bucket of each sender. */
  readonly rate: SendRate
  /** The number of workers of a process that may work on one broadcast at a time. */
  readonly workersPerBroadcast: number
  /**
   * The maximum number of groups of sends in flight per process, across all broadcasts. One workspace gets at most a half
   * of them, one sender at most a quarter.
   */
  readonly groupsAtOnce: number
  /**
   * The number of deliveries that a worker claims at a time. If it exceeds `concurrency`, each further group costs another
   * statement to mark.
   */
  readonly chunk: number
  /**
   * The number of sends in a group, which a worker marks and begins together. Limited by the sender's token bucket. After a
   * cancel or a pause, up to `workersPerBroadcast` groups per process may be in flight for a broadcast; after a crash,
   * their outcomes are unknown.
   */
  readonly concurrency: number
  /**
   * How long a worker's claim on a delivery lasts, and at most a send. A send without a response after half of this time
   * counts as lost.
   */
  readonly lease: Duration.Duration
  /** How long a stopping process waits for responses to its sends. A send without a response by then counts as lost. */
  readonly grace: Duration.Duration
  /** How often each process looks for due work, if the store can't report when it is due. */
  readonly sweepEvery: Duration.Duration
  /** How long until a broadcast is due again if its workers stopped responding. */
  readonly nextCheckAfter: Duration.Duration
  /** How long a job works before it queues its successor, which any process may take. */
  readonly jobTime: Duration.Duration
  /** The maximum number of retries after transient errors. */
  readonly retries: number
  /** The wait before the first retry. Each further wait is twice as long, plus up to 50 percent at random. */
  readonly retryAfter: Duration.Duration
  /**
   * What to do about a delivery with an unknown outcome: `wait` for a receipt, `resend` (the recipient may get the message
   * twice), or `give-up`.
   */
  readonly onUnknown: OnUnknown
  /** How long a delivery receipt with an unknown message id is kept. */
  readonly keepUnmatchedFor: Duration.Duration
  /** How long an idempotency key is stored. After that, a request with the key is new. */
  readonly keepKeysFor: Duration.Duration
  /** How long the recipients of a broadcast are kept after it is over; null for no limit. Its counters are always kept. */
  readonly keepRecipientsFor: Duration.Duration | null
}

const defaults: DispatchSettings = {
  rate: { perSecond: 80, burst: 80 },
  workersPerBroadcast: 2,
  groupsAtOnce: 512,
  chunk: 400,
  concurrency: 400,
  lease: Duration.seconds(60),
  grace: Duration.seconds(5),
  sweepEvery: Duration.millis(500),
  nextCheckAfter: Duration.seconds(30),
  jobTime: Duration.seconds(5),
  retries: 3,
  retryAfter: Duration.seconds(1),
  onUnknown: "wait",
  keepUnmatchedFor: Duration.days(30),
  keepKeysFor: Duration.days(30),
  keepRecipientsFor: null
}

/** The dispatch settings. Hosts can override the defaults. */
export const DispatchSettings = Context.Reference<DispatchSettings>(
  "@rollcall/core/sending/dispatch/DispatchSettings",
  {
    defaultValue: () => defaults
  }
)
