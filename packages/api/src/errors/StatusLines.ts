import { described } from "@rollcall/core/operations"
import { Schema } from "effect"

/** The status lines of errors as in the specification: the code and the reason phrase in capitals. */
export const statusLines = {
  400: "400 BAD REQUEST",
  401: "401 UNAUTHORIZED",
  403: "403 FORBIDDEN",
  404: "404 NOT FOUND",
  405: "405 METHOD NOT ALLOWED",
  408: "408 REQUEST TIMEOUT",
  409: "409 CONFLICT",
  410: "410 GONE",
  413: "413 PAYLOAD TOO LARGE",
  415: "415 UNSUPPORTED MEDIA TYPE",
  422: "422 UNPROCESSABLE ENTITY",
  429: "429 TOO MANY REQUESTS",
  431: "431 REQUEST HEADER FIELDS TOO LARGE",
  500: "500 INTERNAL SERVER ERROR",
  503: "503 SERVICE UNAVAILABLE"
} as const
export type ErrorStatus = keyof typeof statusLines

/** The headers of a 401. */
export const challengeHeaders = {
  "www-authenticate": described(Schema.optionalKey(Schema.Literal("Bearer")), "How requests are authorized.")
}

/** The headers of a 429 or a 503. */
export const retryHeaders = { "retry-after": described(Schema.String, "Try again after this many seconds.") }

/** The descriptions of errors that both areas have. */
export const meanings = {
  Unauthorized: "The request has no token, or the token is not valid.",
  Forbidden: "The caller lacks the scope that this operation needs.",
  TooManyRequests: "The caller makes too many requests. Nothing was done. Try again later.",
  TooSlow: "The body arrives too slowly.",
  TooLarge: "The body is too large.",
  Encoded: "The body is compressed.",
  Failed: "The server failed. The details have the request id, which is in the server's log.",
  Unavailable: "The server cannot do this now. Try again later."
}
