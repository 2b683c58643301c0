import { read } from "../../Repository.ts"
import { index, packagePages, routes, targetOf } from "./Routes.ts"

/** A link of the side bar, or a group of them. */
export type Entry = EntryLink | EntryGroup

interface EntryLink {
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

const sections = (text: string, mark: string): ReadonlyArray<Section> =>
  text
    .split(RegExp(`^${mark}`, "m"))
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n")
      return { name, text: lines.join("\n") }
    })

const linksOf = (text: string): Array<EntryLink> =>
  Array.from(text.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)).flatMap(([, label = "", path = ""]) => {
    if (/^[a-z]+:/.test(path)) return []
    const target = targetOf(index, path)
    return target.kind === "page" ? [{ label: label.replaceAll("`", ""), link: `/${target.route}/` }] : []
  })

const readmes = (): EntryGroup => ({
  label: "Packages",
  collapsed: true,
  items: packagePages.map((file) => ({
    label: /^# (.+)/m.exec(read(file))?.[1] ?? file,
    link: `/${routes.get(file) ?? ""}/`
  }))
})
