import { extname } from "node:path"
import { importsFor, importsOf } from "../Imports.ts"
import { replaceMarks, withoutCode } from "./Marks.ts"

const marker = /<!-- \/?code\b/
const part = /(<!-- code (\S+) -->)(?:(?!<!-- \/?code\b)[^])*(<!-- \/code -->)/

/** The pages that may have parts of code. */
export const pagesWithCode = ["README.md", "docs/**/*.md", "packages/*/README.md"]

/** What parts of code may copy: files that are compiled, and that the test of their example runs. */
const copied = /^examples\/[^/]+\/(src|test)\//

/**
 * A page whose parts of code are written anew. A part stands between `<!-- code examples/embed/src/main.ts -->` and
 * `<!-- /code -->` and holds that file. After `#name` it holds the lines between `// #region name` and `// #endregion`, of
 * each region of this name (`// #region one other` has two names), below the imports from packages that these need and that no earlier part of the page has from the same file: a reader
 * who copies the parts one after the other has all of them. Marks in code are no parts.
 */
export const withCode = (page: string, text: string, read: (file: string) => string): string => {
  const shown = new Map<string, string>()
  const written = replaceMarks(text, part, ([opening = "", source = "", closing = ""]) => {
    const [file = "", region] = source.split("#")
    if (!copied.test(file)) throw new Error(`${page} copies ${file}, which is no file of an example`)
    const code = read(file)
    const before = shown.get(file) ?? ""
    const lines =
      region === undefined
        ? withoutMarks(code)
        : withImports(code, regionOf(code, region, `${page}: ${source}`), before)
    shown.set(file, `${before}${lines}\n`)
    return [opening, "", `\`\`\`${extname(file).slice(1)}`, lines, "```", "", closing].join("\n")
  })
  if (marker.test(withoutCode(replaceMarks(text, part, () => ""))))
    throw new Error(`${page} has a part of code without its beginning or its end`)
  return written
}

/** A region below the imports from packages that it needs, but for the names that are imported before. */
const withImports = (code: string, region: string, before: string): string => {
  const known = importsOf(before).flatMap(({ names, namespace }) => [...names.map(({ local }) => local), namespace])
  const imports = importsOf(code)
    .filter(
      ({ namespace, specifier }) =>
        !specifier.startsWith(".") && (namespace === undefined || !known.includes(namespace))
    )
    .map((one) => ({ ...one, names: one.names.filter(({ local }) => !known.includes(local)) }))
  const needed = importsFor(imports, region)
  return needed.length === 0 ? region : `${needed.join("\n")}\n\n${region}`
}

const mark = /^ *\/\/ #(?:region [^\n]+|endregion)\n/gm

const withoutMarks = (code: string): string => code.replace(mark, "").trimEnd()

const regionOf = (code: string, name: string, where: string): string => {
  const regions = Array.from(code.matchAll(/^ *\/\/ #region ([^\n]+)\n([^]*?)^ *\/\/ #endregion$/gm)).flatMap(
    ([, names = "", lines = ""]) => (names.split(" ").includes(name) ? [withoutMarks(lines)] : [])
  )
  if (regions.length === 0) throw new Error(`${where} is not there`)
  return regions.map((region) => outdented(region.split("\n")).join("\n")).join("\n\n")
}

/** Lines without the indentation that they share. */
const outdented = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth))
}
