import { InvalidInput, type Issue } from "@rollcall/core"
import { schemaIssues } from "@rollcall/core/operations"
import { Duration, Effect, Layer, Option, Predicate, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** Decodes the value of an option. Fails with every issue, including unknown members. */
export const readGiven = <A>(
  schema: Schema.ConstraintDecoder<A>,
  given: unknown,
  at: ReadonlyArray<string>
): Result.Result<A, ReadonlyArray<Issue>> =>
  Result.mapError(
    Schema.decodeUnknownResult(schema)(given, { errors: "all", onExcessProperty: "error", reportInput: true }),
    ({ issue }) => schemaIssues(issue, at)
  )

/** Returns the issues of an option's value. */
export const issuesOf = (
  schema: Schema.ConstraintDecoder<unknown>,
  given: unknown,
  at: ReadonlyArray<string>
): ReadonlyArray<Issue> =>
  Result.getOrElse(
    Result.map(readGiven(schema, given, at), () => []),
    (issues) => issues
  )

/** A layer that fails with issues when it is built. */
export const refusedLayer = <Out>(issues: ReadonlyArray<Issue>): Layer.Layer<Out, InvalidInput> =>
  Layer.effectContext<Out, InvalidInput, never>(Effect.fail(new InvalidInput({ issues })))

/** Makes a schema for a value that only the host can make. `complaint` returns the problem, or undefined. */
export const checkedBy = (complaint: (value: unknown) => string | undefined) =>
  Schema.Unknown.check(Schema.makeFilter(complaint))

/** Whether a value has members of these names. */
export const hasMembers = (value: unknown, names: ReadonlyArray<string>): boolean =>
  Predicate.isReadonlyObject(value) && names.every((name) => value[name] !== undefined)

/** Returns the message for a value of the wrong type. Names the most common mistake, a function that was not called. */
export const mustBe = (expected: string, value: unknown): string =>
  Predicate.isFunction(value) ? `is a function: call it. It must be ${expected}` : `must be ${expected}`

/** A function that the host provides. */
export const HostFunction = checkedBy((value) => (Predicate.isFunction(value) ? undefined : "must be a function"))

export const Positive = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** A duration in an option: milliseconds, or a string such as `60 seconds`. */
export const Span = Schema.Union([Schema.Number, Schema.String]).pipe(
  Schema.decodeTo(
    Schema.Duration,
    SchemaTransformation.transformEffect({
      decode: (input: number | string, options) =>
        Option.match(Option.filter(durationOf(input), Duration.isPositive), {
          onNone: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { issueType: "value_error", message: "must be positive milliseconds, or a string such as 60 seconds" },
                input,
                options
              )
            ),
          onSome: Effect.succeed
        }),
      encode: (span: Duration.Duration) => Effect.succeed(Duration.toMillis(span))
    })
  )
)

/** A duration that may be zero, in every form that Effect reads. */
export const DurationInput = checkedBy((value) =>
  isDurationInput(value) ? undefined : "must be milliseconds, or a string such as 60 seconds"
)

const isDurationInput = Predicate.or(
  (value: unknown) => Duration.isDuration(value) || Predicate.isBigInt(value) || Predicate.isObjectOrArray(value),
  (value) => (Predicate.isNumber(value) || Predicate.isString(value)) && Option.isSome(durationOf(value))
)

const durationOf = (input: number | string): Option.Option<Duration.Duration> =>
  Predicate.isNumber(input)
    ? Option.filter(Option.some(Duration.millis(input)), Duration.isFinite)
    : Schema.decodeUnknownOption(Schema.DurationFromString)(input)
