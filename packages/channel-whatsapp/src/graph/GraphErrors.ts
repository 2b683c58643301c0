import { StorageError } from "@rollcall/core"
import { type ReceiptRefusal, SendError } from "@rollcall/core/channel"
import { Duration } from "effect"
import { ruleOf } from "./ErrorTable.ts"

/** An error response. */
export interface GraphRefusal {
  readonly status: number
  /** The error of the API; null if the response doesn't contain one, such as a gateway's. */
  readonly error: { readonly code: number; readonly subcode?: number } | null
  readonly detail: string
  readonly retryAfter: Duration.Duration | null
}

/** The errors after which a repeated request may succeed. */
const passing: ReadonlySet<SendError["reason"]> = new Set(["Transient", "Throttled", "OutcomeUnknown"])

/**
 * The error of a question about senders or templates, whose answer is not known then. What the platform refuses, as for
 * a wrong business account, it refuses until somebody changes something.
 */
export const toUnanswered = (cause: SendError): StorageError =>
  new StorageError({
    reason: passing.has(cause.reason) ? "Unavailable" : "NotReady",
    cause,
    channel: cause.detail
  })

/** Returns the error of a refused send. The table of codes decides; for unknown codes, the status does. */
export const refusalError = ({ detail, error, retryAfter, status }: GraphRefusal): SendError => {
  const rule = error === null ? undefined : ruleOf(error.code, error.subcode)
  const code = error === null ? `http_${status}` : String(error.code)
  if (rule === undefined) {
    const reason = error === null ? reasonWithoutBody(status, retryAfter !== null) : reasonOfUnknownCode(status)
    const isUnrecognized = reason === "Refused" || reason === "Transient"
    return new SendError({
      reason,
      detail,
      code,
      ...(isUnrecognized && { isUnrecognized }),
      ...(reason === "Throttled" && retryAfter !== null && { retryAfter })
    })
  }
  const { reason, recipient, retries, retryAfter: seconds, scope } = rule
  const wait = retryAfter ?? (seconds === undefined ? null : Duration.seconds(seconds))
  return new SendError({
    reason,
    detail,
    code,
    ...(recipient !== undefined && { recipient }),
    ...(retries !== undefined && { retries }),
    ...(scope !== undefined && { scope }),
    ...(reason === "Throttled" && wait !== null && { retryAfter: wait })
  })
}

/**
 * What the error of a failed message that was accepted says of others; null if it only concerns the recipient. A limit of
 * the sender, which a send would wait for, has cost these messages.
 */
export const refusalOfReceipt = (code: number): ReceiptRefusal | null => {
  const rule = ruleOf(code)
  const named = { code: String(code) }
  if (rule === undefined) return { reason: "Refused", ...named, isUnrecognized: true }
  if (rule.reason === "Undeliverable" || rule.scope === "recipient") return null
  return { reason: rule.reason === "Throttled" ? "Refused" : rule.reason, ...named }
}

/** The meaning of an API error with a code that the table does not have. */
const reasonOfUnknownCode = (status: number): SendError["reason"] => {
  if (status === 429) return "Throttled"
  if (status >= 500) return "Transient"
  return status === 401 || status === 403 || status === 404 ? "SenderRejected" : "Refused"
}

/**
 * What an answer without an error of the API means: it is from a gateway, or from a server that broke. Whether the
 * request went through is not known, unless the status says that it did not. No recipient is to blame for it.
 */
const reasonWithoutBody = (status: number, saysWhen: boolean): SendError["reason"] => {
  if (status === 429 || (status === 503 && saysWhen)) return "Throttled"
  return status >= 500 || status === 408 ? "OutcomeUnknown" : "SenderRejected"
}
