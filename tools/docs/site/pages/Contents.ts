import { read } from "../../../Repository.ts"
import { referenceRoutes } from "./ReferenceRoutes.ts"
import { index, packagePages, routes, targetOf } from "./Routes.ts"

/** A link of the side bar, or a group of them. */
export type Entry = EntryLink | EntryGroup

export interface EntryLink {
  readonly label: string
  readonly link: string
}

interface EntryGroup {
  readonly label: string
  readonly collapsed: boolean
  /** The generator asks for an array that may be written. */
  readonly items: Array<Entry>
}

/** One of the four kinds of pages: what the index says of it, and its entries. */
export interface Kind {
  readonly name: string
  readonly entries: ReadonlyArray<Entry>
}

/** The kinds of pages in the order of the index, each with its groups and pages. */
export const kinds = (): ReadonlyArray<Kind> =>
  sections(read(index), "## ").map(({ name, text }) => {
    const [ungrouped = ""] = text.split(/^### /m)
    const groups = sections(text, "### ").map((group) => ({
      label: group.name,
      collapsed: name === "Reference",
      items: linksOf(group.text)
    }))
    return { name, entries: [...linksOf(ungrouped), ...groups, ...(name === "Reference" ? [readmes()] : [])] }
  })

interface Section {
  readonly name: string
  readonly text: string
}

/** The parts of a text that begin with a heading of a level. */
export const sections = (text: string, mark: string): ReadonlyArray<Section> =>
  text
    .split(RegExp(`^${mark}`, "m"))
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n")
      return { name, text: lines.join("\n") }
    })

const linksOf = (text: string): Array<Entry> =>
  Array.from(text.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)).flatMap(([, label = "", path = ""]) => {
    if (/^[a-z]+:/.test(path)) return []
    const target = targetOf(index, path)
    return target.kind === "page" ? [entryOf(label.replaceAll("`", ""), target.route)] : []
  })

/** What a page is called in the group of the pages below it. */
export const overview = "Overview"

/** A page with the pages of docstrings below it, if it has any, such as those of the areas of a library. */
const entryOf = (label: string, route: string): Entry => {
  const link = { label, link: `/${route}/` }
  const below = [...referenceRoutes.values()].filter((page) => page.route.startsWith(`${route}/`))
  if (below.length === 0) return link
  const items = below.map((page) => ({ label: page.title, link: `/${page.route}/` }))
  return { label, collapsed: true, items: [{ ...link, label: overview }, ...items] }
}

const titleOf = (file: string): string => (/^# (.+)/m.exec(read(file))?.[1] ?? file).replaceAll("`", "")

const readmes = (): EntryGroup => ({
  label: "Packages",
  collapsed: true,
  items: packagePages.map((file) => ({
    label: titleOf(file),
    link: `/${routes.get(file) ?? ""}/`
  }))
})
