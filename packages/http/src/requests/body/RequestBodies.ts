import { steadyMillis } from "@rollcall/core/operations"
import { Context, Data, Duration, Effect, Layer, Predicate, Schedule, type Scope, Semaphore, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentBodyLimits, sizeOf } from "./BodyLimits.ts"
import { Admission } from "../Admission.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { readPieces, takePlace } from "./BodyPieces.ts"

/**
 * Why no endpoint can use a body.
 *
 * - `TooLarge`: the body, or its part `what`, is larger than `most`.
 * - `Encoded`: the body is compressed. A small compressed body could expand to a huge one.
 * - `NotJson`: the body isn't JSON in UTF-8, or could not be read to its end.
 * - `NotObject`: the body is JSON, but not an object.
 * - `Busy`: too many large bodies are in memory. The same request may succeed later.
 */
type BodyProblem =
  | { readonly _tag: "TooLarge"; readonly what: string; readonly most: string }
  | { readonly _tag: "Encoded" | "NotJson" | "NotObject" | "Busy" }

export class BodyRefused extends Data.TaggedError("BodyRefused")<{ readonly reason: BodyProblem }> {
  override get message(): string {
    const { reason } = this
    switch (reason._tag) {
      case "TooLarge":
        return `${reason.what} has more than ${reason.most}, the maximum of this endpoint.`
      case "Encoded":
        return "Content-Encoding is not supported. Send the body as plain JSON."
      case "NotJson":
        return "The body is not JSON in UTF-8."
      case "NotObject":
        return "The body is not a JSON object."
      case "Busy":
        return "The server is busy with other large requests. Try again."
    }
  }
}

/** Whether an error is a {@link BodyRefused}. Works for errors without a tag. */
export const isBodyRefused = (error: unknown): error is BodyRefused => error instanceof BodyRefused

export interface JsonObject {
  readonly [name: string]: unknown
}

/** Parses a JSON object. Fails for any other JSON value. */
export const parseObject = (text: string): Effect.Effect<JsonObject, BodyRefused> =>
  Effect.flatMap(
    parseJson(text, (text): unknown => JSON.parse(text)),
    (value) =>
      Predicate.isReadonlyObject(value)
        ? Effect.succeed(value)
        : Effect.fail(new BodyRefused({ reason: { _tag: "NotObject" } }))
  )

/** Parses JSON. Fails with `NotJson` if `parse` throws. */
export const parseJson = <A>(text: string, parse: (text: string) => A): Effect.Effect<A, BodyRefused> =>
  Effect.try({ try: () => parse(text), catch: notJson })

const notJson = () => new BodyRefused({ reason: { _tag: "NotJson" } })

/** Receives the text of a body as it arrives. Returns an error to stop reading. */
export type TextSink = (text: string) => BodyRefused | undefined

/** The largest body that is read in one piece, in bytes. A larger body is checked and decoded as it arrives. */
const maxSmall = 64 * 1024

/** Decodes complete bodies. Keeps no state between calls. */
const wholeText = new TextDecoder("utf-8", { fatal: true })

/** How often a waiting body checks whether another large body is done. */
const placeCheckEvery = Duration.millis(50)

/**
 * Reads the bodies of requests, and never keeps more of a body in memory than its limit. The time while a body arrives
 * doesn't count against the timeout. After its body, the request waits for its permit.
 */
export class RequestBodies extends Context.Service<
  RequestBodies,
  {
    /** Reads the body of the current request, at most `limits.body` bytes. */
    readonly json: Effect.Effect<JsonObject, BodyRefused, HttpServerRequest.HttpServerRequest | Scope.Scope>

    /** Waits until there is time for the next slice of a body. */
    readonly turn: Effect.Effect<void>

    /**
     * Passes the text of a broadcast's body to `sink`. Once more than `limits.body` bytes have arrived, the body takes one
     * of `limits.largeBodies` places until the request's work has ended, and waits for it at most `limits.placeWait`. The
     * request has the timeout of an upload.
     */
    readonly broadcast: (
      sink: TextSink
    ) => Effect.Effect<void, BodyRefused, HttpServerRequest.HttpServerRequest | Scope.Scope>

    /**
     * Like `broadcast`, for the body of an import, at most `limits.importBody` bytes. Both share the places for large
     * bodies.
     */
    readonly contactImport: (
      sink: TextSink
    ) => Effect.Effect<void, BodyRefused, HttpServerRequest.HttpServerRequest | Scope.Scope>
  }
