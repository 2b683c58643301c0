/** Bytes with random access. */
export interface Source {
  readonly size: number
  readonly read: (from: number, to: number) => Promise<Uint8Array>
}

/** A file in a ZIP archive. */
export interface ZipPart {
  readonly name: string
  /** The unpacked size, in bytes. */
  readonly size: number
  readonly packedSize: number
  readonly isDeflated: boolean
  /** The offset of its header. */
  readonly at: number
}

/** The maximum size of the end record of an archive with its comment. */
const maxTail = 22 + 0xffff

/** The maximum size of the central directory, in bytes. Workbooks need little. */
const maxDirectory = 4 * 1024 * 1024

/** Returns the files in an archive from its central directory; undefined if it can't be read. */
export const zipParts = async ({ read, size }: Source): Promise<ReadonlyArray<ZipPart> | undefined> => {
  const tail = viewOf(await read(Math.max(0, size - maxTail), size))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) return undefined
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (length > maxDirectory || start + length > size) return undefined
  const bytes = await read(start, start + length)
  const view = viewOf(bytes)
  const parts: Array<ZipPart> = []
  for (let at = 0; at + 46 <= length && view.getUint32(at, true) === 0x02014b50;) {
    const nameLength = view.getUint16(at + 28, true)
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      size: view.getUint32(at + 24, true),
      packedSize: view.getUint32(at + 20, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
      at: view.getUint32(at + 42, true)
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** The number of packed bytes that are unpacked at a time, so that a web page stays responsive. */
const sliceSize = 16 * 1024

/** Returns the content of a file in an archive, piece by piece. */
export async function* unpacked({ read }: Source, part: ZipPart): AsyncGenerator<Uint8Array> {
  const header = viewOf(await read(part.at, part.at + 30))
  const start = part.at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  let at = start
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const to = Math.min(at + sliceSize, start + part.packedSize)
      if (to > at) controller.enqueue(new Uint8Array(await read(at, to)))
      else controller.close()
      at = to
    }
  })
  const reader = (part.isDeflated ? packed.pipeThrough(new DecompressionStream("deflate-raw")) : packed).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
