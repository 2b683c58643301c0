import { Context, Duration } from "effect"

/** How events are sent to webhooks. Processes that share a store should agree on it. */
export type WebhookSettings = {
  /**
   * Whether requests may go to private, loopback, link-local and other special addresses, and without TLS. It is for
   * tests, and for networks where everyone who may create a webhook may reach everything.
   */
  readonly allowPrivateAddresses: boolean
  /**
   * How many webhooks each process works on at a time, and as many again that failed last time. A quarter of them, but at
   * least one, may be of one workspace.
   */
  readonly workers: number
  /** How many requests are under way to one endpoint, each about another entity. */
  readonly concurrency: number
  /** How many events are read at a time. */
  readonly chunk: number
  /** How many entities may wait for a retry before an endpoint gets no other events. */
  readonly maxWaiting: number
  /** How long an endpoint may take to answer. */
  readonly timeout: Duration.Duration
  /** The wait before the first retry; it doubles with each further one. */
  readonly retryAfter: Duration.Duration
  /** The longest wait before a retry, also where an endpoint asks for a longer one. */
  readonly longestRetryAfter: Duration.Duration
  /** For how long an event is retried. Its webhook is disabled then. */
  readonly giveUpAfter: Duration.Duration
  /** For how long the secret before a rotation signs too. */
  readonly keepPreviousSecretFor: Duration.Duration
  /** How long a process may be silent before another one takes over. It is longer than `jobTime` and `timeout`. */
  readonly lease: Duration.Duration
  /** How long a process works on one webhook before others have their turn. */
  readonly jobTime: Duration.Duration
  /** How often each process claims webhooks that are due, if the store does not know when that is. */
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

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const WebhookSettings = Context.Reference<WebhookSettings>("@rollcall/core/events/webhooks/WebhookSettings", {
  defaultValue: () => defaults
})

/**
 * How to allow private addresses and http, as the end of a sentence for a user. A host whose users set it otherwise, such
 * as by a variable, provides its own.
 */
export const PrivateAddressHint = Context.Reference<string>("@rollcall/core/events/webhooks/PrivateAddressHint", {
  defaultValue: () => "the setting webhooks.allowPrivateAddresses is true"
})
