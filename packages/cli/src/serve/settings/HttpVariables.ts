import { duration, flag, wholeNumber } from "./VariableSchemas.ts"

/** The variables of the HTTP API: what it serves, its limits and its timeouts. */
export const httpVariables = {
  console: flag({
    name: "ROLLCALL_CONSOLE",
    meaning: "Whether to serve the web console at /console: true or false.",
    fallback: true
  }),
  maxConnections: wholeNumber(1, 1_000_000, {
    name: "ROLLCALL_MAX_CONNECTIONS",
    meaning: "Maximum number of concurrent connections. A few are reserved for /health, /ready and /metrics.",
    fallback: 1_000
  }),
  rateLimit: wholeNumber(0, 1_000_000, {
    name: "ROLLCALL_RATE_LIMIT",
    meaning: "Rate limit per token in requests per second. Requests above it are answered 429. 0 means no limit.",
    fallback: 0
  }),
  rateBurst: wholeNumber(1, 1_000_000, {
    name: "ROLLCALL_RATE_BURST",
    meaning: "Burst limit per token, in requests.",
    otherwise: "the number of ROLLCALL_RATE_LIMIT",
    fallback: undefined
  }),
  failedAuthentications: wholeNumber(0, 1_000_000, {
    name: "ROLLCALL_FAILED_AUTHENTICATIONS",
    meaning:
      "Rate limit per address for requests without a valid token, per minute. Requests above it are answered 429. 0 means no limit.",
    fallback: 60
  }),
  trustedProxies: wholeNumber(0, 16, {
    name: "ROLLCALL_TRUSTED_PROXIES",
    meaning: "Number of trusted proxies in front of the server that set X-Forwarded-For.",
    fallback: 0
  }),
  requestDeadline: duration("1 second", "1 hour", {
    name: "ROLLCALL_REQUEST_DEADLINE",
    meaning: "Timeout of a request. After it the answer is 503.",
    fallback: "10 seconds"
  }),
  uploadDeadline: duration("1 second", "1 hour", {
    name: "ROLLCALL_UPLOAD_DEADLINE",
    meaning:
      "Timeout of a request that imports contacts or creates or validates a broadcast, once its body has arrived.",
    fallback: "60 seconds"
  }),
  drainDelay: duration("0 seconds", "10 minutes", {
    name: "ROLLCALL_DRAIN_DELAY",
    meaning:
      "How long a stopping server still accepts requests while /ready answers 503, so that load balancers notice.",
    fallback: "0 seconds",
    expected: "a time from 0 seconds to 10 minutes, such as `5 seconds`"
  })
}
