import type { Issue } from "@rollcall/core"
import { placeOf } from "@rollcall/core/storage"
import { Schema, String } from "effect"

/**
 * One thing that is wrong with a request. `type` is the kind in words that a program can match on (`missing`,
 * `string_type`, `value_error`...), `in` the part of the request, `field` the dotted path of the place and `msg` a
 * sentence for a person (W4).
 */
export const WireIssue = Schema.Struct({
  type: Schema.String,
  in: Schema.Literals(["body", "query", "path", "header"]),
  field: Schema.String,
  msg: Schema.String
})
export type WireIssue = typeof WireIssue.Type

/**
 * The issues that the library found, as the wire names them: names in snake_case, but for the keys of custom fields,
 * which are data, and the part of the request that they lie in.
 */
export const toWireIssues = (
  issues: ReadonlyArray<Issue>,
  location: WireIssue["in"] = "body"
): ReadonlyArray<WireIssue> =>
  issues.map(({ code, message, path }) => {
    const data = path.indexOf("customFields") + 1 || path.length
    const names = path.map((part, at) => (typeof part === "string" && at < data ? String.camelToSnake(part) : part))
    return { type: code, in: location, field: placeOf(names), msg: message }
  })
