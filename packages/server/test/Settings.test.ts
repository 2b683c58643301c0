import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Redacted } from "effect"
import { readSettings, variables } from "../src/Settings.ts"
import { environmentHelp } from "../src/Help.ts"

const read = (env: Record<string, string>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const refusals: ReadonlyArray<readonly [variable: string, value: string, line: string]> = [
  ["ROLLCALL_PORT", "http", 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "http"'],
  ["ROLLCALL_PORT", "65536", 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "65536"'],
  ["ROLLCALL_PORT", "-1", 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "-1"'],
  ["ROLLCALL_PORT", "80.5", 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "80.5"'],
  [
    "ROLLCALL_DATABASE_URL",
    "mysql://root:secret@db/x",
    "ROLLCALL_DATABASE_URL must be sqlite:<file>, postgres://... or memory:"
  ],
  ["ROLLCALL_DATABASE_URL", "sqlite:", "ROLLCALL_DATABASE_URL must be sqlite:<file>, postgres://... or memory:"],
  [
    "ROLLCALL_BOOTSTRAP_TOKEN",
    "two words",
    "ROLLCALL_BOOTSTRAP_TOKEN must be printable ASCII characters without a space"
  ],
  ["ROLLCALL_CHANNEL", "pigeon", 'ROLLCALL_CHANNEL must be simulator, not "pigeon"'],
  ["ROLLCALL_ON_UNKNOWN", "retry", 'ROLLCALL_ON_UNKNOWN must be wait, resend or give-up, not "retry"'],
  ["ROLLCALL_UNIQUE_IDENTIFIERS", "yes", 'ROLLCALL_UNIQUE_IDENTIFIERS must be true or false, not "yes"'],
  ["ROLLCALL_SEND_RATE", "0", 'ROLLCALL_SEND_RATE must be a whole number from 1 to 100000, not "0"'],
  [
    "ROLLCALL_DISPATCH_LEASE",
    "soon",
    'ROLLCALL_DISPATCH_LEASE must be a time from 1 second to 1 hour, such as `30 seconds`, not "soon"'
  ],
  [
    "ROLLCALL_DISPATCH_LEASE",
    "2 days",
    'ROLLCALL_DISPATCH_LEASE must be a time from 1 second to 1 hour, such as `30 seconds`, not "2 days"'
  ],
  ["ROLLCALL_LOG_LEVEL", "loud", 'ROLLCALL_LOG_LEVEL must be trace, debug, info, warn, error or none, not "loud"'],
  ["ROLLCALL_LOG_FORMAT", "xml", 'ROLLCALL_LOG_FORMAT must be pretty or json, not "xml"']
]

describe("settings", () => {
  it.effect("an empty environment gives the documented defaults", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({}), {
        host: "127.0.0.1",
        port: 8080,
        databaseUrl: { _tag: "Sqlite", filename: "./rollcall.db" },
        bootstrapToken: undefined,
        channel: "simulator",
        templates: undefined,
        uniqueIdentifiers: false,
        sendRate: 80,
        dispatchLease: Duration.seconds(60),
        onUnknown: "wait",
        simulatorJournal: undefined,
        simulatorSeed: "rollcall",
        maxConnections: 1000,
        logLevel: "Info",
        logFormat: undefined
      })
    })
  )

  it.effect("a variable that is set but empty counts as unset", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({ ROLLCALL_PORT: "" })).port, 8080)
    })
  )

  it.effect("every variable is read", () =>
    Effect.gen(function* () {
      const settings = yield* read({
        ROLLCALL_HOST: "::1",
        ROLLCALL_PORT: "0",
        ROLLCALL_DATABASE_URL: "sqlite:///var/lib/rollcall.db",
        ROLLCALL_BOOTSTRAP_TOKEN: "open-sesame",
        ROLLCALL_CHANNEL: "simulator",
        ROLLCALL_TEMPLATES: "more.json",
        ROLLCALL_UNIQUE_IDENTIFIERS: "true",
        ROLLCALL_SEND_RATE: "1000",
        ROLLCALL_DISPATCH_LEASE: "2 seconds",
        ROLLCALL_ON_UNKNOWN: "give-up",
        ROLLCALL_SIMULATOR_JOURNAL: "journal.jsonl",
        ROLLCALL_SIMULATOR_SEED: "seven",
        ROLLCALL_MAX_CONNECTIONS: "5",
        ROLLCALL_LOG_LEVEL: "DEBUG",
        ROLLCALL_LOG_FORMAT: "json"
      })
      assert.deepStrictEqual(settings, {
        host: "::1",
        port: 0,
        databaseUrl: { _tag: "Sqlite", filename: "/var/lib/rollcall.db" },
        bootstrapToken: Redacted.make("open-sesame"),
        channel: "simulator",
        templates: "more.json",
        uniqueIdentifiers: true,
        sendRate: 1000,
        dispatchLease: Duration.seconds(2),
        onUnknown: "give-up",
        simulatorJournal: "journal.jsonl",
        simulatorSeed: "seven",
        maxConnections: 5,
        logLevel: "Debug",
        logFormat: "json"
      })
    })
  )

  it.effect.each(refusals)("%s=%s is refused with one line that names it", ([variable, value, line]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(read({ [variable]: value }))
      assert.strictEqual(refused.message, line)
    })
  )

  it("the help names every variable with its default", () => {
    const all = Object.values(variables)
    const help = environmentHelp(all)
    for (const { name, otherwise } of all) {
      assert.include(help, `  ${name}\n`)
      assert.include(help, `Default: ${otherwise}`)
    }
  })
})
