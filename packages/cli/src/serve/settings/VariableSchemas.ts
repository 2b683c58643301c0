import { isServedRoot } from "@rollcall/http"
import { isCountry } from "@rollcall/phone-numbers"
import { Duration, LogLevel, Schema, SchemaGetter } from "effect"

/** An integer written in digits. */
export const WholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/)).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), {
      decode: SchemaGetter.Number(),
      encode: SchemaGetter.String()
    })
  )

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

/** `true` or `false`. */
export const Flag = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text) => text === "true"),
    encode: SchemaGetter.transform((value) => (value ? "true" : "false"))
  })
)

/** The code of a country with a known numbering plan. */
export const Country = Schema.String.check(Schema.makeFilter((text) => isCountry(text)))

/** A bearer token of at least 32 characters that are valid in a header. A shorter token is easier to guess. */
export const Token = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{32,}$/)))

/** A duration such as `30 seconds`. */
export const DurationBetween = (minimum: Duration.Duration, maximum: Duration.Duration) =>
  Schema.DurationFromString.check(Schema.makeFilter((value) => Duration.between(value, { minimum, maximum })))

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
