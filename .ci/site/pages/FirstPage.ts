import { frontmatter } from "./Page.ts"
import { type Entry, type EntryLink, type Kind, kinds, overview } from "./Contents.ts"

/** What a reader of each kind of pages is after. */
const wishes: Readonly<Record<string, string>> = {
  Tutorials: "I want to see it work, and to learn on the way.",
  "How-to": "I have something to get done, and want to know how.",
  Reference: "I want to look something up: a method, a code, a setting.",
  Explanation: "I want to know why it is so, and what holds.",
  Contributing: "I want to change something in Rollcall."
}

const shown = 5

/** The first page: what Rollcall is, and an entrance to each kind of pages. */
export const firstPage = (): string =>
  frontmatter({
    title: "Rollcall",
    description:
      "Contacts and broadcasts, exactly accounted for: an embeddable TypeScript library, and an HTTP server.",
    template: "splash",
    hero: {
      tagline:
        "Keeps contacts, finds the ones that you mean, sends each of them a message, and records what became of every one.",
      actions: [
        { text: "Start", link: `.${firstOf(kinds())}`, icon: "right-arrow" },
        { text: "What it is", link: "./explanation/what-it-is/", variant: "minimal" }
      ]
    }
  }) + `\n<div class="entrances not-content">\n${kinds().map(entrance).join("\n")}\n</div>\n`

const entrance = ({ name, entries }: Kind): string => {
  const links = linksIn(entries)
  const wish = wishes[name]
  if (wish === undefined) throw new Error(`no such kind of pages: ${name}`)
  const rest = links.length > shown ? [`<li>and ${links.length - shown} more</li>`] : []
  return [
    `<section><h2 id="${name.toLowerCase()}">${name}</h2><p>${wish}</p><ul>`,
    ...links.slice(0, shown).map(({ label, link }) => `<li><a href=".${link}">${label}</a></li>`),
    ...rest,
    "</ul></section>"
  ].join("")
}

/** The pages of entries; of one with pages below it, that one alone. */
const linksIn = (entries: ReadonlyArray<Entry>): ReadonlyArray<EntryLink> =>
  entries.flatMap((entry) => {
    if ("link" in entry) return [entry]
    const [first, ...others] = linksIn(entry.items)
    if (first === undefined) return []
    return first.label === overview ? [{ ...first, label: entry.label }] : [first, ...others]
  })

const firstOf = (all: ReadonlyArray<Kind>): string => {
  const [first] = all.flatMap(({ entries }) => linksIn(entries))
  if (first === undefined) throw new Error("the index has no page")
  return first.link
}
