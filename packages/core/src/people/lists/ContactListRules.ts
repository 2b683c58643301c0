import { issue, type Issue, textIssues } from "../../shared/Issue.ts"
import { type ContactListFields, maxListNameLength } from "./ContactList.ts"

/**
 * Returns the issues of a list's fields. The name is already trimmed.
 *
 * @see docs/contributing/decisions.md, L1
 */
export const listIssues = ({ emoji, name }: ContactListFields): ReadonlyArray<Issue> => [
  ...(name === undefined ? [] : textIssues(["name"], name, { min: 1, max: maxListNameLength })),
  ...(emoji === undefined || emoji === null || isOneEmoji(emoji)
    ? []
    : [issue("value_error", ["emoji"], "must be exactly one emoji")])
]

/** Returns the issues of a search string. */
export const searchIssues = (text: string): ReadonlyArray<Issue> => textIssues(["search"], text, { max: Infinity })

/**
 * Returns whether a string is one emoji of Unicode's set recommended for general interchange, as supported by the
 * JavaScript engine. Also accepts a character that the variation selector turns into such an emoji, such as `❤`.
 */
const isOneEmoji = (text: string): boolean =>
  emoji.test(text) || (oneCharacter.test(text) && emoji.test(`${text}\ufe0f`))

const emoji = /^\p{RGI_Emoji}$/v
const oneCharacter = /^.$/u
