import { steadyMillis } from "@rollcall/core/operations"
import { Context, Data, Duration, Effect, Layer, Predicate, Schedule, type Scope, Semaphore, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentBodyLimits, sizeOf } from "./BodyLimits.ts"
import { Admission } from "../Admission.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { readPieces, takePlace } from "./BodyPieces.ts"

/**
 * Why a body cannot be used by any endpoint.
 *
 * - `TooLarge`: it, or `what` of it, has more than `most`.
 * - `Encoded`: it is compressed; a small body could hide a huge one.
 * - `NotJson`: it is not JSON in UTF-8, or could not be read to its end.
 * - `NotObject`: it is JSON, but not an object.
 * - `Busy`: the limit of large bodies in memory is reached; the same request may succeed later.
 */
type BodyProblem =
  | { readonly _tag: "TooLarge"; readonly what: string; readonly most: string }
  | { readonly _tag: "Encoded" | "NotJson" | "NotObject" | "Busy" }

/** A body cannot be used. */
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

/** Whether an error is a {@link BodyRefused}, among errors without a tag. */
export const isBodyRefused = (error: unknown): error is BodyRefused => error instanceof BodyRefused

/** A JSON object with unchecked members. */
export interface JsonObject {
  readonly [name: string]: unknown
}

/** Parses a JSON object. Fails for anything else. */
export const parseObject = (text: string): Effect.Effect<JsonObject, BodyRefused> =>
  Effect.flatMap(
    parseJson(text, (text): unknown => JSON.parse(text)),
    (value) =>
      Predicate.isReadonlyObject(value)
        ? Effect.succeed(value)
        : Effect.fail(new BodyRefused({ reason: { _tag: "NotObject" } }))
  )

/** Parses JSON with a function that throws for anything else. */
export const parseJson = <A>(text: string, parse: (text: string) => A): Effect.Effect<A, BodyRefused> =>
  Effect.try({ try: () => parse(text), catch: notJson })

const notJson = () => new BodyRefused({ reason: { _tag: "NotJson" } })

/** Takes the text of a body piece by piece, as it arrives. It may return a reason to stop reading. */
export type TextSink = (text: string) => BodyRefused | undefined

/** The largest body that is read at once, in bytes. A larger body is checked and decoded as it arrives. */
const maxSmall = 64 * 1024

/** Decodes whole bodies: it keeps no state between them. */
const wholeText = new TextDecoder("utf-8", { fatal: true })

/** How often a waiting body tries to take a place. */
const placeCheckEvery = Duration.millis(50)

/**
 * Reads the bodies of requests, and never holds more of a body than its limit. The time in which a body arrives
 * does not count against the deadline of its request, which then waits for its permit.
 */
export class RequestBodies extends Context.Service<
  RequestBodies,
  {
    /** The body of the current request, of at most `limits.body` bytes. */
    readonly json: Effect.Effect<JsonObject, BodyRefused, HttpServerRequest.HttpServerRequest | Scope.Scope>

    /** Waits until there is time for the next slice of a body. */
    readonly turn: Effect.Effect<void>

    /**
     * Passes the text of a broadcast's body to `sink`. When more than `limits.body` of it has arrived, it takes one of
     * the `limits.largeBodies` places until the work of the request has ended. The rest of the body waits for a place,
     * `limits.placeWait` at most. The deadline of the request is that of an upload.
     */
    readonly broadcast: (
      sink: TextSink
    ) => Effect.Effect<void, BodyRefused, HttpServerRequest.HttpServerRequest | Scope.Scope>

    /** The same for the body of an import, of at most `limits.importBody` bytes. They share those places. */
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

      /** Reads a small body at once, without checks between its pieces. */
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

        /** Checks the declared or reached size. */
        const checkSize = (size: number) =>
          size > limit
            ? Effect.fail(new BodyRefused({ reason: { _tag: "TooLarge", what: "The body", most: sizeOf(limit) } }))
            : Effect.void
        /** Checks the reached size before more is read. A declared size takes no place. */
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
            // A large body may arrive at once. Other requests have their turn between its pieces.
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
