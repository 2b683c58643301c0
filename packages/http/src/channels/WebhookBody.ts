import { Data, Effect, Semaphore, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { sizeOf } from "../requests/body/BodyLimits.ts"
import { readPieces, takePlace } from "../requests/body/BodyPieces.ts"

/** The largest body of a webhook, in bytes. The Cloud API sends up to 3 MB. */
const maxBody = 4 * 1024 * 1024

/**
 * The largest body that needs no place, in bytes. The sender of a body is unknown until the whole body has arrived, so a
 * thousand connections could otherwise hold 4 GiB. Bodies of the Cloud API are nearly always smaller.
 */
const maxSmall = 1024 * 1024

/** How many larger bodies a webhook holds at once. */
const largeAtOnce = 2

/**
 * An error for a webhook's body: it is too large, its connection ended early, or too many other large bodies are in memory.
 */
export class WebhookBodyRefused extends Data.TaggedError("WebhookBodyRefused")<{
  readonly status: 400 | 413 | 503
  readonly message: string
}> {}

const tooLarge = new WebhookBodyRefused({ status: 413, message: `The body has more than ${sizeOf(maxBody)}.` })
const unread = new WebhookBodyRefused({
  status: 400,
  message: "The body could not be read to its end. Send the request again."
})

const busy = new WebhookBodyRefused({
  status: 503,
  message: "The server is busy with other large requests. Try again."
})

/**
 * Makes a reader for the bytes of a body, which are needed to verify its signature. It never reads more than the limit. A
 * large body keeps its place until the scope closes.
 */
export const makeReadBytes = Effect.map(Semaphore.make(largeAtOnce), (places) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (Number(request.headers["content-length"]) > maxBody) return yield* tooLarge
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* readPieces(
      Stream.mapError(request.stream, () => unread),
      Effect.fnUntraced(function* (chunk) {
        size += chunk.byteLength
        if (size > maxBody) return yield* tooLarge
        if (size > maxSmall && size - chunk.byteLength <= maxSmall) yield* takePlace(places, busy)
        chunks.push(chunk)
      })
    )
    const body = new Uint8Array(size)
    let offset = 0
    for (const chunk of chunks) {
      body.set(chunk, offset)
      offset += chunk.byteLength
    }
    return body
  })
)
