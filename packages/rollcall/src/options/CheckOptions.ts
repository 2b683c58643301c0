import { InvalidInput, Issue, Template } from "@rollcall/core"
import { issue, nearestName, schemaIssues } from "@rollcall/core/shared"
import { isCountry } from "@rollcall/phone-numbers"
import { Effect, Layer, Option, Predicate, Record, Result, Schema } from "effect"
import type { HttpOptions } from "../Fetch.ts"
import type { RollcallOptions } from "./Options.ts"
import { settingNames } from "./Settings.ts"

/** Returns what is wrong with one option; none if nothing is. */
type Check = (value: unknown, name: string) => ReadonlyArray<Issue>

/** What each option of `createRollcall` has to be. The values of `settings` are read by their own schema. */
const checks: { readonly [Name in keyof Required<RollcallOptions>]: Check } = {
  storage: (value, name) =>
    hasMembers(value, ["layer", "using"])
      ? ownIssues(value)
      : refuse(name, "sqlite({ filename }), postgres({ url }) or memory()", value),
  channel: (value, name) =>
    (Array.isArray(value) ? value : [value]).flatMap((one: unknown, index) =>
      isChannel(one)
        ? ownIssues(one)
        : refuse(Array.isArray(value) ? `${name}[${index}]` : name, "simulator(), whatsapp(accounts) or a layer", one)
    ),
  templates: (value, name) => {
    const read = readTemplates(value, { errors: "all", onExcessProperty: "error", reportInput: true })
    return Result.isFailure(read) ? schemaIssues(read.failure.issue, [name]) : []
  },
  country: (value, name) =>
    Predicate.isString(value) && isCountry(value) ? [] : refuse(name, "a country in two letters, such as DE"),
  workers: (value, name) => (Predicate.isBoolean(value) ? [] : refuse(name, "true or false")),
  clock: (value, name) => (hasMembers(value, ["layer"]) ? [] : refuse(name, "virtualClock()", value)),
  http: (value, name) =>
    Predicate.isReadonlyObject(value)
      ? [
          ...unknownMembers(value, httpOptions, [name]),
          ...unknownMembers(value["rateLimit"], rateLimit, [name, "rateLimit"])
        ]
      : refuse(name, "an object"),
  settings: (value, name) =>
    Predicate.isReadonlyObject(value)
      ? [
          ...unknownMembers(value, Record.keys(settingNames), [name]),
          ...Record.toEntries(settingNames).flatMap(([part, known]) => unknownMembers(value[part], known, [name, part]))
        ]
      : refuse(name, "an object"),
  log: (value, name) => (value === false || Predicate.isFunction(value) ? [] : refuse(name, "a function or false"))
}

const readTemplates = Schema.decodeUnknownResult(Schema.Array(Template))

/** Without these nothing can be opened. */
const required = ["storage", "channel"] as const

const httpOptions = Record.keys({
  prefix: true,
  authorize: true,
  docs: true,
  console: true,
  rateLimit: true,
  failedAuthentications: true,
  trustedProxies: true,
  metricsToken: true
} satisfies { readonly [Name in keyof Required<HttpOptions>]: true })

const rateLimit = Record.keys({
  perSecond: true,
  burst: true
} satisfies { readonly [Name in keyof NonNullable<HttpOptions["rateLimit"]>]: true })

/**
 * Fails with an issue for each option that is missing, unknown or of the wrong kind, whatever its type says: JavaScript
 * hosts have no compiler that would.
 */
export const checkOptions = (options: unknown) => {
  const given = Predicate.isReadonlyObject(options) ? options : {}
  return InvalidInput.refuse([
    ...required.filter((name) => given[name] === undefined).flatMap((name) => checks[name](undefined, name)),
    ...Record.toEntries(checks).flatMap(([name, check]) => (given[name] === undefined ? [] : check(given[name], name))),
    ...unknownMembers(given, Record.keys(checks), [])
  ])
}

/** What was found wrong with the options of a store or a channel when it was made. */
const ownIssues = (value: unknown): ReadonlyArray<Issue> =>
  Predicate.hasProperty(value, "issues") && isIssues(value.issues) ? value.issues : []

const isIssues = Schema.is(Schema.Array(Issue))

const isChannel = (value: unknown): boolean =>
  Layer.isLayer(value) || hasMembers(value, ["layer", "templates"]) || hasMembers(value, ["provider"])

const hasMembers = (value: unknown, names: ReadonlyArray<string>): boolean =>
  Predicate.isReadonlyObject(value) && names.every((name) => value[name] !== undefined)

/** Returns a store that cannot be opened, because an option of it is missing or of the wrong kind. */
export const refuseStorage = <Out>(name: string, message: string): Layer.Layer<Out, InvalidInput> =>
  Layer.effectContext<Out, InvalidInput, never>(
    Effect.fail(new InvalidInput({ issues: [issue("value_error", ["storage", name], message)] }))
  )

/** A function in the place of what it returns is the most common mistake. */
const refuse = (name: string, expected: string, value?: unknown): ReadonlyArray<Issue> => [
  issue(
    "value_error",
    [name],
    Predicate.isFunction(value) ? `is a function: call it. It must be ${expected}` : `must be ${expected}`
  )
]

/** Returns an issue for each member of an object that is not known, with the known name that is nearest to it. */
export const unknownMembers = (
  given: unknown,
  known: ReadonlyArray<string>,
  at: ReadonlyArray<string>
): ReadonlyArray<Issue> =>
  (Predicate.isReadonlyObject(given) ? Object.keys(given) : [])
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = Option.match(nearestName(name, known), {
        onNone: () => "",
        onSome: (other) => `: ${other} is the nearest one`
      })
      return issue("value_error", [...at, name], `is not a known option${nearest}`)
    })
