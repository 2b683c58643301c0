import { Hash } from "effect"

/**
 * Returns a number from 0 (inclusive) to 1 (exclusive) that depends only on the key. A seeded generator would depend on the
 * number of earlier draws, and a generator per message would cost more than the message.
 */
export const draw = (key: string): number => {
  let bits = Hash.string(key)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
