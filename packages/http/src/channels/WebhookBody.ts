import { steadyMillis } from "@rollcall/core/storage"
import { Data, Effect, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { sizeOf } from "../requests/BodyLimits.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"

/** The largest body of a webhook, in bytes. The Cloud API sends up to 3 MB. */
const maxBody = 4 * 1024 * 1024

/** The body of a webhook is too large, or its connection ended before it. */
export class WebhookBodyRefused extends Data.TaggedError("WebhookBodyRefused")<{
  readonly status: 400 | 413
  readonly message: string
}> {}

const tooLarge = new WebhookBodyRefused({ status: 413, message: `The body has more than ${sizeOf(maxBody)}.` })
const unread = new WebhookBodyRefused({ status: 400, message: "The body could not be read to its end." })

/** Reads the bytes of a body as they arrive, of which signatures are made, and never more than the limit. */
export const readBytes = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { time } = yield* RequestFacts
  if (Number(request.headers["content-length"]) > maxBody) return yield* tooLarge
  const chunks: Array<Uint8Array> = []
  let size = 0
  time?.awaitPiece(yield* steadyMillis)
  yield* request.stream.pipe(
    Stream.mapError(() => unread),
    Stream.runForEach(
      Effect.fnUntraced(function* (chunk) {
        const now = yield* steadyMillis
        time?.pieceArrived(now, chunk.byteLength)
        size += chunk.byteLength
        if (size > maxBody) return yield* tooLarge
        chunks.push(chunk)
        time?.awaitPiece(now)
      })
    ),
    Effect.ensuring(Effect.map(steadyMillis, (now) => time?.bodyRead(now)))
  )
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
})
