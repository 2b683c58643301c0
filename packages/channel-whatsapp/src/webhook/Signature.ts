import { Effect, Layer, Option, Redacted, Result } from "effect"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Hex from "effect/encoding/Hex"

/** Provides the host's `Mac` service. Default: WebCrypto. */
export const layerMac: Layer.Layer<Mac.Mac> = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(Mac.Mac),
    Option.match({
      onNone: () => Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto),
      onSome: (mac) => Layer.succeed(Mac.Mac, mac)
    })
  )
)

const header = /^sha256=([0-9a-f]{64})$/i

/**
 * Returns the secrets that match the signature in `X-Hub-Signature-256`, the HMAC-SHA256 of the raw bytes. Compares in
 * constant time. A missing or malformed header matches no secret.
 */
export const signedWith = Effect.fnUntraced(function* (
  mac: Mac.Mac["Service"],
  signature: string | undefined,
  body: Uint8Array,
  secrets: Iterable<string>
) {
  const tag = Hex.decode(header.exec(signature ?? "")?.[1] ?? "")
  if (Result.isFailure(tag)) return new Set<string>()
  const fitting = new Set<string>()
  for (const secret of secrets) {
    const key = yield* Mac.key(Mac.hmacSha256, new TextEncoder().encode(secret))
    if (yield* mac.verify(key, tag.success, body)) fitting.add(secret)
  }
  return fitting
}, Effect.orDie)

/** Returns whether a token is in a list, in constant time. */
export const isOneOf = (given: string, tokens: ReadonlyArray<Redacted.Redacted>): boolean => {
  const bytes = new TextEncoder().encode(given)
  return tokens
    .map((token) => Mac.timingSafeEqual(bytes, new TextEncoder().encode(Redacted.value(token))))
    .includes(true)
}
