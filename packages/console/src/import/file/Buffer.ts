const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Strings up to this length are read without the decoder, which is faster. Most cells are short and ASCII. */
const maxPlain = 64

class Bytes extends Uint8Array {
  copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
    const copied = this.subarray(start, end)
    target.set(copied, at)
    return copied.length
  }

  compare(other: Uint8Array, start = 0, end = other.length): number {
    return compare(this, other.subarray(start, end))
  }

  equals(other: Uint8Array): boolean {
    return compare(this, other) === 0
  }

  override toString(_encoding?: string, start = 0, last = this.length): string {
    const end = Math.min(last, this.length)
    if (end - start > maxPlain) return decoder.decode(this.subarray(start, end))
    let text = ""
    for (let at = start; at < end; at++) {
      const byte = this[at] ?? 0
      if (byte >= 0x80) return decoder.decode(this.subarray(start, end))
      text += String.fromCharCode(byte)
    }
    return text
  }
}

const compare = (a: Uint8Array, b: Uint8Array): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(a.length - b.length)
}

/**
 * The part of Node's `Buffer` that the CSV parser needs for UTF-8. The build uses it instead of the `Buffer` that the
 * parser includes for browsers, which is as large as the parser.
 */
export const Buffer = {
  from: (content: string | ArrayLike<number>) =>
    new Bytes(typeof content === "string" ? encoder.encode(content) : content),
  allocUnsafe: (length: number) => new Bytes(length),
  isBuffer: (value: unknown) => value instanceof Bytes,
  compare,
  concat: (parts: ReadonlyArray<Uint8Array>) => {
    const all = new Bytes(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }
}
