import { inBody, type Issue } from "../shared/Issue.ts"
import { isStorable } from "../shared/Text.ts"
import { maxTextLength, maxTitleLength, type NoteDraft } from "./Note.ts"

/** What is wrong with a note as a request gives it. */
export const noteIssues = ({ text, title }: NoteDraft): ReadonlyArray<Issue> => [
  ...(title === null ? [] : textIssues("title", title, maxTitleLength)),
  ...(text.trim() === "" ? [inBody("too_short", "content.text", "must not be empty")] : []),
  ...textIssues("content.text", text, maxTextLength)
]

const textIssues = (field: string, text: string, max: number): ReadonlyArray<Issue> => {
  if (!isStorable(text)) return [inBody("value_error", field, "must not hold U+0000 or a lone surrogate")]
  return text.length > max ? [inBody("too_long", field, `must have at most ${max} characters`)] : []
}
