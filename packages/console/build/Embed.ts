import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { BuiltFile, BuiltPage } from "./Bundle.ts"

/** What is written in the page where its server writes the path that links are relative to. */
const base = '<base href="./"'

/** How many bytes a page has, compressed as most browsers take it and as all do. */
export interface PageSize {
  readonly brotli: number
  readonly gzip: number
  /** Those of its files, in gzip, that every view begins with. */
  readonly first: number
}

/** A module with the page and its files, compressed, and their size: it needs nothing else at run time. */
export const embed = ({ files, first, html }: BuiltPage): { readonly code: string; readonly size: PageSize } => {
  const [before, after, ...others] = html.split(base)
  if (after === undefined || others.length > 0)
    throw new Error("the page has to say once what its links are relative to")
  const packed = files.map(compressed)
  const lines = packed.map(({ brotli, gzip, mediaType, path }) =>
    JSON.stringify({ path, mediaType, brotli: brotli.toString("base64"), gzip: gzip.toString("base64") })
  )
  const sum = (some: typeof packed, sizeOf: (file: (typeof packed)[number]) => number) =>
    some.reduce((all, file) => all + sizeOf(file), 0)
  return {
    code: [
      `const [before, after] = ${JSON.stringify([before, after])}`,
      'export const page = (base) => `${before}<base href="${base}"${after}`',
      `export const files = [\n${lines.join(",\n")}\n]`,
      ""
    ].join("\n"),
    size: {
      brotli: sum(packed, ({ brotli }) => brotli.length),
      gzip: sum(packed, ({ gzip }) => gzip.length),
      first: sum(
        packed.filter(({ path }) => first.includes(path)),
        ({ gzip }) => gzip.length
      )
    }
  }
}

const compressed = ({ content, mediaType, path }: BuiltFile) => ({
  path,
  mediaType,
  brotli: brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: 11 }
  }),
  gzip: gzipSync(content, { level: 9 })
})
