import { Duration } from "effect"
import { variable } from "./Variable.ts"
import { DurationBetween, Flag, WholeNumber } from "./VariableSchemas.ts"

/** The variables of the HTTP API: what it serves, its limits and its timeouts. */
export const httpVariables = {
  console: variable({
    name: "ROLLCALL_CONSOLE",
    meaning: "Whether to serve the web console at /console: true or false.",
    otherwise: "true",
    schema: Flag,
    fallback: true,
    expected: "true or false"
  }),
  maxConnections: variable({
    name: "ROLLCALL_MAX_CONNECTIONS",
    meaning: "Maximum number of concurrent connections. A few are reserved for /health, /ready and /metrics.",
    otherwise: "1000",
    schema: WholeNumber(1, 1_000_000),
    fallback: 1_000,
    expected: "a whole number from 1 to 1000000"
  }),
  rateLimit: variable({
    name: "ROLLCALL_RATE_LIMIT",
    meaning: "Rate limit per token in requests per second. Requests above it are answered 429. 0 means no limit.",
    otherwise: "0",
    schema: WholeNumber(0, 1_000_000),
    fallback: 0,
    expected: "a whole number from 0 to 1000000"
  }),
  rateBurst: variable({
    name: "ROLLCALL_RATE_BURST",
    meaning: "Burst limit per token, in requests.",
    otherwise: "the number of ROLLCALL_RATE_LIMIT",
    schema: WholeNumber(1, 1_000_000),
    fallback: undefined,
    expected: "a whole number from 1 to 1000000"
  }),
  failedAuthentications: variable({
    name: "ROLLCALL_FAILED_AUTHENTICATIONS",
    meaning:
      "Rate limit per address for requests without a valid token, per minute. Requests above it are answered 429. 0 means no limit.",
    otherwise: "60",
    schema: WholeNumber(0, 1_000_000),
    fallback: 60,
    expected: "a whole number from 0 to 1000000"
  }),
  trustedProxies: variable({
    name: "ROLLCALL_TRUSTED_PROXIES",
    meaning: "Number of trusted proxies in front of the server that set X-Forwarded-For.",
    otherwise: "0",
    schema: WholeNumber(0, 16),
    fallback: 0,
    expected: "a whole number from 0 to 16"
  }),
  requestDeadline: variable({
    name: "ROLLCALL_REQUEST_DEADLINE",
    meaning: "Timeout of a request. After it the answer is 503.",
    otherwise: "10 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(10),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
  }),
  uploadDeadline: variable({
    name: "ROLLCALL_UPLOAD_DEADLINE",
    meaning:
      "Timeout of a request that imports contacts or creates or validates a broadcast, once its body has arrived.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
  }),
  drainDelay: variable({
    name: "ROLLCALL_DRAIN_DELAY",
    meaning:
      "How long a stopping server still accepts requests while /ready answers 503, so that load balancers notice.",
    otherwise: "0 seconds",
    schema: DurationBetween(Duration.zero, Duration.minutes(10)),
    fallback: Duration.zero,
    expected: "a time from 0 seconds to 10 minutes, such as `5 seconds`"
  })
}
