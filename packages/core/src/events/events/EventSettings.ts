import { Context, Duration } from "effect"

/** Settings for writing and keeping events. Processes that share a store should use the same settings. */
export type EventSettings = {
  /** Whether to write recipient events. They add one row for each step of each message. */
  readonly recipients: boolean
  /** How long events are kept. */
  readonly keepFor: Duration.Duration
  /** How often a stream polls for new events, if its store doesn't report them. */
  readonly pollEvery: Duration.Duration
}

const defaults: EventSettings = {
  recipients: false,
  keepFor: Duration.days(7),
  pollEvery: Duration.millis(500)
}

/** The event settings. Hosts can override the defaults. */
export const EventSettings = Context.Reference<EventSettings>("@rollcall/core/events/events/EventSettings", {
  defaultValue: () => defaults
})
