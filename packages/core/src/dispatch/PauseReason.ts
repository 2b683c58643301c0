import type { SendError } from "../channels/MessageChannel.ts"

/** What a code of a provider looks like. Anything else could be a sentence, and is left out. */
const codePattern = /^[\w.:-]{1,40}$/

/** What a broadcast is paused for. */
const names = { TemplateRejected: "template_rejected", SenderRejected: "sender_rejected" } as const

/**
 * Why a broadcast pauses that every recipient would get this error of (B1): a literal and the code of the provider, such
 * as `template_rejected (132001)`. Null for another error. The sentence may name a person, and is for no broadcast, event
 * or line of the log (C7).
 */
export const pauseReason = ({ code, reason }: SendError): string | null => {
  if (reason !== "TemplateRejected" && reason !== "SenderRejected") return null
  return code !== undefined && codePattern.test(code) ? `${names[reason]} (${code})` : names[reason]
}
