import { Effect } from "effect"
import { HttpBody, type HttpPlatform, HttpServerResponse } from "effect/http"

type Compression = HttpPlatform.HttpPlatform["Service"]["compression"]

/**
 * Compresses each bytes body once per algorithm, and caches the result while the body exists. Use it for responses that are
 * the same for every request. The platform compresses all other responses.
 */
export const compressedOnce = (platform: Compression): Compression => {
  const kept = new WeakMap<Uint8Array, Map<string, Effect.Effect<Uint8Array>>>()
  return {
    algorithms: platform.algorithms,
    compressResponse: Effect.fnUntraced(function* (response, algorithm, options) {
      const { body } = response
      if (body._tag !== "Uint8Array") return yield* platform.compressResponse(response, algorithm, options)
      const ofBody = kept.get(body.body) ?? new Map<string, Effect.Effect<Uint8Array>>()
      kept.set(body.body, ofBody)
      const compress = Effect.flatMap(platform.compressResponse(response, algorithm, options), bytesOf)
      // Uninterruptible, because the next client uses the result even if this client disconnects.
      const bytes = ofBody.get(algorithm) ?? (yield* Effect.cached(Effect.uninterruptible(compress)))
      ofBody.set(algorithm, bytes)
      return HttpServerResponse.setHeaders(
        HttpServerResponse.setBody(response, HttpBody.uint8Array(yield* bytes, body.contentType)),
        { "content-encoding": algorithm, vary: "Accept-Encoding" }
      )
    })
  }
}

const bytesOf = (response: HttpServerResponse.HttpServerResponse): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => new Uint8Array(await HttpServerResponse.toWeb(response).arrayBuffer()))
