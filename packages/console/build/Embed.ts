import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { BuiltFile, BuiltPage } from "./Bundle.ts"

/** What is written in the page where its server writes the path that links are relative to. */
const base = '<base href="./"'

/** How many bytes a page has. */
export interface PageSize {
  /** All of its files in gzip, which every client takes. */
  readonly gzip: number
  /** All of its files in Brotli, which browsers take from HTTPS and from their own machine. */
  readonly brotli: number
  /** Those of its files that every view begins with, in gzip. */
  readonly first: number
}

/** Unpacks with the compression of Node, Bun and Deno: what is standard on the web has no Brotli everywhere. */
const repacked = `
const run = (method, bytes, options) =>
  new Promise((resolve, reject) => {
    const zlib = process.getBuiltinModule("node:zlib")
    zlib[method](bytes, options, (error, result) => (error ? reject(error) : resolve(new Uint8Array(result))))
  })
export const repacked = async (brotli, encoding) => {
  const content = await run("brotliDecompress", brotli, {})
  return encoding === "gzip" ? run("gzip", content, { level: 9 }) : content
}`

/** A module with the page and its files, compressed, and their size: it needs no other at run time. */
export const embed = ({ files, first, html, views }: BuiltPage): { readonly code: string; readonly size: PageSize } => {
  const [before, after, ...others] = html.split(base)
  if (after === undefined || others.length > 0)
    throw new Error("the page has to say once what its links are relative to")
  const packed = files.map(compressed)
  const lines = packed.map(({ brotli, mediaType, path }) =>
    JSON.stringify({ path, mediaType, brotli: brotli.toString("base64") })
  )
  const sizeOf = (some: typeof packed, format: "gzip" | "brotli") =>
    some.reduce((all, file) => all + file[format].length, 0)
  const isFirst = ({ path }: BuiltFile) => first.includes(path)
  return {
    code: [
      `const [before, after] = ${JSON.stringify([before, after])}`,
      `const views = ${JSON.stringify(views)}`,
      'const preload = (path) => `<link rel="modulepreload" href="${path}" />`',
      'const preloads = (view) => (Object.hasOwn(views, view) ? views[view].map(preload).join("") : "")',
      'export const page = (base, view = "") =>',
      '  `${before}<base href="${base}"${after}`.replace("</head>", () => `${preloads(view)}</head>`)',
      `export const files = [\n${lines.join(",\n")}\n]`,
      repacked,
      ""
    ].join("\n"),
    size: {
      gzip: sizeOf(packed, "gzip"),
      brotli: sizeOf(packed, "brotli"),
      first: sizeOf(packed.filter(isFirst), "gzip")
    }
  }
}

/** Brotli is what is carried: it is a tenth smaller, and gzip is made of it for who takes no other. */
const compressed = (file: BuiltFile) => ({
  ...file,
  gzip: gzipSync(file.content, { level: 9 }),
  brotli: brotliCompressSync(file.content, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  })
})
