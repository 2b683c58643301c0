import { Effect, Schema, Struct } from "effect"
import { growsFolded, growsMessage, isLonger, isShorter, isStorable } from "./Text.ts"

/** The meaning of each issue code. */
export const issueCodes = {
  missing: "A required value is missing.",
  too_short: "A string or a list is empty or too short.",
  too_long: "A string or a list is too long.",
  string_type: "The value is not a string.",
  list_type: "The value is not a list.",
  dict_type: "The value is not an object.",
  bool_parsing: "The value is not true or false.",
  int_parsing: "The value is not an integer.",
  float_parsing: "The value is not a number.",
  datetime_parsing: "The value is not a date or a time.",
  string_pattern_mismatch: "The string does not have the required format.",
  value_error: "The value breaks another rule. The message says which.",
  // Custom fields.
  unknown_field: "The custom field does not exist or is archived.",
  unknown_option: "The field has no such option.",
  archived_option: "The option is archived. Only contacts that have it can keep it.",
  not_editable: "The value of the field cannot change after its contact was created.",
  already_exists: "Another resource already has the value, which must be unique.",
  // Import rows.
  ambiguous_match: "More than one contact has the value to match the row by.",
  match_exists: "A contact already has the value to match the row by, but the import only creates contacts.",
  no_match: "No contact has the value to match the row by, but the import only updates contacts.",
  no_match_value: "The row has no value to match by, but the import only updates contacts.",
  unreadable_identifier: "The string is not an identifier. It is stored unchanged and matches no contact.",
  several_values: "The string has several identifiers or a remark. The first identifier is used.",
  other_extension: "Contacts have the number to match the row by, but with another extension or none.",
  contact_archived: "The contact of the row is archived and stays archived.",
  changed_since: "The contact or the field was changed after the import, and this change is kept.",
  list_archived: "The contact list of the import was archived before the row was applied.",
  unreadable: "The stored data of the import cannot be read."
} as const

/** The kind of an issue, for programs. The reason of an import row is the code of its first issue. */
export const IssueCode = Schema.Literals(Struct.keys(issueCodes))
export type IssueCode = typeof IssueCode.Type

/** The path to a value in an input: member names and list indexes, such as `["advancedSearch", 0, "value"]`. */
export const IssuePath = Schema.Array(Schema.Union([Schema.String, Schema.Natural]))
export type IssuePath = typeof IssuePath.Type

/** A problem with an input: its path, a code for programs, and a message for people. */
export const Issue = Schema.Struct({ path: IssuePath, code: IssueCode, message: Schema.String })
export type Issue = typeof Issue.Type

/** Makes an issue. */
export const issue = (code: IssueCode, path: IssuePath, message: string): Issue => ({ path, code, message })

/**
 * Returns the issues of a string that must have `min` (default 0) to `max` characters. The string also must not grow much
 * longer when folded, unless `isFolded` is false because the folded form is not stored.
 */
export const textIssues = (
  path: IssuePath,
  text: string,
  { isFolded = true, max, min = 0 }: { readonly min?: number; readonly max: number; readonly isFolded?: boolean }
): ReadonlyArray<Issue> => {
  if (!isStorable(text)) return [issue("value_error", path, "must not contain U+0000 or a lone surrogate")]
  if (isShorter(text, min)) {
    return [issue("too_short", path, min === 1 ? "must not be empty" : `must have at least ${min} characters`)]
  }
  if (isLonger(text, max)) return [issue("too_long", path, `must have at most ${max} characters`)]
  return isFolded && growsFolded(text) ? [issue("too_long", path, growsMessage)] : []
}

/** Formats a path: `contacts[3].email`. */
export const placeOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`
    return text === "" ? String(part) : `${text}.${String(part)}`
  }, "")

/** Formats an issue as one sentence, with its path first: `contacts[3].email: must be a string`. */
export const sentenceOf = ({ message, path }: Issue): string =>
  path.length === 0 ? message : `${placeOf(path)}: ${message}`

/** Formats issues as sentences. Issues with the same message become one sentence, with all their paths first. */
export const sentencesOf = (
  issues: ReadonlyArray<{ readonly place: string; readonly message: string }>
): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(issues, ({ message }) => message),
    ([message, group]) => {
      const places = group.map(({ place }) => place).filter((place) => place !== "")
      return places.length === 0 ? message : `${places.join(", ")}: ${message}`
    }
  )

/** The input is invalid. The error has every issue, not only the first. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Issue)
}) {
  /** Fails with the issues, if there are any. */
  static readonly refuse = (issues: ReadonlyArray<Issue>): Effect.Effect<void, InvalidInput> =>
    issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))

  override get message(): string {
    return sentencesOf(this.issues.map(({ message, path }) => ({ place: placeOf(path), message }))).join("; ")
  }
}
