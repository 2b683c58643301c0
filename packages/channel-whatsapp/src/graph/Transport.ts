import { Data, Predicate } from "effect"

/** A request that failed before any part was written to the connection. */
export class NeverWritten extends Data.TaggedError("NeverWritten")<{
  readonly cause: unknown
  /** Whether the connection was reused. */
  readonly wasKept: boolean
}> {}

/**
 * Error codes of Node and its `fetch` for a failed connection: name not found, refused, unreachable, or certificate
 * rejected.
 */
const unconnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID"
])

/**
 * Returns whether a client error proves that no part of the request was written. After any other error, the server may have
 * read the request.
 */
export const isNeverWritten = (error: unknown): boolean => {
  if (!Predicate.isObject(error)) return false
  if (error instanceof NeverWritten) return true
  if (Predicate.hasProperty(error, "errors") && Array.isArray(error.errors) && error.errors.length > 0) {
    return error.errors.every(isNeverWritten)
  }
  if (Predicate.hasProperty(error, "code") && typeof error.code === "string" && unconnected.has(error.code)) return true
  if (Predicate.hasProperty(error, "syscall") && (error.syscall === "connect" || error.syscall === "getaddrinfo")) {
    return true
  }
  return Predicate.hasProperty(error, "cause") && error.cause !== error && isNeverWritten(error.cause)
}
