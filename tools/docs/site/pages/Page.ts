import { posix } from "node:path"
import { read } from "../../../Repository.ts"
import { withTables } from "../tables/Tables.ts"
import { pictureOf } from "./Pictures.ts"
import { routes, type Sources, type Target, targetOf, wayTo } from "./Routes.ts"

/** A text whose links lead to pages of the site, and the files that it shows or links to. */
export interface Linked {
  readonly text: string
  readonly copied: ReadonlyArray<string>
}

/** A page as the generator reads it. */
export interface Page extends Linked {
  readonly route: string
}

/**
 * A page of the repository with its title in front, its first heading left out, and its links leading to pages of the site.
 * A link to a file that the site does not have leads to `sources`; without them its text stays.
 */
export const pageOf = (file: string, sources: Sources): Page => {
  const route = routeOf(file)
  const page = withTables(file, read(file))
  const [heading = ""] = /^# .+\n/m.exec(page) ?? []
  const { copied, text } = withLinks(file, route, withDiagrams(page.replace(heading, "")), sources)
  return { route, text: withFront(route, plain(titleOf(file, page)), text), copied }
}

/** A page whose diagrams the browser draws. A reader without scripts has their sources. */
const withDiagrams = (text: string): string => {
  const shown = text.replaceAll(/^```mermaid\n([^]*?)^```$/gm, (_, diagram: string) => {
    const source = diagram.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    return `<pre class="diagram" tabindex="0" data-pagefind-ignore>\n${source}</pre>`
  })
  const scripts = '<script src="/mermaid.js" defer></script><script src="/diagrams.js" type="module"></script>'
  return shown === text ? text : `${shown}\n\n${scripts}`
}

/** A text as the generator reads it, which is also there as Markdown. */
const withFront = (route: string, title: string, text: string): string => {
  const alternate = { rel: "alternate", type: "text/markdown", href: `/${route}.md` }
  const front = frontmatter({ title, description: summaryOf(text), head: [{ tag: "link", attrs: alternate }] })
  const asMarkdown = `<p class="as-markdown" data-pagefind-ignore><a href="/${route}.md">This page as Markdown</a></p>`
  return `${front}${text}\n\n${asMarkdown}\n`
}

/** A page that is made of docstrings. It links to others of its kind only. */
export const docstringPage = (route: string, title: string, text: string): string =>
  withFront(
    route,
    title,
    text.replaceAll(/\]\(([\w./-]+)\.md(?=[#)])/g, (_, path: string) => {
      return `](${wayTo(route, posix.join(posix.dirname(route), path))}/`
    })
  )

/** A page of the repository as Markdown for programs: without comments, and with links to the other pages as Markdown. */
export const markdownOf = (file: string, sources: Sources): string => {
  const folder = posix.dirname(routeOf(file))
  return outsideCode(withTables(file, read(file)), (prose) =>
    relinked(file, prose.replaceAll(/^<!--[^]*?-->\n+|<!--[^]*?-->/gm, ""), (link) => {
      switch (link.target.kind) {
        case "page":
          return link.to(
            link.target.route === "" ? wayTo(folder, "llms.txt") : posix.relative(folder, `${link.target.route}.md`)
          )
        case "copied":
          return link.to(posix.relative(folder, link.target.file.replace("docs/", "")))
        case "repository":
          return sources === undefined ? link.label : link.to(`${sources}/${link.target.file}`)
      }
    })
  )
}

const routeOf = (file: string): string => {
  const route = routes.get(file)
  if (route === undefined) throw new Error(`${file} is no page`)
  return route
}

/** The first heading of a page. */
const titleOf = (file: string, page: string): string => {
  const [, title] = /^# (.+)\n/m.exec(page) ?? []
  if (title === undefined) throw new Error(`${file} has no heading`)
  return title
}

/** A text of a file as the page at a route has it: its links lead to pages of the site, and its pictures are shown. */
export const withLinks = (file: string, route: string, text: string, sources: Sources): Linked => {
  const copied: Array<string> = []
  const linked = outsideCode(text, (prose) =>
    relinked(file, prose, (link) => {
      switch (link.target.kind) {
        case "page":
          return link.to(wayTo(route, link.target.route === "" ? "" : `${link.target.route}/`))
        case "copied":
          copied.push(link.target.file)
          if (link.isPicture) return pictureOf(link.target.file, link.label)
          return link.to(wayTo(route, link.target.file.replace("docs/", "")))
        case "repository":
          return sources === undefined ? link.label : link.to(`${sources}/${link.target.file}`)
      }
    })
  )
  return { text: linked, copied }
}

/** A link of a page to a file of the repository. */
interface Link {
  readonly isPicture: boolean
  readonly label: string
  readonly target: Target
  /** The link with another address. */
  readonly to: (address: string) => string
}

/** A link or a picture; its text may have brackets in code, and may go on in the next line. */
const link = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g

/** Rewrites the links of a file to other files. */
const relinked = (file: string, text: string, rewrite: (link: Link) => string): string =>
  text.replace(link, (whole, mark: string, label: string, address: string) => {
    if (/^(?:[a-z]+:|#)/.test(address)) return whole
    const [path = "", fragment] = address.split("#")
    const hash = fragment === undefined ? "" : `#${fragment}`
    const to = (other: string) => `${mark}[${label}](${other}${hash})`
    return rewrite({ isPicture: mark === "!", label, target: targetOf(file, path), to })
  })

/** The front matter of a page: JSON is YAML too. */
export const frontmatter = (data: object): string => `---\n${JSON.stringify(data)}\n---\n`

/** Changes a text everywhere but in blocks of code. Code between backquotes stays as it is where it is a whole link. */
const outsideCode = (text: string, change: (prose: string) => string): string =>
  text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("")

/** The first paragraph, for search engines: as plain text, and not too long. */
const summaryOf = (body: string): string => {
  const paragraph = body.split(/\n\s*\n/).find((text) => /^\s*[\p{L}`*[(]/u.test(text)) ?? ""
  const text = plain(paragraph.replaceAll(/\s+/g, " ").trim())
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(" ", 157))} ...`
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]|\\(?=[<>])/g, "")
