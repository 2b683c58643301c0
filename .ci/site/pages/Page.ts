import { read } from "../../Repository.ts"
import { pictureOf } from "./Pictures.ts"
import { routes, targetOf, wayTo } from "./Routes.ts"

/** A page as the generator reads it, and the files that it shows or links to. */
export interface Page {
  readonly route: string
  readonly text: string
  readonly copied: ReadonlyArray<string>
}

/** Where a reader finds the files of the repository, such as `https://example.org/rollcall/blob/main`, if there is such a place. */
export type Sources = string | undefined

/**
 * A page of the repository with its title in front, its first heading left out, and its links leading to pages of the site.
 * A link to a file that the site does not have leads to `sources`; without them its text stays.
 */
export const pageOf = (file: string, sources: Sources): Page => {
  const route = routes.get(file)
  if (route === undefined) throw new Error(`${file} is no page`)
  const text = read(file)
  const [heading = "", title] = /^# (.+)\n/m.exec(text) ?? []
  if (title === undefined) throw new Error(`${file} has no heading`)
  const copied: Array<string> = []
  const body = outsideCode(text.replace(heading, ""), (prose) =>
    prose.replace(link, (whole, mark: string, label: string, address: string) => {
      if (/^(?:[a-z]+:|#)/.test(address)) return whole
      const [path = "", fragment] = address.split("#")
      const target = targetOf(file, path)
      const hash = fragment === undefined ? "" : `#${fragment}`
      switch (target.kind) {
        case "page":
          return `${mark}[${label}](${wayTo(route, target.route === "" ? "" : `${target.route}/`)}${hash})`
        case "copied":
          copied.push(target.file)
          if (mark === "!") return pictureOf(target.file, label)
          return `${mark}[${label}](${wayTo(route, target.file.replace("docs/", ""))}${hash})`
        case "repository":
          return sources === undefined ? label : `${mark}[${label}](${sources}/${target.file}${hash})`
      }
    })
  )
  return { route, text: `${frontmatter({ title: plain(title), description: summaryOf(body) })}${body}`, copied }
}

/** What stands in front of a page: JSON is YAML too. */
export const frontmatter = (data: object): string => `---\n${JSON.stringify(data)}\n---\n`

/** A link or a picture; its text may have brackets in code, and may go on in the next line. */
const link = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g

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
