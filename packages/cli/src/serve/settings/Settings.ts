import { expectedCountry } from "@rollcall/phone-numbers"
import { Array as Arr, Effect, Schema, Struct } from "effect"
import { StartRefused } from "../StartRefused.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { httpVariables } from "./HttpVariables.ts"
import { retentionVariables } from "./RetentionVariables.ts"
import { telemetryVariables } from "./TelemetryVariables.ts"
import { type Variable, variable } from "./Variable.ts"
import {
  Country,
  duration,
  fileName,
  flag,
  Level,
  PathPrefix,
  Token,
  WholeNumber,
  wholeNumber,
  Words
} from "./VariableSchemas.ts"
import { whatsAppVariables } from "./WhatsAppVariables.ts"

/** Every environment variable that the server reads, in the order of `rollcall --help`. */
export const variables = {
  host: variable({
    name: "ROLLCALL_HOST",
    meaning: "Address to listen on.",
    otherwise: "127.0.0.1",
    schema: Schema.NonEmptyString,
    fallback: "127.0.0.1",
    expected: "an address or a host name"
  }),
  port: wholeNumber(0, 65_535, {
    name: "ROLLCALL_PORT",
    meaning: "Port to listen on. 0 means any free port.",
    fallback: 8_080
  }),
  pathPrefix: variable({
    name: "ROLLCALL_PATH_PREFIX",
    meaning: "Path prefix for everything that is served, such as /crm behind a reverse proxy.",
    otherwise: "none",
    schema: PathPrefix,
    fallback: "" as const,
    expected: "a path such as /crm that does not start like a path of the API"
  }),
  databaseUrl: variable({
    name: "ROLLCALL_DATABASE_URL",
    meaning:
      "Database URL: sqlite:<file>, postgres://<user>:<password>@<host>/<database>, or memory: to lose all data when the process ends.",
    otherwise: "sqlite:./rollcall.db",
    schema: DatabaseUrl,
    fallback: { _tag: "Sqlite", filename: "./rollcall.db" } satisfies DatabaseUrl,
    expected: "sqlite:<file>, postgres://... or memory:",
    secret: true
  }),
  databaseSchema: variable({
    name: "ROLLCALL_DATABASE_SCHEMA",
    meaning: "The schema of a Postgres database that holds the tables. It is created if it is missing.",
    otherwise: "rollcall",
    schema: Schema.String.check(Schema.isPattern(/^(?!pg_)[A-Za-z_][A-Za-z0-9_]{0,62}$/)),
    fallback: "rollcall",
    expected: "letters, digits and underscores, not starting with a digit or `pg_`"
  }),
  databasePooled: flag({
    name: "ROLLCALL_DATABASE_POOLED",
    meaning: "Whether the Postgres URL points to a pooler such as PgBouncer: true or false.",
    fallback: false
  }),
  databaseWait: duration("0 seconds", "1 hour", {
    name: "ROLLCALL_DATABASE_WAIT",
    meaning: "How long startup waits for a Postgres database that is down.",
    fallback: "60 seconds"
  }),
  bootstrapToken: variable({
    name: "ROLLCALL_BOOTSTRAP_TOKEN",
    meaning: "A token with full access to the workspace `default`, at least 32 characters.",
    otherwise: "the first start creates a token and shows it once",
    schema: Token,
    fallback: undefined,
    expected: "at least 32 printable ASCII characters without a space",
    secret: true
  }),
  channel: variable({
    name: "ROLLCALL_CHANNEL",
    meaning: "The channel that messages are sent through: simulator or whatsapp.",
    otherwise: "simulator",
    schema: Schema.Literals(["simulator", "whatsapp"]),
    fallback: "simulator" as const,
    expected: "simulator or whatsapp"
  }),
  ...whatsAppVariables,
  templates: fileName({
    name: "ROLLCALL_TEMPLATES",
    meaning: "A JSON file with an array of templates that are added to the catalogue.",
    otherwise: "only the channel's own"
  }),
  uniqueIdentifiers: flag({
    name: "ROLLCALL_UNIQUE_IDENTIFIERS",
    meaning: "Whether identifiers of contacts must be unique: true or false.",
    fallback: false
  }),
  country: variable({
    name: "ROLLCALL_COUNTRY",
    meaning: "Country of phone numbers without a country code: two letters (ISO 3166), such as DE.",
    otherwise: "such a number is its digits",
    schema: Country,
    fallback: undefined,
    expected: expectedCountry
  }),
  sendRate: wholeNumber(1, 100_000, {
    name: "ROLLCALL_SEND_RATE",
    meaning: "Rate limit per sender in messages per second, over all processes on one database.",
    fallback: 80
  }),
  dispatchLease: duration("1 second", "1 hour", {
    name: "ROLLCALL_DISPATCH_LEASE",
    meaning: "How long a process may be unresponsive before the messages it was sending count as unknown.",
    fallback: "60 seconds"
  }),
  onUnknown: variable({
    name: "ROLLCALL_ON_UNKNOWN",
    meaning:
      "What to do if the outcome of a message is unknown: wait for a receipt, resend (a recipient may get it twice), or give-up.",
    otherwise: "wait",
    schema: Schema.Literals(["wait", "resend", "give-up"]),
    fallback: "wait" as const,
    expected: "wait, resend or give-up"
  }),
  ...retentionVariables,
  webhookPrivateAddresses: flag({
    name: "ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES",
    meaning: "Whether webhooks may be sent to private and loopback addresses, and without TLS: true or false.",
    fallback: false
  }),
  stopWords: variable({
    name: "ROLLCALL_STOP_WORDS",
    meaning: "Words that opt a person out when sent as a message, separated by commas. They replace the default words.",
    otherwise: "stop, unsubscribe, opt out and others, by language",
    schema: Words,
    fallback: undefined,
    expected: "words separated by commas"
  }),
  simulatorJournal: fileName({
    name: "ROLLCALL_SIMULATOR_JOURNAL",
    meaning: "File in which the simulator records the messages it sends.",
    otherwise: "<database file>.simulator.jsonl; with memory: no file"
  }),
  simulatorSeed: variable({
    name: "ROLLCALL_SIMULATOR_SEED",
    meaning: "Seed of the simulator's random delays.",
    otherwise: "rollcall",
    schema: Schema.NonEmptyString,
    fallback: "rollcall",
    expected: "a text"
  }),
  ...httpVariables,
  processes: variable({
    name: "ROLLCALL_PROCESSES",
    meaning:
      "Number of server processes on Postgres, or auto for one per core. A supervisor replaces failed processes and restarts them on SIGHUP. SQLite and memory: use one.",
    otherwise: "one, on its own",
    schema: Schema.Union([Schema.Literal("auto"), WholeNumber(1, 128)]),
    fallback: undefined,
    expected: "auto or a whole number from 1 to 128"
  }),
  metricsPort: wholeNumber(0, 65_535, {
    name: "ROLLCALL_METRICS_PORT",
    meaning: "Separate port for GET /metrics, on the server's address. 0 means any free port.",
    otherwise: "none: metrics are served on the server's port if ROLLCALL_METRICS_TOKEN is set",
    fallback: undefined
  }),
  metricsToken: variable({
    name: "ROLLCALL_METRICS_TOKEN",
    meaning: "Bearer token for the metrics, at least 32 characters. It gives access only to the metrics.",
    otherwise: "none: metrics are only served on ROLLCALL_METRICS_PORT, if set",
    schema: Token,
    fallback: undefined,
    expected: "at least 32 printable ASCII characters without a space",
    secret: true
  }),
  ...telemetryVariables,
  logLevel: variable({
    name: "ROLLCALL_LOG_LEVEL",
    meaning: "Minimum log level: trace, debug, info, warn, error or none.",
    otherwise: "info",
    schema: Level,
    fallback: "Info" as const,
    expected: "trace, debug, info, warn, error or none"
  }),
  logFormat: variable({
    name: "ROLLCALL_LOG_FORMAT",
    meaning: "Log format on standard error: pretty or json.",
    otherwise: "pretty on a terminal, json elsewhere",
    schema: Schema.Literals(["pretty", "json"]),
    fallback: undefined,
    expected: "pretty or json"
  })
}

interface ReadOf extends Struct.Lambda {
  <A>(variable: Variable<A>): Variable<A>["read"]
  readonly "~lambda.out": this["~lambda.in"] extends Variable<infer A> ? Variable<A>["read"] : never
}

const reads = Struct.map(
  variables,
  Struct.lambda<ReadOf>(({ read }) => read)
)

/** Reads every variable. Fails with one line for each invalid variable. */
export const readSettings = Effect.gen(function* () {
  const wrong = Arr.getFailures(Object.values(yield* Effect.all(reads, { mode: "result" })))
  if (wrong.length > 0) return yield* new StartRefused({ message: wrong.map(({ message }) => message).join("\n") })
  return yield* Effect.all(reads)
})

/** The settings from the environment. */
export type Settings = Effect.Success<typeof readSettings>
