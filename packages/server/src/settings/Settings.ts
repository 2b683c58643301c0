import { isCountry } from "@rollcall/phone-numbers"
import { Array as Arr, Duration, Effect, LogLevel, Schema, SchemaGetter } from "effect"
import { StartRefused } from "../StartRefused.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { inboxVariables } from "./InboxVariables.ts"
import { retentionVariables } from "./RetentionVariables.ts"
import { DurationBetween, variable } from "./Variable.ts"
import { whatsAppVariables } from "./WhatsAppVariables.ts"

const WholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/)).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), {
      decode: SchemaGetter.Number(),
      encode: SchemaGetter.String()
    })
  )

const levels = new Map<string, LogLevel.LogLevel>(
  (["Trace", "Debug", "Info", "Warn", "Error", "None"] as const).map((level) => [level.toLowerCase(), level])
)

const Level = Schema.String.check(Schema.makeFilter((text) => levels.has(text.toLowerCase()))).pipe(
  Schema.decodeTo(Schema.Literals(LogLevel.values), {
    decode: SchemaGetter.transform((text) => levels.get(text.toLowerCase()) ?? "Info"),
    encode: SchemaGetter.transform((level) => level.toLowerCase())
  })
)

const Flag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text) => text === "true"),
    encode: SchemaGetter.transform((value) => (value ? "true" : "false"))
  })
)

const Country = Schema.String.check(Schema.makeFilter((text) => isCountry(text)))

/** A bearer token of characters that a header may have. A shorter one is easier to guess than those that are made. */
const Token = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{32,}$/)))

/** Every environment variable that the server reads, in the order in which `rollcall --help` shows them. */
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
    meaning: "Port to listen on; 0 takes any free one.",
    otherwise: "8080",
    schema: WholeNumber(0, 65_535),
    fallback: 8_080,
    expected: "a whole number from 0 to 65535"
  }),
  databaseUrl: variable({
    name: "ROLLCALL_DATABASE_URL",
    meaning:
      "Where the data is kept: sqlite:<file>, postgres://<user>:<password>@<host>/<database>, or memory: for nothing that outlives the process.",
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
    expected: "letters, digits and underscores, not first a digit or `pg_`"
  }),
  databaseWait: variable({
    name: "ROLLCALL_DATABASE_WAIT",
    meaning: "How long a start waits for a Postgres database that is down.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.zero, Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 0 seconds to 1 hour, such as `30 seconds`"
  }),
  bootstrapToken: variable({
    name: "ROLLCALL_BOOTSTRAP_TOKEN",
    meaning: "A token that opens everything in the workspace `default`: at least 32 characters.",
    otherwise: "the first start makes one and shows it once",
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
    meaning: "Whether an identifier of a contact is refused when another contact has it: true or false.",
    otherwise: "false",
    schema: Flag,
    fallback: false,
    expected: "true or false"
  }),
  country: variable({
    name: "ROLLCALL_COUNTRY",
    meaning: "The country of phone numbers that are written without one: two letters (ISO 3166), such as DE.",
    otherwise: "such a number is its digits",
    schema: Country,
    fallback: undefined,
    expected: "the code of a country, such as DE"
  }),
  sendRate: variable({
    name: "ROLLCALL_SEND_RATE",
    meaning: "Most messages a second from one sender, over all processes on one database.",
    otherwise: "80",
    schema: WholeNumber(1, 100_000),
    fallback: 80,
    expected: "a whole number from 1 to 100000"
  }),
  dispatchLease: variable({
    name: "ROLLCALL_DISPATCH_LEASE",
    meaning: "How long a process may be silent before its messages under way count as unknown.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
  }),
  onUnknown: variable({
    name: "ROLLCALL_ON_UNKNOWN",
    meaning:
      "What to do about a message when it is unknown whether the channel accepted it: wait for a receipt, resend (a recipient may get it twice), or give-up.",
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
    meaning: "The file in which the simulator records the messages that it was asked to send.",
    otherwise: "<database file>.simulator.jsonl; with memory: no file",
    schema: Schema.NonEmptyString,
    fallback: undefined,
    expected: "the name of a file"
  }),
  simulatorSeed: variable({
    name: "ROLLCALL_SIMULATOR_SEED",
    meaning: "Decides the simulator's delays.",
    otherwise: "rollcall",
    schema: Schema.NonEmptyString,
    fallback: "rollcall",
    expected: "a text"
  }),
  maxConnections: variable({
    name: "ROLLCALL_MAX_CONNECTIONS",
    meaning: "Most connections at one time; more are closed at once.",
    otherwise: "1000",
    schema: WholeNumber(1, 1_000_000),
    fallback: 1_000,
    expected: "a whole number from 1 to 1000000"
  }),
  rateLimit: variable({
    name: "ROLLCALL_RATE_LIMIT",
    meaning: "Most requests a second with one token, in the long run; more are answered 429. 0 is no limit.",
    otherwise: "0",
    schema: WholeNumber(0, 1_000_000),
    fallback: 0,
    expected: "a whole number from 0 to 1000000"
  }),
  rateBurst: variable({
    name: "ROLLCALL_RATE_BURST",
    meaning: "Most requests at once with one token, after a rest.",
    otherwise: "the number of ROLLCALL_RATE_LIMIT",
    schema: WholeNumber(1, 1_000_000),
    fallback: undefined,
    expected: "a whole number from 1 to 1000000"
  }),
  failedAuthentications: variable({
    name: "ROLLCALL_FAILED_AUTHENTICATIONS",
    meaning: "Most requests a minute from one address without a valid token; more are answered 429. 0 is no limit.",
    otherwise: "60",
    schema: WholeNumber(0, 1_000_000),
    fallback: 60,
    expected: "a whole number from 0 to 1000000"
  }),
  trustedProxies: variable({
    name: "ROLLCALL_TRUSTED_PROXIES",
    meaning: "How many proxies that set X-Forwarded-For every request comes through.",
    otherwise: "0",
    schema: WholeNumber(0, 16),
    fallback: 0,
    expected: "a whole number from 0 to 16"
  }),
  requestDeadline: variable({
    name: "ROLLCALL_REQUEST_DEADLINE",
    meaning: "How long a request may take before it is stopped and answered 503.",
    otherwise: "10 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(10),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
  }),
  uploadDeadline: variable({
    name: "ROLLCALL_UPLOAD_DEADLINE",
    meaning: "The same for one that imports contacts or creates or validates a broadcast, once its body has arrived.",
    otherwise: "60 seconds",
    schema: DurationBetween(Duration.seconds(1), Duration.hours(1)),
    fallback: Duration.seconds(60),
    expected: "a time from 1 second to 1 hour, such as `30 seconds`"
  }),
  logLevel: variable({
    name: "ROLLCALL_LOG_LEVEL",
    meaning: "The least that is logged: trace, debug, info, warn, error or none.",
    otherwise: "info",
    schema: Level,
    fallback: "Info" as const,
    expected: "trace, debug, info, warn, error or none"
  }),
  logFormat: variable({
    name: "ROLLCALL_LOG_FORMAT",
    meaning: "pretty or json, on standard error.",
    otherwise: "pretty on a terminal, json elsewhere",
    schema: Schema.Literals(["pretty", "json"]),
    fallback: undefined,
    expected: "pretty or json"
  })
}

