import { Duration } from "effect"
import { variable } from "./Variable.ts"
import { DurationBetween } from "./VariableSchemas.ts"

const kept = {
  schema: DurationBetween(Duration.minutes(1), Duration.days(3_650)),
  otherwise: "30 days",
  fallback: Duration.days(30),
  expected: "a time from 1 minute to 3650 days, such as `7 days`"
}

const oneDay = {
  schema: DurationBetween(Duration.days(1), Duration.days(36_500)),
  expected: "a time from 1 day, such as `365 days`"
}

/** The variables of what is removed by its age. */
export const retentionVariables = {
  keepUnmatched: variable({
    ...kept,
    name: "ROLLCALL_KEEP_UNMATCHED",
    meaning: "How long a delivery receipt for an unknown message is kept before it is removed and counted in the log."
  }),
  keepIdempotencyKeys: variable({
    ...kept,
    name: "ROLLCALL_KEEP_IDEMPOTENCY_KEYS",
    meaning: "How long the key of a broadcast is remembered: a request with it makes a new broadcast afterwards."
  }),
  keepImportRows: variable({
    ...kept,
    name: "ROLLCALL_KEEP_IMPORT_ROWS",
    meaning: "How long the rows of an import are kept after it is over; its counts stay."
  }),
  keepEvents: variable({
    ...kept,
    name: "ROLLCALL_KEEP_EVENTS",
    meaning: "How long events are kept: a cursor or a webhook before them has missed some.",
    otherwise: "7 days",
    fallback: Duration.days(7)
  }),
  keepMessages: variable({
    ...kept,
    name: "ROLLCALL_KEEP_MESSAGES",
    meaning: "How long messages that people sent are kept, and reports that cannot be applied."
  }),
  keepRecipients: variable({
    ...oneDay,
    name: "ROLLCALL_KEEP_RECIPIENTS",
    meaning:
      "How long the recipients of a broadcast are kept after it is over; its counters and reasons stay. A longer frequency cap counts instead.",
    otherwise: "for ever",
    fallback: null
  })
}
