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

/** The variables that say how long data is kept. */
export const retentionVariables = {
  keepUnmatched: variable({
    ...kept,
    name: "ROLLCALL_KEEP_UNMATCHED",
    meaning: "How long a delivery receipt for an unknown message is kept before it is removed and counted in the log."
  }),
  keepIdempotencyKeys: variable({
    ...kept,
    name: "ROLLCALL_KEEP_IDEMPOTENCY_KEYS",
    meaning:
      "How long the idempotency key of a broadcast is kept. After that, a request with the same key creates a new broadcast."
  }),
  keepImportRows: variable({
    ...kept,
    name: "ROLLCALL_KEEP_IMPORT_ROWS",
    meaning: "How long the rows of an import are kept after it ends. Its counts stay."
  }),
  keepEvents: variable({
    ...kept,
    name: "ROLLCALL_KEEP_EVENTS",
    meaning: "How long events are kept. Older cursors and webhooks miss events.",
    otherwise: "7 days",
    fallback: Duration.days(7)
  }),
  keepMessages: variable({
    ...kept,
    name: "ROLLCALL_KEEP_MESSAGES",
    meaning: "How long incoming messages, and reports that can't be applied, are kept."
  }),
  keepRecipients: variable({
    ...oneDay,
    name: "ROLLCALL_KEEP_RECIPIENTS",
    meaning:
      "How long the recipients of a broadcast are kept after it ends. Counters and reasons stay. A longer frequency cap takes precedence.",
    otherwise: "for ever",
    fallback: null
  })
}