const reads = {
  host: variables.host.read,
  port: variables.port.read,
  databaseUrl: variables.databaseUrl.read,
  databaseSchema: variables.databaseSchema.read,
  databaseWait: variables.databaseWait.read,
  bootstrapToken: variables.bootstrapToken.read,
  channel: variables.channel.read,
  whatsAppToken: variables.whatsAppToken.read,
  whatsAppPhoneNumberId: variables.whatsAppPhoneNumberId.read,
  whatsAppBusinessAccountId: variables.whatsAppBusinessAccountId.read,
  whatsAppAppSecret: variables.whatsAppAppSecret.read,
  whatsAppVerifyToken: variables.whatsAppVerifyToken.read,
  whatsAppAccounts: variables.whatsAppAccounts.read,
  whatsAppGraphUrl: variables.whatsAppGraphUrl.read,
  whatsAppGraphVersion: variables.whatsAppGraphVersion.read,
  templates: variables.templates.read,
  uniqueIdentifiers: variables.uniqueIdentifiers.read,
  country: variables.country.read,
  sendRate: variables.sendRate.read,
  dispatchLease: variables.dispatchLease.read,
  onUnknown: variables.onUnknown.read,
  keepUnmatched: variables.keepUnmatched.read,
  keepIdempotencyKeys: variables.keepIdempotencyKeys.read,
  keepImportRows: variables.keepImportRows.read,
  webhookPrivateAddresses: variables.webhookPrivateAddresses.read,
  stopWords: variables.stopWords.read,
  simulatorJournal: variables.simulatorJournal.read,
  simulatorSeed: variables.simulatorSeed.read,
  maxConnections: variables.maxConnections.read,
  rateLimit: variables.rateLimit.read,
  rateBurst: variables.rateBurst.read,
  failedAuthentications: variables.failedAuthentications.read,
  trustedProxies: variables.trustedProxies.read,
  requestDeadline: variables.requestDeadline.read,
  uploadDeadline: variables.uploadDeadline.read,
  logLevel: variables.logLevel.read,
  logFormat: variables.logFormat.read
}

/** Reads every variable. Fails with a line for each one that cannot be used. */
export const readSettings = Effect.gen(function* () {
  const wrong = Arr.getFailures(Object.values(yield* Effect.all(reads, { mode: "result" })))
  if (wrong.length > 0) return yield* new StartRefused({ message: wrong.map(({ message }) => message).join("\n") })
  return yield* Effect.all(reads)
})

/** The settings of the environment. */
export type Settings = Effect.Success<typeof readSettings>
