import { variable } from "./Variable.ts"
import { duration, DurationBetween } from "./VariableSchemas.ts"

const kept = (name: string, meaning: string, fallback: "7 days" | "30 days" = "30 days") =>
  duration("1 minute", "3650 days", {
    name,
    meaning,
    fallback,
    expected: "a time from 1 minute to 3650 days, such as `7 days`"
  })

/** The variables that say how long data is kept. */
export const retentionVariables = {
  keepUnmatched: kept(
    "ROLLCALL_KEEP_UNMATCHED",
    "How long a delivery receipt for an unknown message is kept before it is removed and counted in the log."
  ),
  keepIdempotencyKeys: kept(
    "ROLLCALL_KEEP_IDEMPOTENCY_KEYS",
    "How long the idempotency key of a broadcast is kept. After that, a request with the same key creates a new broadcast."
  ),
  keepImportRows: kept(
    "ROLLCALL_KEEP_IMPORT_ROWS",
    "How long the rows of an import are kept after it ends. Its counts stay."
  ),
  keepEvents: kept(
    "ROLLCALL_KEEP_EVENTS",
    "How long events are kept. Older cursors and webhooks miss events.",
    "7 days"
  ),
  keepMessages: kept(
    "ROLLCALL_KEEP_MESSAGES",
    "How long incoming messages, and reports that can't be applied, are kept."
  ),
  keepRecipients: variable({
    name: "ROLLCALL_KEEP_RECIPIENTS",
    meaning:
      "How long the recipients of a broadcast are kept after it ends. Counters and reasons stay. A longer frequency cap takes precedence.",
    otherwise: "for ever",
    schema: DurationBetween("1 day", "36500 days"),
    fallback: null,
    expected: "a time from 1 day, such as `365 days`"
  })
}
