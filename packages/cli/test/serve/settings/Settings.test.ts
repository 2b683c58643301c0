import { assert, describe } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Redacted } from "effect"
import { readSettings, variables } from "../../../src/serve/settings/Settings.ts"
import { unknownVariables } from "../../../src/serve/settings/UnknownVariables.ts"
import { test } from "../../../../core/test/Suite.ts"

const withEnv = (env: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const read = (env: Record<string, string>) => withEnv(env)(readSettings)

type Settings = Effect.Success<typeof readSettings>

const port = "a whole number from 0 to 65535"
const prefix = "a path such as /crm that does not start like a path of the API"
const database = "sqlite:<file>, postgres://... or memory:"
const schema = "letters, digits and underscores, not starting with a digit or `pg_`"
const bootstrap = "at least 32 printable ASCII characters without a space"
const lease = "a time from 1 second to 1 hour, such as `30 seconds`"

/** What a variable must be. The value of a secret one is not repeated. */
const refusals: ReadonlyArray<readonly [variable: string, value: string, expected: string]> = [
  ["ROLLCALL_PORT", "http", `${port}, not "http"`],
  ["ROLLCALL_PORT", "65536", `${port}, not "65536"`],
  ["ROLLCALL_PORT", "-1", `${port}, not "-1"`],
  ["ROLLCALL_PORT", "80.5", `${port}, not "80.5"`],
  ["ROLLCALL_PATH_PREFIX", "crm", `${prefix}, not "crm"`],
  ["ROLLCALL_PATH_PREFIX", "/crm?x", `${prefix}, not "/crm?x"`],
  ["ROLLCALL_PATH_PREFIX", "//crm", `${prefix}, not "//crm"`],
  ["ROLLCALL_PATH_PREFIX", "/crm/../x", `${prefix}, not "/crm/../x"`],
  ["ROLLCALL_PATH_PREFIX", "/V1", `${prefix}, not "/V1"`],
  ["ROLLCALL_PATH_PREFIX", "/broadcasts/crm", `${prefix}, not "/broadcasts/crm"`],
  ["ROLLCALL_PATH_PREFIX", "/metrics", `${prefix}, not "/metrics"`],
  ["ROLLCALL_DATABASE_URL", "mysql://root:secret@db/x", database],
  ["ROLLCALL_DATABASE_URL", "sqlite:", database],
  ["ROLLCALL_DATABASE_SCHEMA", "a.b", `${schema}, not "a.b"`],
  ["ROLLCALL_DATABASE_SCHEMA", "pg_temp", `${schema}, not "pg_temp"`],
  ["ROLLCALL_BOOTSTRAP_TOKEN", `two words ${"x".repeat(32)}`, bootstrap],
  ["ROLLCALL_BOOTSTRAP_TOKEN", "x".repeat(31), bootstrap],
  ["ROLLCALL_CHANNEL", "pigeon", 'simulator or whatsapp, not "pigeon"'],
  ["ROLLCALL_WHATSAPP_TOKEN", "two words", "printable ASCII characters without a space"],
  ["ROLLCALL_WHATSAPP_PHONE_NUMBER_ID", "+49 30 1", 'an id of digits, not "+49 30 1"'],
  ["ROLLCALL_WHATSAPP_GRAPH_URL", "graph", 'an http or https URL without a query, not "graph"'],
  ["ROLLCALL_WHATSAPP_GRAPH_VERSION", "24", 'a version such as v24.0, not "24"'],
  ["ROLLCALL_STOP_WORDS", "stop,,end", 'words separated by commas, not "stop,,end"'],
  ["ROLLCALL_ON_UNKNOWN", "retry", 'wait, resend or give-up, not "retry"'],
  ["ROLLCALL_UNIQUE_IDENTIFIERS", "yes", 'true or false, not "yes"'],
  ["ROLLCALL_COUNTRY", "Germany", 'a country in two letters, such as DE, not "Germany"'],
  ["ROLLCALL_COUNTRY", "UK", 'GB, the ISO 3166 code of the United Kingdom, not "UK"'],
  ["ROLLCALL_COUNTRY", "de", 'DE, in capitals, not "de"'],
  ["ROLLCALL_SEND_RATE", "0", 'a whole number from 1 to 100000, not "0"'],
  ["ROLLCALL_RATE_LIMIT", "100/second", 'a whole number from 0 to 1000000, not "100/second"'],
  ["ROLLCALL_RATE_BURST", "0", 'a whole number from 1 to 1000000, not "0"'],
  ["ROLLCALL_TRUSTED_PROXIES", "all", 'a whole number from 0 to 16, not "all"'],
  ["ROLLCALL_DISPATCH_LEASE", "soon", `${lease}, not "soon"`],
  ["ROLLCALL_DISPATCH_LEASE", "2 days", `${lease}, not "2 days"`],
  ["ROLLCALL_KEEP_UNMATCHED", "-1 days", 'a time from 1 minute to 3650 days, such as `7 days`, not "-1 days"'],
  ["ROLLCALL_LOG_LEVEL", "loud", 'trace, debug, info, warn, error or none, not "loud"'],
  ["ROLLCALL_LOG_FORMAT", "xml", 'pretty or json, not "xml"'],
  ["ROLLCALL_METRICS_TOKEN", "short", bootstrap],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://user:secret@collector:4317", "a URL such as http://localhost:4318"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "secret", "name=value, separated by commas"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=50%", "name=value, separated by commas"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", 'http/protobuf or http/json, not "grpc"'],
  ["OTEL_TRACES_SAMPLER_ARG", "2", 'a number from 0 to 1, not "2"']
]

/**
 * Every setting: its name, what it is by default, the variable, without `ROLLCALL_` if it begins so, a value of it, and what
 * that is read as.
 */
const settings: ReadonlyArray<
  readonly [name: keyof Settings, byDefault: unknown, variable: string, value: string, read: unknown]
> = [
  ["host", "127.0.0.1", "HOST", "::1", "::1"],
  ["port", 8080, "PORT", "0", 0],
  ["pathPrefix", "", "PATH_PREFIX", "/apps/crm/", "/apps/crm"],
  [
    "databaseUrl",
    { _tag: "Sqlite", filename: "./rollcall.db" },
    "DATABASE_URL",
    "sqlite:///var/lib/rollcall.db",
    { _tag: "Sqlite", filename: "/var/lib/rollcall.db" }
  ],
  ["databaseSchema", "rollcall", "DATABASE_SCHEMA", "contacts", "contacts"],
  ["databasePooled", false, "DATABASE_POOLED", "true", true],
  ["databaseWait", Duration.seconds(60), "DATABASE_WAIT", "0 seconds", Duration.zero],
  ["bootstrapToken", undefined, "BOOTSTRAP_TOKEN", "x".repeat(32), Redacted.make("x".repeat(32))],
  ["channel", "simulator", "CHANNEL", "whatsapp", "whatsapp"],
  ["whatsAppToken", undefined, "WHATSAPP_TOKEN", "access", Redacted.make("access")],
  ["whatsAppPhoneNumberId", undefined, "WHATSAPP_PHONE_NUMBER_ID", "111", "111"],
  ["whatsAppBusinessAccountId", undefined, "WHATSAPP_BUSINESS_ACCOUNT_ID", "222", "222"],
  ["whatsAppAppSecret", undefined, "WHATSAPP_APP_SECRET", "app", Redacted.make("app")],
  ["whatsAppVerifyToken", undefined, "WHATSAPP_VERIFY_TOKEN", "verify", Redacted.make("verify")],
  ["whatsAppAccounts", undefined, "WHATSAPP_ACCOUNTS", "accounts.json", "accounts.json"],
  ["whatsAppGraphUrl", undefined, "WHATSAPP_GRAPH_URL", "http://127.0.0.1:9090", "http://127.0.0.1:9090"],
  ["whatsAppGraphVersion", undefined, "WHATSAPP_GRAPH_VERSION", "v25.0", "v25.0"],
  ["templates", undefined, "TEMPLATES", "more.json", "more.json"],
  ["uniqueIdentifiers", false, "UNIQUE_IDENTIFIERS", "true", true],
  ["country", undefined, "COUNTRY", "DE", "DE"],
  ["sendRate", 80, "SEND_RATE", "1000", 1000],
  ["dispatchLease", Duration.seconds(60), "DISPATCH_LEASE", "2 seconds", Duration.seconds(2)],
  ["onUnknown", "wait", "ON_UNKNOWN", "give-up", "give-up"],
  ["keepUnmatched", Duration.days(30), "KEEP_UNMATCHED", "7 days", Duration.days(7)],
  ["keepIdempotencyKeys", Duration.days(30), "KEEP_IDEMPOTENCY_KEYS", "60 days", Duration.days(60)],
  ["keepImportRows", Duration.days(30), "KEEP_IMPORT_ROWS", "1 minute", Duration.minutes(1)],
  ["keepEvents", Duration.days(7), "KEEP_EVENTS", "30 days", Duration.days(30)],
  ["keepMessages", Duration.days(30), "KEEP_MESSAGES", "2 days", Duration.days(2)],
  ["keepRecipients", null, "KEEP_RECIPIENTS", "365 days", Duration.days(365)],
  ["webhookPrivateAddresses", false, "WEBHOOK_PRIVATE_ADDRESSES", "true", true],
  ["stopWords", undefined, "STOP_WORDS", "Genug, no more", ["Genug", "no more"]],
  ["simulatorJournal", undefined, "SIMULATOR_JOURNAL", "journal.jsonl", "journal.jsonl"],
  ["simulatorSeed", "rollcall", "SIMULATOR_SEED", "seven", "seven"],
  ["maxConnections", 1000, "MAX_CONNECTIONS", "5", 5],
  ["rateLimit", 0, "RATE_LIMIT", "100", 100],
  ["rateBurst", undefined, "RATE_BURST", "250", 250],
  ["failedAuthentications", 60, "FAILED_AUTHENTICATIONS", "0", 0],
  ["trustedProxies", 0, "TRUSTED_PROXIES", "2", 2],
  ["console", true, "CONSOLE", "false", false],
  ["requestDeadline", Duration.seconds(10), "REQUEST_DEADLINE", "30 seconds", Duration.seconds(30)],
  ["uploadDeadline", Duration.seconds(60), "UPLOAD_DEADLINE", "5 minutes", Duration.minutes(5)],
  ["drainDelay", Duration.zero, "DRAIN_DELAY", "5 seconds", Duration.seconds(5)],
  ["processes", undefined, "PROCESSES", "4", 4],
  ["logLevel", "Info", "LOG_LEVEL", "DEBUG", "Debug"],
  ["logFormat", undefined, "LOG_FORMAT", "json", "json"],
  ["metricsPort", undefined, "METRICS_PORT", "9464", 9464],
  ["metricsToken", undefined, "METRICS_TOKEN", "y".repeat(32), Redacted.make("y".repeat(32))],
  ["otlpEndpoint", undefined, "OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318", "http://collector:4318"],
  ["otlpHeaders", Redacted.make({}), "OTEL_EXPORTER_OTLP_HEADERS", "key=a%2Cb", Redacted.make({ key: "a,b" })],
  ["otlpProtocol", "http/protobuf", "OTEL_EXPORTER_OTLP_PROTOCOL", "http/json", "http/json"],
  ...(["Traces", "Metrics"] as const).flatMap((signal) => {
    const variable = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}`
    return [
      [`otlp${signal}Endpoint`, undefined, `${variable}_ENDPOINT`, "http://collector/x", "http://collector/x"],
      [`otlp${signal}Headers`, undefined, `${variable}_HEADERS`, "key=a", Redacted.make({ key: "a" })],
      [`otlp${signal}Protocol`, undefined, `${variable}_PROTOCOL`, "http/json", "http/json"]
    ] as const
  }),
  ["otelServiceName", undefined, "OTEL_SERVICE_NAME", "crm", "crm"],
  ["otelResource", {}, "OTEL_RESOURCE_ATTRIBUTES", "a=1,b=2", { a: "1", b: "2" }],
  ["otelSampler", "parentbased_always_on", "OTEL_TRACES_SAMPLER", "traceidratio", "traceidratio"],
  ["otelSamplerArgument", 1, "OTEL_TRACES_SAMPLER_ARG", "0.25", 0.25],
  ["otelMetricInterval", 60_000, "OTEL_METRIC_EXPORT_INTERVAL", "1000", 1000],
  ["otelDisabled", false, "OTEL_SDK_DISABLED", "true", true]
]

const named = (variable: string) => (variable.startsWith("OTEL_") ? variable : `ROLLCALL_${variable}`)

describe("settings", () => {
  test("an empty environment gives the documented defaults", function* () {
    const all = Object.fromEntries(settings.map(([name, byDefault]) => [name, byDefault]))
    assert.deepStrictEqual<unknown>(yield* read({}), all)
  })

  test("a variable that is set but empty counts as unset", function* () {
    assert.strictEqual((yield* read({ ROLLCALL_PORT: "" })).port, 8080)
  })

  test("every variable is read", function* () {
    const all = yield* read(Object.fromEntries(settings.map(([, , name, value]) => [named(name), value])))
    assert.deepStrictEqual<unknown>(all, Object.fromEntries(settings.map(([name, , , , read]) => [name, read])))
  })

  test("every invalid variable is reported, a line each", function* () {
    const env = { ROLLCALL_PORT: "http", ROLLCALL_LOG_FORMAT: "xml", ROLLCALL_SEND_RATE: "0", ROLLCALL_HOST: "::1" }
    const { message } = yield* Effect.flip(read(env))
    assert.deepStrictEqual(
      message.split("\n").map((line) => line.split(" ", 1).join()),
      ["ROLLCALL_PORT", "ROLLCALL_SEND_RATE", "ROLLCALL_LOG_FORMAT"]
    )
  })

  test("an unknown variable is reported with the nearest known one", function* () {
    const known = Object.values(variables).map(({ name }) => name)
    const env = {
      ROLLCALL_PROT: "80",
      ROLLCALL_PORT: "80",
      ROLLCALL_DATABASE: "x",
      ROLLCALL_LOGLEVEL: "info",
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "http://collector:4318/v1/logs",
      OTEL_SERVICE_NAME: "crm",
      HOME: "/"
    }
    assert.deepStrictEqual((yield* withEnv(env)(unknownVariables(known))).toSorted(), [
      "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT is an OpenTelemetry variable that Rollcall does not read: OTEL_EXPORTER_OTLP_ENDPOINT is the nearest one",
      "ROLLCALL_DATABASE is not a variable of Rollcall: ROLLCALL_DATABASE_URL is the nearest one",
      "ROLLCALL_LOGLEVEL is not a variable of Rollcall: ROLLCALL_LOG_LEVEL is the nearest one",
      "ROLLCALL_PROT is not a variable of Rollcall: ROLLCALL_PORT is the nearest one"
    ])
  })

  test.each(refusals)("%s=%s is rejected with one line that names it", function* ([variable, value, expected]) {
    const refused = yield* Effect.flip(read({ [variable]: value }))
    assert.strictEqual(refused.message, `${variable} must be ${expected}`)
  })
})
