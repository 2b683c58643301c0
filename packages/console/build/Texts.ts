import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "rolldown"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"

const folder = join(import.meta.dirname, "../src/texts")

/** The file with all texts, and the module that gives them. */
export const textsFile = join(folder, "en.json")
const textModule = join(folder, "Text.ts")

/** A text, or its forms by number. */
type Text = string | { readonly one: string; readonly other: string }

/** Texts by their keys, such as `contacts.title`. */
export type Texts = ReadonlyMap<string, Text>

/** Puts texts in the place of their keys, so that a view loads its own and no key. */
export const inlineTexts = (): Plugin => ({
  name: "texts",
  transform: {
    filter: { id: { include: /\/console\/src\/.*\.tsx?$/, exclude: textModule }, code: /\btext\(/ },
    handler: (code, id) => withTexts(code, readTexts(JSON.parse(readFileSync(textsFile, "utf8"))), id)
  }
})

/** The texts of an object of sections. */
export const readTexts = (sections: unknown, path: ReadonlyArray<string> = []): Texts => {
  if (isText(sections)) return new Map([[path.join("."), sections]])
  if (typeof sections !== "object" || sections === null) throw new Error(`${path.join(".")} is no text`)
  return new Map(Object.entries(sections).flatMap(([key, below]) => [...readTexts(below, [...path, key])]))
}

const isText = (value: unknown): value is Text =>
  typeof value === "string" ||
  (typeof value === "object" &&
    value !== null &&
    "one" in value &&
    "other" in value &&
    typeof value.one === "string" &&
    typeof value.other === "string")

/**
 * A module in which each call of `text` has its text, or a table of those that it chooses from. The key has to be written in
 * the call: as a string, as a template with names in it, or as a choice of these.
 */
export const withTexts = (code: string, texts: Texts, file: string): string => {
  const edits: Array<{ readonly start: number; readonly end: number; readonly by: string }> = []
  const write = (from: number, to: number): string => code.slice(from, to)
  const found = (key: ESTree.Argument): Found => {
    if (key.type === "Literal" && typeof key.value === "string") return foundAt(texts.get(key.value))
    if (key.type === "ConditionalExpression") {
      const [one, other] = [found(key.consequent), found(key.alternate)]
      return {
        expression: `(${write(key.test.start, key.test.end)} ? ${one.expression} : ${other.expression})`,
        isFilled: one.isFilled || other.isFilled
      }
    }
    if (key.type === "TemplateLiteral") {
      const parts = key.quasis.map((part) => part.value.cooked ?? "")
      const chosen = key.expressions.map(({ end, start }) => `[${write(start, end)}]`)
      const { expression, isFilled } = foundAt(tableOf(texts, parts))
      return { expression: `(${expression})${chosen.join("")}`, isFilled }
    }
    throw new Error(`${file}: no text can be found for ${write(key.start, key.end)}`)
  }
  new Visitor({
    CallExpression({ arguments: [key, values], callee, end, start }) {
      if (callee.type !== "Identifier" || callee.name !== "text" || key === undefined) return
      const { expression, isFilled } = found(key)
      if (isFilled || values !== undefined) {
        edits.push({ start, end: callee.end, by: fill }, { start: key.start, end: key.end, by: expression })
      } else {
        edits.push({ start, end, by: `(${expression})` })
      }
    }
  }).visit(parseSync(file, code).program)
  const last = edits.toSorted((a, b) => b.start - a.start)
  const written = last.reduce((text, { by, end, start }) => text.slice(0, start) + by + text.slice(end), code)
  return `import { fill as ${fill} } from ${JSON.stringify(textModule)}\n${written}`
}

/** How the function that fills a text is called in each module. */
const fill = "fillText"

/** What stands for a key: an expression, which has places to fill or forms to choose from, or is the text itself. */
interface Found {
  readonly expression: string
  readonly isFilled: boolean
}

/** A text, or texts by the names that complete their keys. */
type Table = Text | { readonly [name: string]: Table }

const foundAt = (table: Table | undefined): Found => {
  if (table === undefined) throw new Error("a key has no text")
  const expression = JSON.stringify(table)
  return { expression, isFilled: /\{\w+\}|"other":/.test(expression) }
}

/** The texts whose keys have these parts, by what stands between the parts: names, or where none fit, names with dots. */
const tableOf = (texts: Texts, parts: ReadonlyArray<string>): Table => {
  const named = ["([^.]+)", "(.+)"].map((name) => {
    const pattern = new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join(name)}$`)
    return Array.from(texts).flatMap(([key, text]) => {
      const names = pattern.exec(key)?.slice(1)
      return names === undefined ? [] : [{ names, text }]
    })
  })
  const found = named.find(({ length }) => length > 0)
  if (found === undefined) throw new Error(`there are no texts for ${parts.join("…")}`)
  return nested(found)
}

const nested = (named: ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly text: Text }>): Table => {
  const [first] = named
  if (first?.names.length === 0) return first.text
  const tops = Map.groupBy(named, ({ names: [top = ""] }) => top)
  return Object.fromEntries(
    Array.from(tops, ([top, below]) => [top, nested(below.map(({ names, text }) => ({ names: names.slice(1), text })))])
  )
}
