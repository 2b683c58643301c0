import { Context, Duration } from "effect"

/** Settings for processing channel reports. Processes that share a store should use the same settings. */
export type InboxSettings = {
  /**
   * The words that opt a person out, in a short message or on a button. Null uses Rollcall's lists for each language. Case,
   * punctuation and white space don't matter.
   */
  readonly stopWords: ReadonlyArray<string> | null
  /** How long a person's message is kept, and a report that can't be applied. */
  readonly keepMessagesFor: Duration.Duration
  /** How often each process looks for reports, if the store can't tell when they arrive. */
  readonly sweepEvery: Duration.Duration
  /** How long until a report is processed again if its process died or failed. */
  readonly retryAfter: Duration.Duration
}

const defaults: InboxSettings = {
  stopWords: null,
  keepMessagesFor: Duration.days(30),
  sweepEvery: Duration.millis(500),
  retryAfter: Duration.minutes(1)
}

/** The inbox settings. Hosts can override the defaults. */
export const InboxSettings = Context.Reference<InboxSettings>("@rollcall/core/sending/inbox/InboxSettings", {
  defaultValue: () => defaults
})
