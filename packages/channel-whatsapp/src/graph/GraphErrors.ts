import { StorageError } from "@rollcall/core"
import { type ReceiptRefusal, SendError } from "@rollcall/core/channel"
import { Duration } from "effect"
import { ruleOf } from "./ErrorTable.ts"

/** An error response. */
export interface GraphRefusal {
  readonly status: number
  /** The API's error; null for a response without an error object, such as a gateway's. */
  readonly error: { readonly code: number; readonly subcode?: number } | null
  readonly detail: string
  readonly retryAfter: Duration.Duration | null
}

/** The reasons after which the same request may succeed later. */
const passing: ReadonlySet<SendError["reason"]> = new Set(["Transient", "Throttled", "OutcomeUnknown"])

/**
 * Converts an error from reading senders or templates. Errors that may pass become `Unavailable`. All other errors become
 * `NotReady`, because such errors persist until somebody changes the configuration, such as a wrong business account.
 */
export const toUnanswered = (cause: SendError): StorageError =>
  new StorageError({
    reason: passing.has(cause.reason) ? "Unavailable" : "NotReady",
    cause,
    channel: cause.detail
  })

/** Returns the `SendError` for a refused send, by the error code, or by the HTTP status for an unknown code. */
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
 * Returns the refusal for the error code of a failed receipt; null if the error only concerns the recipient. `Throttled`
 * becomes `Refused`, because the message has already failed.
 */
export const refusalOfReceipt = (code: number): ReceiptRefusal | null => {
  const rule = ruleOf(code)
  const named = { code: String(code) }
  if (rule === undefined) return { reason: "Refused", ...named, isUnrecognized: true }
  if (rule.reason === "Undeliverable" || rule.scope === "recipient") return null
  return { reason: rule.reason === "Throttled" ? "Refused" : rule.reason, ...named }
}

/** Returns the reason for an error code that is not in the table, by the HTTP status. */
const reasonOfUnknownCode = (status: number): SendError["reason"] => {
  if (status === 429) return "Throttled"
  if (status >= 500) return "Transient"
  return status === 401 || status === 403 || status === 404 ? "SenderRejected" : "Refused"
}

/**
 * Returns the reason for an error response without an API error, such as a gateway's. The reason is `OutcomeUnknown` if the
 * request may have been accepted. The recipient is never at fault.
 */
const reasonWithoutBody = (status: number, saysWhen: boolean): SendError["reason"] => {
  if (status === 429 || (status === 503 && saysWhen)) return "Throttled"
  return status >= 500 || status === 408 ? "OutcomeUnknown" : "SenderRejected"
}
