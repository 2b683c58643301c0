import type { WireIssue } from "@rollcall/api"
import { placeOf, schemaProblems } from "@rollcall/core/operations"
import type { SchemaIssue } from "effect"

/** Returns every issue of a schema, with the names of the API. Issues never repeat the given values. */
export const toIssues = (
  issue: SchemaIssue.Issue,
  location: WireIssue["in"],
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<WireIssue> =>
  schemaProblems(issue, path).map(({ message: msg, path, type }) => ({
    // A query parameter is a string, or a list of strings if it is repeated.
    ...(location === "query" && type === "string_type"
      ? { type: "value_error", msg: "must be given once" }
      : { type, msg }),
    in: location,
    field: placeOf(path)
  }))

export const inBody = (type: string, field: string, msg: string): WireIssue => ({ type, in: "body", field, msg })
