import { Schedule } from "effect"

/** How long a target that does not answer is asked again. */
export const patience = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.upTo({ duration: "1 minute" })
)
