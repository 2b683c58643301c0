import type { Issue, IssueCode } from "@rollcall/core"
import { described, type IssuePath, placeOf } from "@rollcall/core/operations"
import { optOutName, predefinedFields, setNames } from "@rollcall/core/people"
import { Schema, String } from "effect"

/**
 * One thing that is wrong with a request. `type` is the kind in words that a program can match on (`missing`,
 * `string_type`, `value_error`...), `in` the part of the request, `field` the dotted path of the place and `msg` a
 * sentence for a person.
 */
export const WireIssue = Schema.Struct({
  type: described(Schema.String, "The kind of issue, for programs: missing, string_type, value_error..."),
  in: described(Schema.Literals(["body", "query", "path", "header"]), "The part of the request."),
  field: described(Schema.String, "The dotted path of the invalid value, such as contacts[3].email."),
  msg: described(Schema.String, "A sentence for a person.")
})
export type WireIssue = typeof WireIssue.Type

/**
 * The issues of the library for the wire: names in snake_case, except for the keys of custom fields,
 * which are data, and the part of the request that they lie in.
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

/** Codes that are a `value_error` on the wire, where `type` has the kinds of pydantic. */
const valueErrors: ReadonlySet<IssueCode> = new Set([
  "unknown_field",
  "unknown_option",
  "archived_option",
  "not_editable"
])

/** A message with its predefined field names in snake_case. Quoted parts come from the caller and don't change. */
const wireMessage = (message: string): string => message.replace(fieldNames, String.camelToSnake)

const fieldNames = new RegExp(
  `(?<!["\\w])(?:${[...predefinedFields.keys(), ...setNames, optOutName].join("|")})(?!["\\w])`,
  "g"
)

/** A path on the wire. */
export const wirePlace = (path: IssuePath): string => {
  const data = path.indexOf("customFields") + 1 || path.length
  return placeOf(path.map((part, at) => (typeof part === "string" && at < data ? String.camelToSnake(part) : part)))
}
