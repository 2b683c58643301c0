import { variable } from "./Variable.ts"
import { Token, WholeNumber } from "./VariableSchemas.ts"

export const metricsVariables = {
  metricsPort: variable({
    name: "ROLLCALL_METRICS_PORT",
    meaning: "Separate port for GET /metrics, on the server's address. 0 means any free port.",
    otherwise: "none: metrics are served on the server's port if ROLLCALL_METRICS_TOKEN is set",
    schema: WholeNumber(0, 65_535),
    fallback: undefined,
    expected: "a whole number from 0 to 65535"
  }),
  metricsToken: variable({
    name: "ROLLCALL_METRICS_TOKEN",
    meaning: "Bearer token for the metrics, at least 32 characters. It gives access only to the metrics.",
    otherwise: "none: metrics are only served on ROLLCALL_METRICS_PORT, if set",
    schema: Token,
    fallback: undefined,
    expected: "at least 32 printable ASCII characters without a space",
    secret: true
  })
}
