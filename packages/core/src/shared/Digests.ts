import { Effect, Layer, Option } from "effect"
import * as Digest from "effect/crypto/Digest"

/**
 * The digests that the host provides. Default: WebCrypto, which computes each on another thread: for a short text the way
 * there and back takes longer than the digest.
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
