import { Effect, Schema } from "effect"

/** What is wrong, as a word that a program can match on. */
export const IssueCode = Schema.Literals([
  /** Something that is required is not there. */
  "missing",
  "too_short",
  "too_long",
  "string_type",
  "list_type",
  "bool_parsing",
  "int_parsing",
  "float_parsing",
  "datetime_parsing",
  "string_pattern_mismatch",
  /** The value breaks a rule that has no word of its own. */
  "value_error",
  /** Another resource has the value, and only one may have it (C2, F1). */
  "already_exists",
  /** More than one contact has the value that an import row is matched by (I3). */
  "ambiguous_match",
  /** A contact has the value that an import row is matched by, and rows only create (I3). */
  "match_exists",
  /** No contact has the value that an import row is matched by, and rows only update (I3). */
  "no_match",
  /** An import row has no value to be matched by, and rows only update (I3). */
  "no_match_value",
  /** The stored data of an import cannot be read. */
  "unreadable"
])
export type IssueCode = typeof IssueCode.Type

/** A place in an input: names of members and places in lists, such as `["advancedSearch", 0, "value"]`. */
export const IssuePath = Schema.Array(Schema.Union([Schema.String, Schema.Natural]))
export type IssuePath = typeof IssuePath.Type

/** One thing that is wrong with an input: where, a code for programs, and a message for people. */
export const Issue = Schema.Struct({ path: IssuePath, code: IssueCode, message: Schema.String })
export type Issue = typeof Issue.Type

/** An issue. */
export const issue = (code: IssueCode, path: IssuePath, message: string): Issue => ({ path, code, message })

/** A place as text: `contacts[3].email`. */
export const placeOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`
    return text === "" ? String(part) : `${text}.${String(part)}`
  }, "")

/** An issue as one sentence, its place first: `contacts[3].email: must be a string`. */
export const sentenceOf = ({ message, path }: Issue): string =>
  path.length === 0 ? message : `${placeOf(path)}: ${message}`

/** An input cannot be used. It has every issue, not the first alone. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Issue)
}) {
  /** Fails with the issues, if there are any. */
  static readonly refuse = (issues: ReadonlyArray<Issue>): Effect.Effect<void, InvalidInput> =>
    issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))

  override get message(): string {
    return this.issues.map(sentenceOf).join("; ")
  }
}
