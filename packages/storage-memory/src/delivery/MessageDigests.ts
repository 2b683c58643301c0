import { Delivery } from "@rollcall/core/storage"

const factors = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/** Mixes a text into 32 bits that begin with a seed. */
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
 * Makes digests of 128 bits that two ids do not share. They need not resist a search, as those of a database do: nothing
 * of them outlives the process, and neither do the seeds.
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
