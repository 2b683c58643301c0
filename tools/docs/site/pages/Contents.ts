import { read } from "../../../Repository.ts"
import { referenceRoutes } from "./ReferenceRoutes.ts"
import { index, packagePages, routes, targetOf } from "./Routes.ts"

/** A link in the sidebar, or a group of links. */
export type Entry = EntryLink | EntryGroup

export interface EntryLink {
  readonly label: string
  readonly link: string
}

interface EntryGroup {
  readonly label: string
  readonly collapsed: boolean
  /** Mutable, because the site generator requires a mutable array. */
  readonly items: Array<Entry>
}

/** One of the four kinds of pages: its name in the index, and its entries. */
export interface Kind {
  readonly name: string
  readonly entries: ReadonlyArray<Entry>
}

/** Returns the kinds of pages in the index's order, each with its groups and pages. */
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

/** Returns the parts of a text that begin with a heading of one level. */
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

/** The label of a page in the group of its subpages. */
export const overview = "Overview"

/** Returns a page's entry, with the docstring pages below it if there are any, such as a library's areas. */
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
