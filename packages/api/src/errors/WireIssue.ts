import type { Issue, IssueCode } from "@rollcall/core"
import { described, type IssuePath, placeOf } from "@rollcall/core/operations"
import { optOutName, predefinedFields, setNames } from "@rollcall/core/people"
import { Schema, String } from "effect"

/**
 * A problem with a request. `type` is its kind, for programs (`missing`, `string_type`, `value_error`...). `in` is the part
 * of the request, `field` the dotted path, and `msg` a sentence for people.
 */
export const WireIssue = Schema.Struct({
  type: described(Schema.String, "The kind of issue, for programs: missing, string_type, value_error..."),
  in: described(Schema.Literals(["body", "query", "path", "header"]), "The part of the request."),
  field: described(Schema.String, "The dotted path of the invalid value, such as contacts[3].email."),
  msg: described(Schema.String, "A sentence for a person.")
})
export type WireIssue = typeof WireIssue.Type

/**
 * Converts library issues to the API's format. Names become snake_case, except for custom field keys. `location` is the
 * part of the request.
 */
export const toWireIssues = (
  issues: ReadonlyArray<Issue>,
  location: WireIssue["in"] = "body"
): ReadonlyArray<WireIssue> =>
  issues.map(({ code, message, path }) => ({
    type: valueErrors.has(code) ? "value_error" : code,
    in: location,
    field: wirePlace(path),
    msg: wireMessage(message)
  }))

/** The codes that the API reports as `value_error`. Its `type` has the error kinds of pydantic. */
const valueErrors: ReadonlySet<IssueCode> = new Set([
  "unknown_field",
  "unknown_option",
  "archived_option",
  "not_editable"
])

/** Changes predefined field names in a message to snake_case. Quoted parts come from the caller and don't change. */
const wireMessage = (message: string): string => message.replace(fieldNames, String.camelToSnake)

const fieldNames = new RegExp(
  `(?<!["\\w])(?:${[...predefinedFields.keys(), ...setNames, optOutName].join("|")})(?!["\\w])`,
  "g"
)

export const wirePlace = (path: IssuePath): string => {
  const data = path.indexOf("customFields") + 1 || path.length
  return placeOf(path.map((part, at) => (typeof part === "string" && at < data ? String.camelToSnake(part) : part)))
}
