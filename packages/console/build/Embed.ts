import { gzipSync } from "node:zlib"
import type { BuiltFile, BuiltPage } from "./Bundle.ts"

/** What is written in the page where its server writes the path that links are relative to. */
const base = '<base href="./"'

/** How many bytes a page has in gzip. */
export interface PageSize {
  /** All of its files. */
  readonly gzip: number
  /** Those of its files that every view begins with. */
  readonly first: number
}

/** A module with the page and its files, compressed, and their size: it needs nothing else at run time. */
export const embed = ({ files, first, html, views }: BuiltPage): { readonly code: string; readonly size: PageSize } => {
  const [before, after, ...others] = html.split(base)
  if (after === undefined || others.length > 0)
    throw new Error("the page has to say once what its links are relative to")
  const packed = files.map(compressed)
  const lines = packed.map(({ gzip, mediaType, path }) =>
    JSON.stringify({ path, mediaType, gzip: gzip.toString("base64") })
  )
  const sizeOf = (some: typeof packed) => some.reduce((all, { gzip }) => all + gzip.length, 0)
  return {
    code: [
      `const [before, after] = ${JSON.stringify([before, after])}`,
      `const views = ${JSON.stringify(views)}`,
      'const preload = (path) => `<link rel="modulepreload" href="${path}" />`',
      'const preloads = (view) => (Object.hasOwn(views, view) ? views[view].map(preload).join("") : "")',
      'export const page = (base, view = "") =>',
      '  `${before}<base href="${base}"${after}`.replace("</head>", () => `${preloads(view)}</head>`)',
      `export const files = [\n${lines.join(",\n")}\n]`,
      ""
    ].join("\n"),
    size: { gzip: sizeOf(packed), first: sizeOf(packed.filter(({ path }) => first.includes(path))) }
  }
}

/** Gzip alone: every client takes it, and Brotli beside it would double what each host carries, for a tenth less on the way. */
const compressed = ({ content, mediaType, path }: BuiltFile) => ({
  path,
  mediaType,
  gzip: gzipSync(content, { level: 9 })
})
