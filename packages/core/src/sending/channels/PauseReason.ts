import type { SendError } from "./MessageChannel.ts"

/** The form of a provider's code. Other strings could be sentences, and are left out. */
const codePattern = /^[\w.:-]{1,40}$/

/** The error reasons that pause a broadcast. */
const names = { TemplateRejected: "template_rejected", SenderRejected: "sender_rejected" } as const

/** Appends the provider's code to a reason, such as `template_rejected (132001)`. */
const withCode = (name: string, { code }: Pick<SendError, "code">): string =>
  code !== undefined && codePattern.test(code) ? `${name} (${code})` : name

/**
 * Returns the reason to pause a broadcast after an error that every recipient would get, with the provider's code, such as
 * `template_rejected (132001)`. Null for other errors. Never includes the error's sentence, because it may name a person.
 */
export const pauseReason = (error: Pick<SendError, "reason" | "code">): string | null =>
  error.reason === "TemplateRejected" || error.reason === "SenderRejected" ? withCode(names[error.reason], error) : null

/**
 * Returns the reason to pause a broadcast after failures that no recipient caused, such as `refused (132012)`, or
 * `retries_exhausted (131053)` after failed retries.
 */
export const refusalReason = (error: Pick<SendError, "reason" | "code">): string =>
  withCode(error.reason === "Transient" ? "retries_exhausted" : "refused", error)

const limited = "sender_limited"

/** Returns the status reason while a sender waits for the provider, such as `sender_limited (131048)`. */
export const limitReason = (error: Pick<SendError, "code">): string => withCode(limited, error)

/** Returns whether a status reason says that the sender is waiting. */
export const isLimitReason = (reason: string | null): boolean => reason?.startsWith(limited) === true
