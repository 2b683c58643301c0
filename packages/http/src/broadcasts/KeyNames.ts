import type { WireIssue } from "@rollcall/api"
import { editDistance } from "@rollcall/core/shared"
import type { Headers } from "effect/http"
import { letters } from "../requests/IgnoredFields.ts"

const keyName = "client_unique_identifier"

/** A longer name is no slip of the key's. */
const maxNameLength = 64

/** At most so many names of a body are looked at. */
const maxLookedAt = 200

/** How many letters of the key's name may be others. */
const slips = 3

/**
 * Issues for names at the top of a body, and for headers, that are meant as the idempotency key and are not it (B4): a
 * request that was sent with one twice would be two broadcasts.
 */
export const keyNameIssues = (body: { readonly [name: string]: unknown }, headers: Headers.Headers) => [
  ...Object.keys(body)
    .slice(0, maxLookedAt)
    .filter((name) => name !== keyName && name.length <= maxNameLength && name.isWellFormed() && isMeantAsKey(name))
    .map((name) => keyIssue("body", name)),
  ...Object.keys(headers)
    .filter((name) => /^(x-)?idempoten(cy|t)-?(key|id|token)?$/.test(name))
    .map((name) => keyIssue("header", name))
]

const isMeantAsKey = (name: string): boolean => {
  const given = letters(name)
  const known = letters(keyName)
  return (
    given.includes("idempoten") ||
    /^(client)?unique(id|identifier|key|ref|reference)$/.test(given) ||
    (Math.abs(given.length - known.length) <= slips && editDistance(given, known) <= slips)
  )
}

const keyIssue = (location: "body" | "header", field: string): WireIssue => ({
  type: "value_error",
  in: location,
  field,
  msg: `is not taken: the idempotency key is the member ${keyName} of the body`
})
