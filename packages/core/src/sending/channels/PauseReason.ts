import type { SendError } from "./MessageChannel.ts"

/** What a code of a provider looks like. Anything else could be a sentence, and is left out. */
const codePattern = /^[\w.:-]{1,40}$/

/** What a broadcast is paused for. */
const names = { TemplateRejected: "template_rejected", SenderRejected: "sender_rejected" } as const

/** A literal with the code of the provider, such as `template_rejected (132001)`. */
const withCode = (name: string, { code }: Pick<SendError, "code">): string =>
  code !== undefined && codePattern.test(code) ? `${name} (${code})` : name

/**
 * Why a broadcast pauses that every recipient would get this error of: a literal and the code of the provider, such
 * as `template_rejected (132001)`. Null for another error. The sentence may name a person, and is for no broadcast, event
 * or line of the log.
 */
export const pauseReason = (error: Pick<SendError, "reason" | "code">): string | null =>
  error.reason === "TemplateRejected" || error.reason === "SenderRejected" ? withCode(names[error.reason], error) : null

/**
 * Why a broadcast pauses for doubtful failures that are no recipient's, such as `refused (132012)`, or
 * `retries_exhausted (131053)` for what was tried again without success.
 */
export const refusalReason = (error: Pick<SendError, "reason" | "code">): string =>
  withCode(error.reason === "Transient" ? "retries_exhausted" : "refused", error)

const limited = "sender_limited"

/** What a broadcast says while its sender waits for the provider, such as `sender_limited (131048)`. */
export const limitReason = (error: Pick<SendError, "code">): string => withCode(limited, error)

/** Whether a broadcast that is sending says that its sender waits. */
export const isLimitReason = (reason: string | null): boolean => reason?.startsWith(limited) === true
