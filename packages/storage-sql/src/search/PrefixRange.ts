/**
 * Returns the first string, by code point, after all strings that start with `prefix`. Undefined if the prefix consists
 * only of the last code point.
 */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === lastCodePoint) points.pop()
  const last = points.pop()
  return last === undefined ? undefined : String.fromCodePoint(...points, successor(last))
}

const lastCodePoint = 0x10ffff

/** Returns the next code point. Surrogates are skipped: U+E000 follows U+D7FF. */
const successor = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)
