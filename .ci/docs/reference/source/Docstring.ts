import type { Documented, Tag } from "./Types.ts"

/** A docstring in its parts. */
export interface Docstring {
  readonly text: string
  readonly params: ReadonlyArray<{ readonly name: string; readonly text: string }>
  readonly returns: string
  readonly throws: ReadonlyArray<{ readonly code: string; readonly text: string }>
  readonly example: string
}

const linked = /\{@link ([^}|\s]+)[^}]*\}/g

/** A text of a docstring as Markdown: its links to names are code. */
const markdown = (text: string): string => text.replaceAll(linked, "`$1`").trim()

const named = (tags: ReadonlyArray<Tag>, name: string) =>
  tags.filter((tag) => tag.name === name).map(({ text }) => text)

/** Reads a docstring and its tags: `@param name text`, `@returns text`, `@throws {code} when`, `@example`. */
export const docstringOf = ({ doc, tags }: Pick<Documented, "doc" | "tags">): Docstring => ({
  text: markdown(doc),
  params: named(tags, "param").map((text) => {
    const [, name = "", said = ""] = /^(\w+)\s+(?:- )?([^]*)$/.exec(text) ?? []
    return { name, text: markdown(said) }
  }),
  returns: markdown(named(tags, "returns").join(" ")),
  throws: named(tags, "throws").map((text) => {
    const [, code = "", said = ""] = /^\{(\w+)\}\s*([^]*)$/.exec(text) ?? []
    return { code, text: markdown(said) }
  }),
  example: named(tags, "example").join("\n").trim()
})

/** Reads the text of a docstring, with its stars. */
export const parseDocstring = (comment: string): Docstring => {
  const text = comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/[^]*$/, "")
    .replaceAll(/^\s*\* ?/gm, "")
  const [doc = "", ...parts] = text.split(/^@(?=\w)/m)
  const tags = parts.map((part) => {
    const [, name = "", said = ""] = /^(\w+)\s*([^]*)$/.exec(part) ?? []
    return { name, text: said.trim() }
  })
  return docstringOf({ doc: doc.trim(), tags })
}
