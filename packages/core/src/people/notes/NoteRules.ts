import { issue, type Issue, textIssues } from "../../shared/Issue.ts"
import { maxTextLength, maxTitleLength, type NewNote } from "./Note.ts"

export const noteIssues = ({ content: { text }, title = null }: NewNote): ReadonlyArray<Issue> => [
  ...(title === null ? [] : textIssues(["title"], title, { max: maxTitleLength, isFolded: false })),
  ...(text.trim() === "" ? [issue("too_short", ["content", "text"], "must not be empty")] : []),
  ...textIssues(["content", "text"], text, { max: maxTextLength, isFolded: false })
]
