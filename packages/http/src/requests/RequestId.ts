import { nextId } from "@rollcall/core/storage"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id"

/** The caller's id of the current request if it gave a sane one (at most 128 visible ASCII characters), or a new one. */
export const requestId: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const given = request.headers[requestIdHeader]
    return given !== undefined && sane.test(given) ? Effect.succeed(given) : nextId
  }
)

const sane = /^[\x21-\x7e]{1,128}$/
