import { Context, Duration } from "effect"

/** How what channels report is processed. Processes that share a store should agree on it. */
export type InboxSettings = {
  /**
   * The words that opt a person out, in a short message or on a button. They replace Rollcall's lists for each language.
   * Null keeps those lists. Case, punctuation and white space make no difference.
   */
  readonly stopWords: ReadonlyArray<string> | null
  /** How long a message of a person is kept, and a report that cannot be applied. */
  readonly keepMessagesFor: Duration.Duration
  /** How often each process looks for reports, if the store does not know when there are. */
  readonly sweepEvery: Duration.Duration
  /** After how long a report is processed again that its process did not apply, because it died or failed. */
  readonly retryAfter: Duration.Duration
}

const defaults: InboxSettings = {
  stopWords: null,
  keepMessagesFor: Duration.days(30),
  sweepEvery: Duration.millis(500),
  retryAfter: Duration.minutes(1)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const InboxSettings = Context.Reference<InboxSettings>("@rollcall/core/sending/inbox/InboxSettings", {
  defaultValue: () => defaults
})
