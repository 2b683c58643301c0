import { Parser } from "#saxen"

/** The handlers for the parts of an XML document. Names have no prefixes. */
export interface XmlReader {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Parses XML piece by piece, and yields the number of bytes read after each piece. Fails if it isn't XML. */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, { close, open, text }: XmlReader) {
  const decoder = new TextDecoder()
  let failure: Error | undefined
  const parser = new Parser()
    .on("error", (error) => (failure ??= error))
    .on("openTag", (name, attributes) =>
      open?.(local(name), (wanted) => {
        const value = Object.entries(attributes()).find(([name]) => local(name) === wanted)?.[1]
        return value === undefined ? undefined : withoutEntities(value)
      })
    )
    .on("closeTag", (name) => close?.(local(name)))
    .on("text", (given) => text?.(withoutEntities(given)))
    .on("cdata", (given) => text?.(given))
  let read = 0
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }))
    if (failure !== undefined) throw failure
    yield (read += piece.length)
  }
  parser.end()
  if (failure !== undefined) throw failure
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

const named = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"']
])

/** Replaces entities with their characters. */
const withoutEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
        (all: string, decimal?: string, hex?: string, name?: string) => {
          const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
          return code <= 0x10ffff ? String.fromCodePoint(code) : (named.get(name ?? "") ?? all)
        }
      )
    : text
