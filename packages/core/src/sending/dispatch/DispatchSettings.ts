import { Context, Duration } from "effect"
import type { SendRate } from "../delivery/RateLimit.ts"

/**
 * What to do about a delivery with an unknown outcome: the process died or the response was lost, the lease expired, and
 * the channel cannot say whether it accepted the message.
 *
 * - `wait`: nothing; a receipt may resolve it. No recipient gets a message twice.
 * - `resend`: send again, as one of its `retries`. A recipient may get the message twice. After the last retry, or when
 *   the broadcast is over by then, it is given up.
 * - `give-up`: `undeliverable` with the error `outcome unknown`, until a receipt says that the message arrived after
 *   all.
 */
export type OnUnknown = "wait" | "resend" | "give-up"

/** How broadcasts are dispatched. Processes that share a store should agree on it. */
export type DispatchSettings = {
  /** The token bucket of each sender. */
  readonly rate: SendRate
  /** How many workers of a process work on one broadcast at a time. */
  readonly workersPerBroadcast: number
  /**
   * How many groups of sends a process has in flight at most, over all broadcasts: of one workspace at most a half of
   * them, of one sender at most a quarter.
   */
  readonly groupsAtOnce: number
  /**
   * How many deliveries a worker claims at a time. With more than `concurrency` the rest is marked as being sent group by
   * group, which costs a statement more.
   */
  readonly chunk: number
  /**
   * How many sends a worker begins at once: a group, which is marked as being sent immediately before. It has no more
   * than the token bucket of its sender holds. At most `workersPerBroadcast` such groups of a process on a broadcast may
   * be in flight after a cancel or a pause, and are unknown after a crash.
   */
  readonly concurrency: number
  /** How long a claim lasts, and from its beginning a send. A send without a response after half of it counts as lost. */
  readonly lease: Duration.Duration
  /**
   * How long a process that stops waits for the responses to what it has sent. A send without a response by then counts
   * as lost.
   */
  readonly grace: Duration.Duration
  /** How often each process looks for work that is due, if the store does not know when that is. */
  readonly sweepEvery: Duration.Duration
  /** After how long a broadcast is due again if its workers fell silent. */
  readonly nextCheckAfter: Duration.Duration
  /** How long a job works before it offers its successor, which any process may take. */
  readonly jobTime: Duration.Duration
  /** The most retries after a transient error. */
  readonly retries: number
  /** How long the first retry waits; each further one waits twice as long, with up to a half more at random. */
  readonly retryAfter: Duration.Duration
  /**
   * What to do about a delivery with an unknown outcome: `wait` for a receipt, `resend`, by which a recipient may get the
   * message twice, or `give-up`.
   */
  readonly onUnknown: OnUnknown
  /** How long a delivery receipt with an unknown message id is kept. */
  readonly keepUnmatchedFor: Duration.Duration
  /** How long an idempotency key is remembered: a request with it is a new one afterwards. */
  readonly keepKeysFor: Duration.Duration
  /** How long the recipients of a broadcast are kept after it is over; null for ever. Its counters stay. */
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

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const DispatchSettings = Context.Reference<DispatchSettings>(
  "@rollcall/core/sending/dispatch/DispatchSettings",
  {
    defaultValue: () => defaults
  }
)
