import { InvalidInput, Issue, Template } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { expectedCountry, isCountry } from "@rollcall/phone-numbers"
import { Effect, Layer, Predicate, Result, Schema } from "effect"
import type { HttpOptions } from "../Fetch.ts"
import { checkedBy, hasMembers, HostFunction, mustBe, readGiven } from "./Given.ts"
import type { RollcallOptions } from "./Options.ts"
import { Settings } from "./Settings.ts"

const anyStorage = "sqlite({ filename }), postgres({ url }), fromPool(pool) or memory()"
const anyChannel = "simulator(), whatsapp(accounts) or a layer"

/** Returns the problem with a storage, such as a connection string passed instead. */
const storageComplaint = (value: unknown): string | undefined => {
  if (hasMembers(value, ["layer", "using"])) return undefined
  if (hasMembers(value, ["connect", "query"])) return "is a pool or a client of Postgres: give fromPool(pool)"
  if (hasMembers(value, ["prepare", "exec"])) return "is a database of SQLite: give sqlite({ database })"
  return mustBe(anyStorage, value)
}

const isChannel = (value: unknown): boolean =>
  Layer.isLayer(value) || hasMembers(value, ["layer", "templates"]) || hasMembers(value, ["provider"])

/** A channel, or several with an index each. */
const Channel = Schema.Unknown.check(
  Schema.makeFilter((value) => {
    if (!Array.isArray(value)) return isChannel(value) || mustBe(anyChannel, value)
    if (value.length === 0) return `must have at least one channel: ${anyChannel}`
    return value.flatMap((one: unknown, index) =>
      isChannel(one) ? [] : [{ path: [index], issue: mustBe(anyChannel, one) }]
    )
  })
)

/** Returns the problem with a path prefix. */
const prefixComplaint = (prefix: string): string | undefined => {
  const path = `/${prefix.replace(/^[/\s]+|[/\s]+$/g, "")}`
  if (prefix === "" || prefix === "/" || prefix.replace(/\/$/, "") === path) {
    return /^(?:\/[\w.~-]+)*\/?$/.test(prefix) ? undefined : "must be a path such as /rollcall, without a pattern"
  }
  return `must begin with a slash: ${path}`
}

const Http = Schema.Struct({
  prefix: Schema.optional(
    Schema.String.annotate({ message: "must be a path such as /rollcall" }).check(Schema.makeFilter(prefixComplaint))
  ),
  authorize: Schema.optional(HostFunction),
  docs: Schema.optional(Schema.Boolean),
  console: Schema.optional(Schema.Boolean),
  rateLimit: Schema.optional(
    Schema.Struct({
      perSecond: Schema.Finite.check(Schema.isGreaterThan(0, { message: "must be more than 0" })),
      burst: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(1))
    })
  ),
  failedAuthentications: Schema.optional(Schema.Natural),
  trustedProxies: Schema.optional(Schema.Natural),
  metricsToken: Schema.optional(Schema.NonEmptyString)
} satisfies { readonly [Name in keyof Required<HttpOptions>]: Schema.Top })

const Country = Schema.String.annotate({ message: `must be ${expectedCountry("")}` }).check(
  Schema.makeFilter((text) => isCountry(text) || `must be ${expectedCountry(text)}, not ${JSON.stringify(text)}`)
)

const ofStorage = (example: string) =>
  Schema.optionalKey(Schema.Never.annotate({ message: `belongs to the storage: ${example}` }))

/** Store options, often passed next to `storage` by mistake. */
const storageOptions = {
  migrate: ofStorage('postgres({ url, migrate: "check" }) or sqlite({ filename, migrate: "check" })'),
  schema: ofStorage('postgres({ url, schema: "rollcall" })'),
  pooled: ofStorage("postgres({ url, pooled: true })"),
  url: ofStorage("postgres({ url })"),
  filename: ofStorage("sqlite({ filename })")
}

/** The schema of the options of `createRollcall`. */
const Options = Schema.Struct({
  storage: checkedBy(storageComplaint).pipe(Schema.annotateKey({ messageMissingKey: `must be ${anyStorage}` })),
  channel: Channel.pipe(Schema.annotateKey({ messageMissingKey: `must be ${anyChannel}` })),
  templates: Schema.optional(Schema.Array(Template)),
  country: Schema.optional(Country),
  workers: Schema.optional(Schema.Boolean),
  clock: Schema.optional(
    checkedBy((value) => (hasMembers(value, ["layer"]) ? undefined : mustBe("virtualClock()", value)))
  ),
  http: Schema.optional(Http),
  settings: Schema.optional(Settings),
  log: Schema.optional(
    checkedBy((value) => (value === false || Predicate.isFunction(value) ? undefined : "must be a function or false"))
  ),
  ...storageOptions
} satisfies { readonly [Name in keyof Required<RollcallOptions>]: Schema.Top })

/**
 * Validates the options of `createRollcall`, and returns the settings. Fails with an issue for each option that is
 * missing, unknown or of the wrong type, because JavaScript has no compiler to report it.
 */
export const checkOptions = (options: unknown): Effect.Effect<typeof Settings.Type, InvalidInput> => {
  const read = readGiven(Options, options ?? {}, [])
  const given = Predicate.isReadonlyObject(options) ? options : {}
  const issues = [
    ...Result.match(read, { onFailure: (found) => found, onSuccess: () => [] }),
    ...[given["storage"], given["channel"]].flat().flatMap(ownIssues),
    ...clockIssues(given)
  ]
  return Effect.as(InvalidInput.refuse(issues), Result.isSuccess(read) ? (read.success.settings ?? {}) : {})
}

/**
 * Rejects a virtual clock with a database: its responses take real time, and a day of virtual time would run each
 * worker some hundred thousand times.
 */
const clockIssues = ({ clock, storage }: Readonly<Record<PropertyKey, unknown>>): ReadonlyArray<Issue> =>
  clock === undefined || !hasMembers(storage, ["layer"]) || hasMembers(storage, ["hasVirtualTime"])
    ? []
    : [
        issue(
          "value_error",
          ["clock"],
          "works with memory() only. With a database leave it out, and shorten the times of the test instead, such as a " +
            "scheduledFor one second ahead"
        )
      ]

/** Returns the issues reported by a store or a channel about its own options. */
const ownIssues = (value: unknown): ReadonlyArray<Issue> =>
  Predicate.hasProperty(value, "issues") && isIssues(value.issues) ? value.issues : []

const isIssues = Schema.is(Schema.Array(Issue))
