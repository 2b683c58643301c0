import { Delivery } from "@rollcall/core/storage"

const factors = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/** Mixes a string into a 32-bit hash that starts from a seed. */
const mix = (text: string, seed: number, factor: number): number => {
  let state = seed
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), factor)
    state = (state << 13) | (state >>> 19)
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  return (state ^ (state >>> 13)) >>> 0
}

/**
 * Returns a function that makes 128-bit digests with random seeds. They need not withstand a brute-force search, because
 * neither digests nor seeds outlive the process.
 */
export const makeDigest = (): Delivery.MessageDigest => {
  const seeds = globalThis.crypto.getRandomValues(new Uint32Array(factors.length))
  return Delivery.messageDigestWith((messageId) =>
    factors
      .map((factor, n) =>
        mix(messageId, seeds[n] ?? 0, factor)
          .toString(16)
          .padStart(8, "0")
      )
      .join("")
  )
}
