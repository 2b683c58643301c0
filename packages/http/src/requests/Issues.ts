import type { WireIssue } from "@rollcall/api"
import { placeOf, schemaProblems } from "@rollcall/core/operations"
import type { SchemaIssue } from "effect"

/** Every issue that a schema found, as the wire names it. Values that were given are never repeated. */
export const toIssues = (
  issue: SchemaIssue.Issue,
  location: WireIssue["in"],
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<WireIssue> =>
  schemaProblems(issue, path).map(({ message: msg, path, type }) => ({
    // What a URL gives is text, or a list of texts where a parameter was repeated.
    ...(location === "query" && type === "string_type"
      ? { type: "value_error", msg: "must be given once" }
      : { type, msg }),
    in: location,
    field: placeOf(path)
  }))

/** An issue in the body, where nearly all of them are. */
export const inBody = (type: string, field: string, msg: string): WireIssue => ({ type, in: "body", field, msg })
