import { extname } from "node:path"
import { importsFor, importsOf } from "../Imports.ts"
import { replaceMarks, withoutCode } from "./Marks.ts"

const marker = /<!-- \/?code\b/
const part = /(<!-- code (\S+) -->)(?:(?!<!-- \/?code\b)[^])*(<!-- \/code -->)/

/** The pages that may contain code parts. */
export const pagesWithCode = ["README.md", "docs/**/*.md", "packages/*/README.md"]

/** The files that code parts may copy. They are compiled, and their example's test runs them. */
const copied = /^examples\/[^/]+\/(src|test)\//

/**
 * Returns a page with updated code parts. A part is between `<!-- code examples/embed/src/main.ts -->` and `<!-- /code
 * -->` and contains that file. With `#name`, it contains the lines between `//#region name` and `//#endregion`, for
 * each region with this name (`//#region one other` has two names). Above these lines are the required imports from
 * packages, except imports that an earlier part of the page has from the same file, so that a reader who copies all
 * parts has all imports. Marks inside code are ignored.
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

/** Returns a region with the required imports from packages above it, except names imported before. */
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

/** Returns lines without their common indentation. */
const outdented = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth))
}
