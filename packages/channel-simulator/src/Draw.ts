import { Hash } from "effect"

/**
 * A number from 0 (included) to 1 (excluded) that depends only on the key. A seeded sequence would make a draw
 * depend on how many were made before it, and setting one up for each message costs more than the message.
 */
export const draw = (key: string): number => {
  let bits = Hash.string(key)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
