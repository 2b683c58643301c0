/**
 * Returns the upper bound of the texts that start with `prefix`, by code point: the first text after all of them.
 * Undefined if there is none, because the prefix consists of the last code point only.
 */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === lastCodePoint) points.pop()
  const last = points.pop()
  return last === undefined ? undefined : String.fromCodePoint(...points, successor(last))
}

const lastCodePoint = 0x10ffff

/** The next code point of a character. Surrogates are skipped: U+E000 follows U+D7FF. */
const successor = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)
