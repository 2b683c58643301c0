import { joined } from "./Bytes.ts"
import { FileRefused, shown } from "./FileRefused.ts"

/** The number of bytes that are inspected to detect the type of a file. */
export const headSize = 64 * 1024

/** The type of a file, detected from its first bytes. */
export interface FileLook {
  /** The type; `text` may be CSV. */
  readonly kind: "json" | "text" | "workbook"
  /** The given encoding, or the encoding of the byte order mark. Default: UTF-8. */
  readonly encoding: string
}

/**
 * Returns the first bytes of a file together with all its bytes. Reads up to `headSize` bytes, or only the first line if
 * the input can't be read again (`isLasting` is false).
 */
export const withHead = async (bytes: AsyncIterable<Uint8Array>, isLasting: boolean) => {
  const pieces: Array<Uint8Array> = []
  const iterator = bytes[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  const isEnough = () => head.length >= headSize || (!isLasting && head.some(isLineEnd))
  while (!isEnough()) {
    const next = await iterator.next()
    if (next.done === true) break
    pieces.push(next.value)
    head = joined(head, next.value)
  }
  if (isLasting) {
    await iterator.return?.()
    return { head, bytes }
  }
  async function* all() {
    try {
      yield* pieces
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head, bytes: all() }
}

const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d

/**
 * Detects the type of a file from its first bytes and the encoding, if given. Refuses a file that is neither text nor a
 * workbook.
 */
export const lookAt = (name: string, head: Uint8Array, given: string | null): FileLook => {
  if (begins(head, [0x50, 0x4b, 0x03, 0x04])) return { kind: "workbook", encoding: "utf-8" }
  const encoding = given ?? markedEncoding(head)
  const text = new TextDecoder(encoding ?? "utf-8").decode(head)
  const other = others.find(({ begin }) => (typeof begin === "string" ? startsWith(text, begin) : begins(head, begin)))
  if (other !== undefined) throw new FileRefused(`${name}: the file is ${other.what}. ${other.advice}`)
  if (encoding === null) refuseWide(name, head)
  return { kind: json.test(text) ? "json" : "text", encoding: encoding ?? "utf-8" }
}

const table = "Save the table as CSV or as a workbook (.xlsx)"

/** File types that people pick by mistake, by their first bytes or characters. */
const others: ReadonlyArray<{ begin: string | ReadonlyArray<number>; what: string; advice: string }> = [
  {
    begin: [0xd0, 0xcf, 0x11, 0xe0],
    what: "a workbook with a password or in the old format (.xls)",
    advice: "Save it without a password as .xlsx, or as CSV"
  },
  { begin: [0x25, 0x50, 0x44, 0x46], what: "a PDF", advice: table },
  { begin: [0x1f, 0x8b], what: "compressed with gzip", advice: "Unpack it first" },
  { begin: "begin:vcard", what: "a file of contact cards (vCard)", advice: "Export the contacts as CSV" },
  { begin: "<", what: "a page or XML", advice: table }
]

const begins = (head: Uint8Array, bytes: ReadonlyArray<number>): boolean => bytes.every((byte, at) => head[at] === byte)

const startsWith = (text: string, begin: string): boolean =>
  text.trimStart().slice(0, begin.length).toLowerCase() === begin

/** Matches the start of a list of objects or an object. A CSV header may begin with a bracket, too. */
const json = /^\s*(?:\[\s*(?:[{\]]|$)|\{\s*(?:["}]|$))/

const markedEncoding = (head: Uint8Array): string | null => {
  if (begins(head, [0xff, 0xfe])) return "utf-16le"
  if (begins(head, [0xfe, 0xff])) return "utf-16be"
  return begins(head, [0xef, 0xbb, 0xbf]) ? "utf-8" : null
}

/** Refuses UTF-16 without a byte order mark: every second byte of its line ends, digits and Latin letters is 0. */
const refuseWide = (name: string, head: Uint8Array): void => {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const [most, least] = [Math.max(even, odd), Math.min(even, odd)]
  if (most === 0 || 20 * most < head.length || 10 * least > most) return
  const value = odd > even ? "utf-16le" : "utf-16be"
  const line = new TextDecoder(value).decode(head.subarray(0, 400)).split(/[\r\n]/)[0] ?? ""
  throw new FileRefused(`${name}: line 1 has zero bytes, as files in UTF-16 do`, [
    { option: "encoding", value, reads: shown(line) }
  ])
}
