import { dirname, relative } from "node:path"

/** The page of the rules. */
export const decisionsPage = "docs/reference/decisions.md"

/** What links are not written into: blocks of code, comments, headings, code, other links, and the beginning of a rule. */
const apart =
  /^( *)```[^]*?^ *```$|<!--[^]*?-->|^#.*$|`[^`\n]*`|\[(?:[^\][]|`[^`\n]*`)*\]\([^)\s]*\)|https?:\/\/\S+|<a id="[^"]*"><\/a>|\*\*[A-Z]\d{1,3}\*\*/gm

const ruleLink = (target: string) =>
  RegExp(String.raw`\[([A-Z]\d{1,3})\]\((?:[^)\s]*${target.replace(".", String.raw`\.`)}[^)\s]*|#\w+)\)`, "g")

/** What is written as the id of a rule, in prose. */
const id = /(?<![\w#/.&"*[])[A-Z]\d{1,3}(?![\w"*\]]|\.\d)/g

/**
 * A page whose rules are links to their places in the page of the rules. `rules` are those that it has: what is written as
 * a rule and is none stays as it is.
 */
export const withRuleLinks = (page: string, text: string, rules: ReadonlySet<string>): string => {
  const target = page === decisionsPage ? "" : relative(dirname(page), decisionsPage)
  const linked = (prose: string) =>
    prose.replaceAll(id, (rule) => (rules.has(rule) ? `[${rule}](${target}#${rule.toLowerCase()})` : rule))
  // Links of an earlier time are written anew: the page may have moved.
  return replaceOutside(text.replaceAll(ruleLink("decisions.md"), "$1"), linked)
}

const replaceOutside = (text: string, replace: (prose: string) => string): string => {
  let end = 0
  let written = ""
  for (const match of text.matchAll(apart)) {
    written += replace(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return written + replace(text.slice(end))
}

/** The page of the rules with a place to link to at the beginning of each. */
export const withRuleAnchors = (text: string): string =>
  text.replaceAll(
    /^- (?:<a id="[^"]*"><\/a>)?\*\*([A-Z]\d+)\*\* /gm,
    (_, rule: string) => `- <a id="${rule.toLowerCase()}"></a>**${rule}** `
  )
