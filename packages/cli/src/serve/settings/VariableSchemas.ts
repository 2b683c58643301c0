import { isServedRoot } from "@rollcall/http"
import { isCountry } from "@rollcall/phone-numbers"
import { Duration, LogLevel, Schema, SchemaGetter } from "effect"
import { variable, type VariableOptions } from "./Variable.ts"

type Named<Given> = Pick<VariableOptions<unknown, unknown>, "meaning" | "name"> & {
  readonly fallback: Given
  /** Default: the fallback. */
  readonly otherwise?: string
  readonly expected?: string
}

/** An integer written in digits. */
export const WholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/)).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), {
      decode: SchemaGetter.Number(),
      encode: SchemaGetter.String()
    })
  )

/** Describes a variable with an integer. */
export const wholeNumber = <B extends number | undefined>(minimum: number, maximum: number, options: Named<B>) =>
  variable({
    otherwise: String(options.fallback),
    expected: `a whole number from ${minimum} to ${maximum}`,
    ...options,
    schema: WholeNumber(minimum, maximum)
  })

const levels = new Map<string, LogLevel.LogLevel>(
  (["Trace", "Debug", "Info", "Warn", "Error", "None"] as const).map((level) => [level.toLowerCase(), level])
)

/** A log level, in upper or lower case. */
export const Level = Schema.String.check(Schema.makeFilter((text) => levels.has(text.toLowerCase()))).pipe(
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

/** Describes a variable that is `true` or `false`. */
export const flag = (options: Named<boolean>) =>
  variable({ ...options, otherwise: String(options.fallback), schema: Flag, expected: "true or false" })

/** Describes a variable with the name of a file. It has no default. */
export const fileName = (options: Omit<Named<undefined>, "fallback"> & { readonly otherwise: string }) =>
  variable({ ...options, schema: Schema.NonEmptyString, fallback: undefined, expected: "the name of a file" })

/** The code of a country with a known numbering plan. */
export const Country = Schema.String.check(Schema.makeFilter((text) => isCountry(text)))

/** A bearer token of at least 32 characters that are valid in a header. A shorter token is easier to guess. */
export const Token = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{32,}$/)))

type Time = `${number} ${Duration.Unit}`

/** Describes a variable with a duration such as `30 seconds`. */
export const duration = (minimum: Time, maximum: Time, options: Named<Time>) =>
  variable({
    otherwise: options.fallback,
    expected: `a time from ${minimum} to ${maximum}, such as \`30 seconds\``,
    ...options,
    schema: DurationBetween(minimum, maximum),
    fallback: Duration.fromInputUnsafe(options.fallback)
  })

export const DurationBetween = (minimum: Time, maximum: Time) => {
  const bounds = { minimum: Duration.fromInputUnsafe(minimum), maximum: Duration.fromInputUnsafe(maximum) }
  return Schema.DurationFromString.check(Schema.makeFilter((value) => Duration.between(value, bounds)))
}

/**
 * A path prefix for everything that is served; empty for the root. It can't begin like a path of the API, because a request
 * without the prefix, which a proxy may have removed, would be ambiguous.
 */
export const PathPrefix = Schema.String.check(
  Schema.isPattern(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/),
  Schema.makeFilter((text) => !isServedRoot(text.split("/", 2).join("/")))
).pipe(
  Schema.decodeTo(Schema.Union([Schema.Literal(""), Schema.TemplateLiteral(["/", Schema.String])]), {
    decode: SchemaGetter.transform((text): "" | `/${string}` =>
      text.length > 1 ? `/${text.slice(1).replace(/\/$/, "")}` : ""
    ),
    encode: SchemaGetter.transform((prefix) => prefix)
  })
)

/** Strings separated by commas, at least one. */
export const Words = Schema.String.pipe(
  Schema.decodeTo(Schema.NonEmptyArray(Schema.NonEmptyString), {
    decode: SchemaGetter.transform((text: string) => {
      const [first = "", ...rest] = text.split(",").map((word) => word.trim())
      return [first, ...rest] as const
    }),
    encode: SchemaGetter.transform((words) => words.join(", "))
  })
)
