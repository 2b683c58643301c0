import type { Issue } from "@rollcall/core"
import { Schema } from "effect"

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

/** The issues that the core found, as the wire names them. */
export const toWireIssues = (issues: ReadonlyArray<Issue>): ReadonlyArray<WireIssue> => issues
