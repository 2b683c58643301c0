import { Effect } from "effect"

/**
 * Identifiers for one command of one story: the same each time that they are asked for from the start, and no others'.
 * The first digits, which decide every order, depend on the place in the story alone, and not in the order of making.
 */
export const idsFor = (story: number, step: number): Effect.Effect<string> => {
  let made = 0
  return Effect.sync(() => {
    const head = mixed(step * 256 + made++)
      .toString(16)
      .padStart(8, "0")
    return `${head}-0000-4000-8000-${story.toString(16).padStart(12, "0")}`
  })
}

/** Another number of 32 bits for each number of 32 bits. */
const mixed = (n: number): number => {
  let bits = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
