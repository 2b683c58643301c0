import { Effect, Layer, Option } from "effect"
import * as Digest from "effect/crypto/Digest"

/**
 * Provides the host's digests. Default: WebCrypto, which computes each digest on another thread. For a short string,
 * switching threads takes longer than the digest.
 */
export const layerDigest = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(Digest.Digest),
    Option.match({
      onNone: () => Digest.layerWebCrypto,
      onSome: (digest) => Layer.succeed(Digest.Digest, digest)
    })
  )
)