>()("@rollcall/http/requests/RequestBodies") {
  static readonly layer = Layer.effect(
    RequestBodies,
    Effect.gen(function* () {
      const limits = yield* CurrentBodyLimits
      const { nextPart: turn } = yield* Admission
      const places = yield* Semaphore.make(limits.largeBodies)
      const placeChecks = Math.ceil(Duration.toMillis(limits.placeWait) / Duration.toMillis(placeCheckEvery))

      const small = Math.min(limits.body, limits.bytesPerSecond * Duration.toSeconds(limits.grace), maxSmall)

      const waitForPlace = takePlace(places, new BodyRefused({ reason: { _tag: "Busy" } })).pipe(
        Effect.retry({ schedule: Schedule.spaced(placeCheckEvery), times: placeChecks })
      )

      const readSmall = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, sink: TextSink) {
        const { time } = yield* RequestFacts
        time?.awaitPiece(yield* steadyMillis)
        const bytes = yield* Effect.mapError(request.arrayBuffer, notJson)
        time?.bodyRead(yield* steadyMillis)
        const refused = yield* Effect.try({
          try: () => sink(wholeText.decode(bytes)),
          catch: notJson
        })
        if (refused !== undefined) return yield* refused
      })

      const read = (limit: number, sink: TextSink) =>
        Effect.andThen(
          arrive(limit, sink),
          Effect.flatMap(RequestFacts, ({ admit = Effect.void }) => admit)
        )

      const arrive = Effect.fnUntraced(function* (limit: number, sink: TextSink) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { headers } = request
        const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? ""
        if (encoding !== "" && encoding !== "identity") {
          return yield* new BodyRefused({ reason: { _tag: "Encoded" } })
        }
        const declared = Number(headers["content-length"])
        if (declared > 0 && declared <= small) return yield* readSmall(request, sink)
        const decoder = new TextDecoder("utf-8", { fatal: true })
        let bytes = 0
        let hasPlace = false

        const checkSize = (size: number) =>
          size > limit
            ? Effect.fail(new BodyRefused({ reason: { _tag: "TooLarge", what: "The body", most: sizeOf(limit) } }))
            : Effect.void
        /** Checks the size received so far before reading on. A declared size doesn't take a place. */
        const admit = Effect.fnUntraced(function* () {
          yield* checkSize(bytes)
          if (bytes <= limits.body || hasPlace) return
          yield* waitForPlace
          hasPlace = true
        })
        const take = (chunk: Uint8Array | undefined) =>
          Effect.try({
            try: () => sink(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })),
            catch: notJson
          }).pipe(Effect.flatMap((refused) => (refused === undefined ? Effect.void : Effect.fail(refused))))

        if (declared > 0) yield* checkSize(declared)
        const pieces = Stream.mapError(request.stream, notJson)
        yield* readPieces(
          pieces,
          Effect.fnUntraced(function* (piece) {
            bytes += piece.byteLength
            yield* admit()
            yield* take(piece)
            // A large body may arrive at once. This lets other requests run between its pieces.
            if (bytes > limits.body) yield* Effect.yieldNow
          })
        )
        yield* take(undefined)
      })

      const upload = Effect.fnUntraced(function* (limit: number, sink: TextSink) {
        const { time } = yield* RequestFacts
        time?.isUpload()
        yield* read(limit, sink)
      })

      return RequestBodies.of({
        json: Effect.suspend(() => {
          let text = ""
          const body = read(limits.body, (piece) => {
            text += piece
            return undefined
          })
          return body.pipe(Effect.flatMap(() => parseObject(text)))
        }),
        turn,
        broadcast: (sink) => upload(limits.broadcastBody, sink),
        contactImport: (sink) => upload(limits.importBody, sink)
      })
    })
  )
}
