/** Concatenates two byte arrays. */
export const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  if (first.length === 0) return second
  if (second.length === 0) return first
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Returns the size of a well-formed string in UTF-8. Each half of a surrogate pair counts for two of its four bytes. */
export const byteLength = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/** Returns an iterable that starts again from the beginning at each iteration. */
export const readAnew = <A = Uint8Array>(begin: () => AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => begin()[Symbol.asyncIterator]()
})
