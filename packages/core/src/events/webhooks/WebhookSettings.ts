import { Context, Duration } from "effect"

/** Settings for sending events to webhooks. Processes that share a store should use the same settings. */
export type WebhookSettings = {
  /**
   * Whether requests may use http and go to private, loopback, link-local and other special addresses. For tests, and for
   * networks where everyone who can create a webhook may reach every host.
   */
  readonly allowPrivateAddresses: boolean
  /**
   * The number of webhooks that each process works on at a time, plus the same number of webhooks that failed last time.
   * One workspace gets at most a quarter of them, but at least one.
   */
  readonly workers: number
  /** Concurrent requests to one endpoint, each for a different entity. */
  readonly concurrency: number
  /** The number of events read at a time. */
  readonly chunk: number
  /** The maximum number of entities that may wait for a retry. Beyond that, the endpoint gets no new events. */
  readonly maxWaiting: number
  /** The timeout of a request. */
  readonly timeout: Duration.Duration
  /** The wait before the first retry. It doubles with each further retry. */
  readonly retryAfter: Duration.Duration
  /** The longest wait before a retry, even if an endpoint asks for a longer wait. */
  readonly longestRetryAfter: Duration.Duration
  /** How long an event is retried before its webhook is disabled. */
  readonly giveUpAfter: Duration.Duration
  /** How long the previous secret still signs after a rotation. */
  readonly keepPreviousSecretFor: Duration.Duration
  /** How long a process may be silent before another process takes over. Longer than `jobTime` and `timeout`. */
  readonly lease: Duration.Duration
  /** How long a process works on one webhook before other webhooks get their turn. */
  readonly jobTime: Duration.Duration
  /** How often each process claims due webhooks, if the store can't report when they are due. */
  readonly sweepEvery: Duration.Duration
}

const defaults: WebhookSettings = {
  allowPrivateAddresses: false,
  workers: 32,
  concurrency: 10,
  chunk: 100,
  maxWaiting: 20,
  timeout: Duration.seconds(15),
  retryAfter: Duration.seconds(5),
  longestRetryAfter: Duration.hours(1),
  giveUpAfter: Duration.hours(25),
  keepPreviousSecretFor: Duration.hours(24),
  lease: Duration.seconds(60),
  jobTime: Duration.seconds(10),
  sweepEvery: Duration.millis(500)
}

/** The webhook settings. Hosts can override the defaults. */
export const WebhookSettings = Context.Reference<WebhookSettings>("@rollcall/core/events/webhooks/WebhookSettings", {
  defaultValue: () => defaults
})

/**
 * The end of a sentence that tells a user how to allow private addresses and http. Hosts with another setting, such as an
 * environment variable, provide their own wording.
 */
export const PrivateAddressHint = Context.Reference<string>("@rollcall/core/events/webhooks/PrivateAddressHint", {
  defaultValue: () => "the setting webhooks.allowPrivateAddresses is true"
})
