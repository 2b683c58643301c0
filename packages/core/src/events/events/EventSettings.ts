import { Context, Duration } from "effect"

/** How events are written and kept. Processes that share a store should agree on it. */
export type EventSettings = {
  /** Whether there are events of recipients: each is a row more for each step of each message. */
  readonly recipients: boolean
  /** How long an event is kept. */
  readonly keepFor: Duration.Duration
  /** How often a stream looks for new events, if its store does not report them. */
  readonly pollEvery: Duration.Duration
}

const defaults: EventSettings = {
  recipients: false,
  keepFor: Duration.days(7),
  pollEvery: Duration.millis(500)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const EventSettings = Context.Reference<EventSettings>("@rollcall/core/events/events/EventSettings", {
  defaultValue: () => defaults
})
