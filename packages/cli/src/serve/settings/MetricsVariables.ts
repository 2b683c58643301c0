import { variable } from "./Variable.ts"
import { Token, WholeNumber } from "./VariableSchemas.ts"

/** The variables of the metrics of a server. */
export const metricsVariables = {
  metricsPort: variable({
    name: "ROLLCALL_METRICS_PORT",
    meaning: "A port of its own for GET /metrics, on the address of the server; 0 takes any free one.",
    otherwise: "none: with ROLLCALL_METRICS_TOKEN the metrics are on the server's port, else nowhere",
    schema: WholeNumber(0, 65_535),
    fallback: undefined,
    expected: "a whole number from 0 to 65535"
  }),
  metricsToken: variable({
    name: "ROLLCALL_METRICS_TOKEN",
    meaning: "What a scraper sends as bearer token: at least 32 characters. It opens nothing but the metrics.",
    otherwise: "none: the metrics are on a port of their own or nowhere",
    schema: Token,
    fallback: undefined,
    expected: "at least 32 printable ASCII characters without a space",
    secret: true
  })
}
