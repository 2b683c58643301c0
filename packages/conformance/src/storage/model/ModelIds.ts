import { Effect } from "effect"

/**
 * Generates the identifiers for a step of a model run. The same step always gets the same identifiers, and different
 * steps get different ones. The first digits, which decide every order, depend only on the step's position in the run.
 */
export const idsFor = (run: number, step: number): Effect.Effect<string> => {
  let made = 0
  return Effect.sync(() => {
    const head = mixed(step * 256 + made++)
      .toString(16)
      .padStart(8, "0")
    return `${head}-0000-4000-8000-${run.toString(16).padStart(12, "0")}`
  })
}

/** Maps a 32-bit number to a different one, reversibly. */
const mixed = (n: number): number => {
  let bits = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
