import { InvalidInput, type Issue } from "@rollcall/core"
import { Effect, Result, Schema } from "effect"
import { namesOf, toSnakeCase } from "./Casing.ts"
import { parseOptions, toIssues } from "./Issues.ts"
import type { JsonObject } from "./RequestBodies.ts"
import { type Bounds, defaultBounds, inspect } from "./StorableJson.ts"

/** Gives what a body means, or every issue that it has. */
export type BodyDecoder<A> = (body: JsonObject) => Result.Result<A, ReadonlyArray<Issue>>

/** A decoder of bodies that take the names as the schema writes them (Broadcasts, W2). Unknown names are ignored (W3). */
export const decoder = <A>(schema: Schema.ConstraintDecoder<A>): BodyDecoder<A> => {
  const decode = decodeStorable(schema, defaultBounds)
  return (body) => decode(body)
}

/** A decoder of bodies that take every defined name in snake_case and in camelCase (Contacts, W2). */
export const decoderOfBothCases = <A>(schema: Schema.ConstraintDecoder<A>): BodyDecoder<A> => {
  const names = namesOf(schema)
  const decode = decodeStorable(schema, defaultBounds)
  return (body) => {
    const { issues, value } = toSnakeCase(names, body)
    return decode(value, [], issues)
  }
}

/**
 * Decodes a part of a body that lies at a path, after a look at what no schema says: whether it can be stored and is
 * of bearable size. Issues that are known already go before those that are found.
 */
export const decodeStorable = <A>(schema: Schema.ConstraintDecoder<A>, bounds: Bounds) => {
  const decode = Schema.decodeUnknownResult(schema, parseOptions)
  return (
    value: unknown,
    at: ReadonlyArray<PropertyKey> = [],
    known: ReadonlyArray<Issue> = []
  ): Result.Result<A, ReadonlyArray<Issue>> => {
    const { bounded, issues } = inspect(value, bounds, at)
    if (!bounded) return Result.fail([...known, ...issues])
    const decoded = Result.mapError(decode(value), (error) => toIssues(error.issue, "body", at))
    if (Result.isSuccess(decoded) && known.length + issues.length === 0) return decoded
    return Result.fail([...known, ...issues, ...(Result.isFailure(decoded) ? decoded.failure : [])])
  }
}

/** The result of a decoder as an effect. */
export const orInvalid = <A>(result: Result.Result<A, ReadonlyArray<Issue>>): Effect.Effect<A, InvalidInput> =>
  Effect.fromResult(Result.mapError(result, (issues) => new InvalidInput({ issues })))
