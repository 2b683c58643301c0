import { expectedCountry } from "@rollcall/phone-numbers"
import { Array as Arr, Duration, Effect, Schema, Struct } from "effect"
import { StartRefused } from "../StartRefused.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { httpVariables } from "./HttpVariables.ts"
import { inboxVariables } from "./InboxVariables.ts"
import { metricsVariables } from "./MetricsVariables.ts"
import { retentionVariables } from "./RetentionVariables.ts"
import { processVariables } from "./ProcessVariables.ts"
import { telemetryVariables } from "./TelemetryVariables.ts"
import { type Variable, variable } from "./Variable.ts"
import { Country, DurationBetween, Flag, Level, PathPrefix, Token, WholeNumber } from "./VariableSchemas.ts"
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
  port: variable({
    name: "ROLLCALL_PORT",
    meaning: "Port to listen on. 0 means any free port.",
    otherwise: "8080",
    schema: WholeNumber(0, 65_535),
    fallback: 8_080,
    expected: "a whole number from 0 to 65535"
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
  databasePooled: variable({
    name: "ROLLCALL_DATABASE_POOLED",
    meaning: "Whether the Postgres URL points to a pooler such as PgBouncer: true or false.",
    otherwise: "false",
    schema: Flag,
    fallback: false,
    expected: "true or false"
  }),
  databaseWait: variable({
    name: "ROLLCALL_DATABASE_WAIT",
    meaning: "How long startup waits for a Postgres database that is down.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.zero, Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 0 seconds to 1 hour, such as `30 seconds`"
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
  templates: variable({
    name: "ROLLCALL_TEMPLATES",
    meaning: "A JSON file with an array of templates that are added to the catalogue.",
    otherwise: "only the channel's own",
    schema: Schema.NonEmptyString,
    fallback: undefined,
    expected: "the name of a file"
  }),
  uniqueIdentifiers: variable({
    name: "ROLLCALL_UNIQUE_IDENTIFIERS",
    meaning: "Whether identifiers of contacts must be unique: true or false.",
    otherwise: "false",
    schema: Flag,
    fallback: false,
    expected: "true or false"
  }),
  country: variable({
    name: "ROLLCALL_COUNTRY",
    meaning: "Country of phone numbers without a country code: two letters (ISO 3166), such as DE.",
    otherwise: "such a number is its digits",
    schema: Country,
    fallback: undefined,
    expected: expectedCountry
  }),
  sendRate: variable({
    name: "ROLLCALL_SEND_RATE",
    meaning: "Rate limit per sender in messages per second, over all processes on one database.",
    otherwise: "80",
    schema: WholeNumber(1, 100_000),
    fallback: 80,
    expected: "a whole number from 1 to 100000"
  }),
  dispatchLease: variable({
    name: "ROLLCALL_DISPATCH_LEASE",
    meaning: "How long a process may be unresponsive before the messages it was sending count as unknown.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
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
  webhookPrivateAddresses: variable({
    name: "ROLLCALL_WEBHOOK_PRIVATE_ADDRESSES",
    meaning: "Whether webhooks may be sent to private and loopback addresses, and without TLS: true or false.",
    otherwise: "false",
    schema: Flag,
    fallback: false,
    expected: "true or false"
  }),
  ...inboxVariables,
  simulatorJournal: variable({
    name: "ROLLCALL_SIMULATOR_JOURNAL",
    meaning: "File in which the simulator records the messages it sends.",
    otherwise: "<database file>.simulator.jsonl; with memory: no file",
    schema: Schema.NonEmptyString,
    fallback: undefined,
    expected: "the name of a file"
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
  ...processVariables,
  ...metricsVariables,
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
