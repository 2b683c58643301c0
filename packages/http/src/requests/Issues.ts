import type { WireIssue } from "@rollcall/api"
import { placeOf, schemaProblems } from "@rollcall/core/operations"
import type { SchemaIssue } from "effect"

/** Every issue of a schema, with the names of the API. Given values are never repeated. */
export const toIssues = (
  issue: SchemaIssue.Issue,
  location: WireIssue["in"],
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<WireIssue> =>
  schemaProblems(issue, path).map(({ message: msg, path, type }) => ({
    // A URL has strings, or a list of strings for a repeated parameter.
    ...(location === "query" && type === "string_type"
      ? { type: "value_error", msg: "must be given once" }
      : { type, msg }),
    in: location,
    field: placeOf(path)
  }))

/** An issue in the body. */
export const inBody = (type: string, field: string, msg: string): WireIssue => ({ type, in: "body", field, msg })
