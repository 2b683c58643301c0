import { described, isoText, parseInstant } from "@rollcall/core/operations"
import { DateTime, Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"

/** Options for decoding requests. All issues are reported, with the input, because messages name its type. */
export const parseOptions: SchemaAST.ParseOptions = { errors: "all", reportInput: true }

/**
 * A timestamp in ISO 8601 format with millisecond precision. Without an offset it is read as UTC, and it is written in UTC.
 */
export const Instant = Schema.String.annotate({ format: "date-time" }).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transformEffect({
      decode: (text: string, options) =>
        Option.match(parseInstant(text), {
          onNone: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { issueType: "datetime_parsing", message: "must be an ISO 8601 date and time" },
                text,
                options
              )
            ),
          onSome: (millis) => Effect.succeed(DateTime.makeUnsafe(millis))
        }),
      encode: (instant: DateTime.Utc) => Effect.succeed(isoText(instant))
    })
  )
)

/** A member of a body that may be absent or null. */
export const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Makes a member with a default. */
export const defaulted = <S extends Schema.Top>(
  schema: S,
  byDefault: S["Encoded"] & Schema.Json,
  description: string
) =>
  described(schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(byDefault))), description, { default: byDefault })

/** A query parameter that is `true` or `false`, with a default. */
export const queryBoolean = (byDefault: boolean) =>
  Schema.Literals(["true", "false"]).pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text) => text === "true",
        encode: (value) => (value ? "true" : "false")
      })
    ),
    Schema.withDecodingDefaultKey(Effect.succeed(byDefault ? ("true" as const) : ("false" as const)))
  )

/** The largest offset of a listing. */
export const maxOffset = 1_000_000

/** A query parameter that is a decimal integer within bounds, with a default. */
export const queryInteger = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}) =>
  Schema.String.check(
    Schema.isPattern(/^-?\d+$/, {
      issueType: "int_parsing",
      message: "must be an integer in decimal digits",
      toJsonSchema: () => ({ type: "integer", ...options })
    })
  ).pipe(
    Schema.decodeTo(
      Schema.Number.check(Schema.isGreaterThanOrEqualTo(options.minimum), Schema.isLessThanOrEqualTo(options.maximum)),
      SchemaTransformation.transform({ decode: Number, encode: String })
    ),
    Schema.withDecodingDefaultKey(Effect.succeed(String(options.default)))
  )

/** A query parameter with comma-separated literals. */
export const typesOf = <const Types extends ReadonlyArray<string>>(types: Schema.Literals<Types>) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.Array(
        Schema.String.pipe(
          Schema.refine(Schema.is(types), { issueType: "enum", message: `must be one of ${types.literals.join(", ")}` })
        )
      ),
      SchemaTransformation.transform<ReadonlyArray<string>, string>({
        decode: (text) => text.split(",").map((type) => type.trim()),
        encode: (types) => types.join(",")
      })
    )
  )
