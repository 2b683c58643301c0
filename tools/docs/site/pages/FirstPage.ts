import { read } from "../../../Repository.ts"
import { type Entry, type EntryLink, type Kind, kinds, overview } from "./Contents.ts"
import { frontmatter, type Linked, withLinks } from "./Page.ts"
import type { Sources } from "./Routes.ts"

/** The purpose of each kind of page for users. */
const purposes: Readonly<Record<string, string>> = {
  Tutorials: "Learn by building something, step by step.",
  "How-to": "Get something done.",
  Reference: "Find a method, a code or a setting.",
  Explanation: "Understand why it works as it does."
}

const shown = 5

/** Returns the first page: the README's program, features and commands, and a link to each kind of page. */
export const firstPage = (sources: Sources): Linked => {
  const readme = read("README.md")
  const { body, summary } = partsOf(readme)
  const { copied, text } = withLinks("README.md", "", body, sources)
  const source = sources === undefined ? [] : [{ text: "Source", link: sources, variant: "minimal" }]
  const front = frontmatter({
    title: "Rollcall",
    description:
      "Contacts and message broadcasts for TypeScript apps: an embeddable library, and a server with a console.",
    template: "splash",
    hero: {
      tagline: summary,
      actions: [
        { text: "Embed in ten minutes", link: "./tutorials/embed-with-promises/", icon: "right-arrow" },
        { text: "Run a server", link: "./tutorials/first-server/", variant: "minimal" },
        ...source
      ]
    }
  })
  const entrances = `<div class="entrances not-content">\n${kinds().flatMap(entrance).join("\n")}\n</div>`
  const more =
    `<p class="as-markdown">To change Rollcall, read <a href="/contributing/">Contributing</a>. ` +
    `Every page is also Markdown, and <a href="/llms.txt">llms.txt</a> lists them.</p>`
  return { copied, text: `${front}\n${text}\n\n## Documentation\n\n${entrances}\n\n${more}\n` }
}

/** Returns the README's first paragraph, and the rest without its status and links. */
const partsOf = (readme: string) => {
  const [, summary, body] = /^# .+\n\n([^]*?)\n\n([^]*?)^## Status$/m.exec(readme) ?? []
  if (summary === undefined || body === undefined) throw new Error("README.md has no title, or no section Status")
  return { summary: summary.replaceAll("\n", " "), body }
}

const entrance = ({ name, entries }: Kind): ReadonlyArray<string> => {
  const links = linksIn(entries)
  const purpose = purposes[name]
  if (purpose === undefined) return []
  const rest = links.length > shown ? [`<li>and ${links.length - shown} more</li>`] : []
  const section = [
    `<section><h3 id="${name.toLowerCase()}">${name}</h3><p>${purpose}</p><ul>`,
    ...links.slice(0, shown).map(({ label, link }) => `<li><a href=".${link}">${label}</a></li>`),
    ...rest,
    "</ul></section>"
  ]
  return [section.join("")]
}

/** Returns the pages of entries. For an entry with subpages, returns only the page itself. */
const linksIn = (entries: ReadonlyArray<Entry>): ReadonlyArray<EntryLink> =>
  entries.flatMap((entry) => {
    if ("link" in entry) return [entry]
    const [first, ...others] = linksIn(entry.items)
    if (first === undefined) return []
    return first.label === overview ? [{ ...first, label: entry.label }] : [first, ...others]
  })
