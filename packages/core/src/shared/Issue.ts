import { Effect, Schema } from "effect"

/** Where in a request an issue lies. */
export const IssueLocation = Schema.Literals(["body", "query", "path", "header"])
export type IssueLocation = typeof IssueLocation.Type

/**
 * One thing that is wrong with what was given. `type` is the kind in words that a program can match on (`missing`,
 * `string_type`, `value_error`...), `field` the dotted path of the place, `msg` a sentence for a person (W4).
 */
export const Issue = Schema.Struct({
  type: Schema.String,
  in: IssueLocation,
  field: Schema.String,
  msg: Schema.String
})
export type Issue = typeof Issue.Type

/** An issue in the body, where nearly all of them are. */
export const inBody = (type: string, field: string, msg: string): Issue => ({ type, in: "body", field, msg })

/** What was given cannot be used. It lists every issue, not the first alone. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Issue)
}) {
  /** Fails with the issues, if there are any. */
  static readonly refuse = (issues: ReadonlyArray<Issue>): Effect.Effect<void, InvalidInput> =>
    issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))

  override get message(): string {
    return this.issues.map((issue) => `${issue.field}: ${issue.msg}`).join("; ")
  }
}
