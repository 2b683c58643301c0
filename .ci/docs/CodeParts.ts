import { extname } from "node:path"

const marker = /<!-- \/?code\b/
const part = /(<!-- code (\S+) -->)(?:(?!<!-- \/?code\b)[^])*(<!-- \/code -->)/g

/** The pages that may have parts of code. */
export const pagesWithCode = ["README.md", "docs/**/*.md", "packages/*/README.md"]

/** What parts of code may copy: files that are compiled, and that the test of their example runs. */
const copied = /^examples\/[^/]+\/(src|test)\//

/**
 * A page whose parts of code are written anew. A part stands between `<!-- code examples/embed/src/main.ts -->` and
 * `<!-- /code -->` and holds that file. After `#name` it holds the lines between `// #region name` and `// #endregion`.
 */
export const withCode = (page: string, text: string, read: (file: string) => string): string => {
  const written = text.replace(part, (_, opening: string, source: string, closing: string) => {
    const [file = "", region] = source.split("#")
    if (!copied.test(file)) throw new Error(`${page} copies ${file}, which is no file of an example`)
    const code = region === undefined ? withoutMarks(read(file)) : regionOf(read(file), region, `${page}: ${source}`)
    return [opening, "", `\`\`\`${extname(file).slice(1)}`, code, "```", "", closing].join("\n")
  })
  if (marker.test(text.replace(part, "")))
    throw new Error(`${page} has a part of code without its beginning or its end`)
  return written
}

const mark = /^ *\/\/ #(?:region \S+|endregion)\n/gm

const withoutMarks = (code: string): string => code.replace(mark, "").trimEnd()

const regionOf = (code: string, name: string, where: string): string => {
  const [, after] = code.split(`// #region ${name}\n`)
  const region = after?.split(/^ *\/\/ #endregion$/m)
  if (region?.[0] === undefined || region.length < 2) throw new Error(`${where} is not there`)
  return outdented(withoutMarks(region[0]).split("\n")).join("\n")
}

/** Lines without the indentation that they share. */
const outdented = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth))
}
