import { parseOptions, type WireIssue } from "@rollcall/api"
import { type InputBounds, inspectInput, placeOf } from "@rollcall/core/operations"
import { Predicate, Result, Schema } from "effect"
import { inBody, toIssues } from "../Issues.ts"
import { namesOf, toSnakeCase } from "./BodyNames.ts"

/** Inspects the JSON value at a path of a body with {@link inspectInput}. */
export const inspect = (
  root: unknown,
  bounds: InputBounds,
  at: ReadonlyArray<PropertyKey> = []
): { readonly issues: ReadonlyArray<WireIssue>; readonly bounded: boolean } => {
  const { bounded, issues } = inspectInput(root, bounds)
  return { issues: issues.map(({ code, message, path }) => inBody(code, placeOf([...at, ...path]), message)), bounded }
}

/**
 * The rules of core for the valid members of a body that also has invalid members, so that a response lists every issue.
 */
export interface PartRules<Part> {
  readonly schema: Schema.ConstraintDecoder<Part>
  readonly issues: (part: Part) => ReadonlyArray<WireIssue>
}

/** A function that returns further issues of a value, in addition to the known ones. */
export type Judge = (value: unknown, known: ReadonlyArray<WireIssue>) => ReadonlyArray<WireIssue>

/** Returns the member of a body that an issue is in. */
export const memberOf = ({ field }: WireIssue): string => field.split(/[.[]/, 1).join()

/** Returns the members of a body without issues, and the names of the others. */
export const soundMembers = (body: object, issues: ReadonlyArray<WireIssue>) => {
  const unsound = new Set(issues.map(memberOf))
  return { sound: Object.fromEntries(Object.entries(body).filter(([name]) => !unsound.has(name))), unsound }
}

/** Makes a judge that applies the rules to the members without issues. */
export const judgePart = <Part>({ issues, schema }: PartRules<Part>): Judge => {
  const decode = Schema.decodeUnknownResult(schema)
  return (body, known) => {
    if (!Predicate.isReadonlyObject(body)) return []
    const { sound, unsound } = soundMembers(body, known)
    const part = decode(sound)
    return Result.isFailure(part) ? [] : issues(part.success).filter((issue) => !unsound.has(memberOf(issue)))
  }
}

/**
 * Makes a decoder for the part of a body at the path `at`. It first checks whether the value can be stored and is within
 * the bounds. If it finds any issue, it fails with the known issues, then the new ones, then those of the judge. A value
 * outside the bounds isn't decoded or judged.
 */
export const decodeStorable = <A>(
  schema: Schema.ConstraintDecoder<A>,
  bounds: InputBounds,
  judge: Judge = () => []
) => {
  const decode = Schema.decodeUnknownResult(schema, parseOptions)
  return (
    value: unknown,
    at: ReadonlyArray<PropertyKey> = [],
    known: ReadonlyArray<WireIssue> = []
  ): Result.Result<A, ReadonlyArray<WireIssue>> => {
    const { bounded, issues } = inspect(value, bounds, at)
    if (!bounded) return Result.fail([...known, ...issues])
    const decoded = Result.mapError(decode(value), (error) => toIssues(error.issue, "body", at))
    if (Result.isSuccess(decoded) && known.length + issues.length === 0) return decoded
    const found = [...known, ...issues, ...(Result.isFailure(decoded) ? decoded.failure : [])]
    return Result.fail([...found, ...judge(value, found)])
  }
}

/** Like {@link decodeStorable}, for a part that may spell every defined name in snake_case or camelCase. */
export const storableOfBothCases = <A>(schema: Schema.ConstraintDecoder<A>, bounds: InputBounds, judge?: Judge) => {
  const names = namesOf(schema)
  const decode = decodeStorable(schema, bounds, judge)
  return (part: unknown, at: ReadonlyArray<PropertyKey> = []): Result.Result<A, ReadonlyArray<WireIssue>> => {
    const { issues, value } = toSnakeCase(names, part, at)
    return decode(value, at, issues)
  }
}
