/**
 * The first text, by code point, after all that start with `prefix`: those are the texts from `prefix` up to it.
 * Nothing when there is no such text, because the prefix is made of the last code point alone.
 */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === lastCodePoint) points.pop()
  const last = points.pop()
  return last === undefined ? undefined : String.fromCodePoint(...points, successor(last))
}

const lastCodePoint = 0x10ffff

/** Surrogates are no characters: after U+D7FF comes U+E000. */
const successor = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)
