import { posix } from "node:path"
import { read } from "../../../Repository.ts"
import { withTables } from "../tables/Tables.ts"
import { pictureOf } from "./Pictures.ts"
import { routes, type Sources, type Target, targetOf, wayTo } from "./Routes.ts"

/** A text with links to the site's pages, and the files that it shows or links to. */
export interface Linked {
  readonly text: string
  readonly copied: ReadonlyArray<string>
}

/** A page in the site generator's format. */
export interface Page extends Linked {
  readonly route: string
}

/**
 * Returns a page of the repository with its title as front matter, without its first heading, and with links to the
 * site's pages. A link to a file that is not on the site leads to `sources`. Without `sources`, only the link's text
 * stays.
 */
export const pageOf = (file: string, sources: Sources): Page => {
  const route = routeOf(file)
  const page = withTables(file, read(file))
  const [heading = ""] = /^# .+\n/m.exec(page) ?? []
  const { copied, text } = withLinks(file, route, withDiagrams(page.replace(heading, "")), sources)
  return { route, text: withFront(route, plain(titleOf(file, page)), text), copied }
}

/** Returns a page with diagrams that the browser draws. Readers without scripts see the diagrams' sources. */
const withDiagrams = (text: string): string => {
  const shown = text.replaceAll(/^```mermaid\n([^]*?)^```$/gm, (_, diagram: string) => {
    const source = diagram.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    return `<pre class="diagram" tabindex="0" data-pagefind-ignore>\n${source}</pre>`
  })
  const scripts = '<script src="/mermaid.js" defer></script><script src="/diagrams.js" type="module"></script>'
  return shown === text ? text : `${shown}\n\n${scripts}`
}

/** Adds front matter to a text, with a link to the page as Markdown. */
const withFront = (route: string, title: string, text: string): string => {
  const alternate = { rel: "alternate", type: "text/markdown", href: `/${route}.md` }
  const front = frontmatter({ title, description: summaryOf(text), head: [{ tag: "link", attrs: alternate }] })
  const asMarkdown = `<p class="as-markdown" data-pagefind-ignore><a href="/${route}.md">This page as Markdown</a></p>`
  return `${front}${text}\n\n${asMarkdown}\n`
}

/** Returns a page generated from docstrings. It links only to other such pages. */
export const docstringPage = (route: string, title: string, text: string): string =>
  withFront(
    route,
    title,
    text.replaceAll(/\]\(([\w./-]+)\.md(?=[#)])/g, (_, path: string) => {
      return `](${wayTo(route, posix.join(posix.dirname(route), path))}/`
    })
  )

/**
 * Returns a page of the repository as Markdown for programs: without comments, and with links to the other pages as
 * Markdown.
 */
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

/** Returns a page's first heading. */
const titleOf = (file: string, page: string): string => {
  const [, title] = /^# (.+)\n/m.exec(page) ?? []
  if (title === undefined) throw new Error(`${file} has no heading`)
  return title
}

/** Returns a file's text for the page at a route: with links to the site's pages, and with pictures. */
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

/** A page's link to a file of the repository. */
interface Link {
  readonly isPicture: boolean
  readonly label: string
  readonly target: Target
  /** Returns the link with a different address. */
  readonly to: (address: string) => string
}

/** Matches a link or a picture. Its text may contain brackets in code, and may continue on the next line. */
const link = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g

/** Rewrites a file's links to other files. */
const relinked = (file: string, text: string, rewrite: (link: Link) => string): string =>
  text.replace(link, (whole, mark: string, label: string, address: string) => {
    if (/^(?:[a-z]+:|#)/.test(address)) return whole
    const [path = "", fragment] = address.split("#")
    const hash = fragment === undefined ? "" : `#${fragment}`
    const to = (other: string) => `${mark}[${label}](${other}${hash})`
    return rewrite({ isPicture: mark === "!", label, target: targetOf(file, path), to })
  })

/** Returns front matter as JSON, which is valid YAML. */
export const frontmatter = (data: object): string => `---\n${JSON.stringify(data)}\n---\n`

/** Changes a text outside code blocks. Code between backquotes is only changed if it is a whole link. */
const outsideCode = (text: string, change: (prose: string) => string): string =>
  text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("")

/** Returns the first paragraph for search engines, as plain text of limited length. */
const summaryOf = (body: string): string => {
  const paragraph = body.split(/\n\s*\n/).find((text) => /^\s*[\p{L}`*[(]/u.test(text)) ?? ""
  const text = plain(paragraph.replaceAll(/\s+/g, " ").trim())
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(" ", 157))} ...`
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]|\\(?=[<>])/g, "")
