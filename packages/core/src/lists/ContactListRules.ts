import { inBody, type Issue } from "../shared/Issue.ts"
import { isStorable } from "../shared/Text.ts"
import { type ContactListFields, maxListNameLength } from "./ContactList.ts"

/** What is wrong with the fields of a list (L1). The name is already trimmed. */
export const listIssues = ({ emoji, name }: ContactListFields): ReadonlyArray<Issue> => [
  ...(name === undefined ? [] : nameIssues(name)),
  ...(emoji === undefined || emoji === null || isOneEmoji(emoji)
    ? []
    : [inBody("value_error", "emoji", "must be exactly one emoji")])
]

/** What is wrong with the text that names are searched for. */
export const searchIssues = (text: string): ReadonlyArray<Issue> =>
  isStorable(text) ? [] : [{ ...unstorable("search"), in: "query" }]

const nameIssues = (name: string): ReadonlyArray<Issue> => {
  if (!isStorable(name)) return [unstorable("name")]
  if (name === "") return [inBody("too_short", "name", "must not be empty")]
  return name.length > maxListNameLength
    ? [inBody("too_long", "name", `must have at most ${maxListNameLength} characters`)]
    : []
}

const unstorable = (field: string): Issue => inBody("value_error", field, "must not hold U+0000 or a lone surrogate")

/** Whether a text is one emoji of Unicode's set recommended for general interchange, as the engine knows it. */
const isOneEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text)
