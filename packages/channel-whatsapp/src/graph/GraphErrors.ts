import { type RecipientFault, SendError } from "@rollcall/core/channel"
import { Duration } from "effect"

/** What one code of the Cloud API means for a send. */
export interface GraphErrorRule {
  /** The code, or the first and the last of a range. */
  readonly code: number | readonly [number, number]
  readonly reason: Exclude<SendError["reason"], "OutcomeUnknown">
  /** What is wrong with the recipient, of an `Undeliverable`. */
  readonly recipient?: RecipientFault
  /** How long a `Throttled` waits if the answer does not say, in seconds. */
  readonly retryAfter?: number
  /** How many retries a `Transient` is worth, if fewer than the settings allow. */
  readonly retries?: number
  readonly meaning: string
}

/** What each code means (Cloud API, error codes). A code decides, never the text or the status of the answer. */
export const errorTable: ReadonlyArray<GraphErrorRule> = [
  { code: 4, reason: "Throttled", retryAfter: 60, meaning: "The app has made too many calls." },
  { code: 80007, reason: "Throttled", retryAfter: 60, meaning: "The business account has made too many calls." },
  { code: 130429, reason: "Throttled", retryAfter: 2, meaning: "The number sends faster than it may." },
  { code: 133016, reason: "Throttled", retryAfter: 60, meaning: "The number was registered too often." },
  {
    code: 131048,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "Too many messages of the number were reported as spam."
  },
  {
    code: 131056,
    reason: "Throttled",
    retryAfter: 6,
    meaning: "Too many messages went from the number to the recipient."
  },

  { code: 1, reason: "Transient", meaning: "The API failed for an unknown reason." },
  { code: 2, reason: "Transient", meaning: "The API is overloaded or down." },
  { code: 131000, reason: "Transient", meaning: "The message failed for an unknown reason." },
  { code: 131016, reason: "Transient", meaning: "A service of the platform is overloaded." },
  { code: 131057, reason: "Transient", meaning: "The account is in maintenance mode." },
  { code: 131053, reason: "Transient", retries: 1, meaning: "The media file could not be fetched." },

  {
    code: 131026,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient cannot receive the message."
  },
  { code: 131021, reason: "Undeliverable", recipient: "unreachable", meaning: "The recipient is the sender." },
  {
    code: 130472,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient is part of an experiment."
  },
  {
    code: 131030,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The number is not on the list of a test number."
  },
  {
    code: 131050,
    reason: "Undeliverable",
    recipient: "opted_out",
    meaning: "The recipient has opted out of marketing messages."
  },
  {
    code: 131049,
    reason: "Undeliverable",
    recipient: "capped",
    meaning: "The recipient gets no more marketing messages for now."
  },
  {
    code: 131062,
    reason: "Undeliverable",
    recipient: "malformed_address",
    meaning: "The recipient's address is malformed."
  },

  { code: 132000, reason: "TemplateRejected", meaning: "The number of parameters is not the template's." },
  {
    code: 132001,
    reason: "TemplateRejected",
    meaning: "The template does not exist in the language, or is not approved."
  },
  { code: 132005, reason: "TemplateRejected", meaning: "The filled-in template is too long." },
  { code: 132007, reason: "TemplateRejected", meaning: "The template violates a policy." },
  { code: 132008, reason: "TemplateRejected", meaning: "The values do not have the form of the template." },
  { code: 132012, reason: "TemplateRejected", meaning: "The parameters do not have the template's form." },
  { code: 132015, reason: "TemplateRejected", meaning: "The template is paused for its quality." },
  { code: 132016, reason: "TemplateRejected", meaning: "The template is disabled for its quality." },
  { code: 132068, reason: "TemplateRejected", meaning: "The flow of the template is blocked." },
  { code: 132069, reason: "TemplateRejected", meaning: "The flow of the template is throttled." },
  { code: 131063, reason: "TemplateRejected", meaning: "The template cannot be sent this way." },

  { code: 0, reason: "SenderRejected", meaning: "The access token cannot be authenticated." },
  { code: 10, reason: "SenderRejected", meaning: "A permission is not granted or was removed." },
  { code: 190, reason: "SenderRejected", meaning: "The access token has expired." },
  { code: [200, 299], reason: "SenderRejected", meaning: "A permission is not granted or was removed." },
  { code: 368, reason: "SenderRejected", meaning: "The account is blocked for a violation of policies." },
  { code: 131031, reason: "SenderRejected", meaning: "The account is locked." },
  { code: 131037, reason: "SenderRejected", meaning: "The display name of the number is not approved." },
  { code: 131042, reason: "SenderRejected", meaning: "The payment of the account has a problem." },
  { code: 131045, reason: "SenderRejected", meaning: "The number is not registered correctly." },
  { code: 133010, reason: "SenderRejected", meaning: "The number is not registered." },
  { code: 130497, reason: "SenderRejected", meaning: "The account may not send to the country." },
  { code: 131064, reason: "SenderRejected", meaning: "The account may not send the message." }
]

/** What a code means; nothing for one that the table does not have. */
export const ruleOf = (code: number): GraphErrorRule | undefined =>
  errorTable.find((rule) => {
    const [first, last] = typeof rule.code === "number" ? [rule.code, rule.code] : rule.code
    return first <= code && code <= last
  })

/** An answer with an error. */
export interface GraphRefusal {
  /** The HTTP status. */
  readonly status: number
  /** Null if the body is not that of an error of the API. */
  readonly code: number | null
  readonly detail: string
  readonly retryAfter: Duration.Duration | null
}

/**
 * The error of a send that was answered with a refusal. A code that the table does not have is decided by the status: 429
 * waits, 5xx is transient, 401, 403 and 404 are the account's, and others the recipient's. A gateway that gave up waiting
 * (504) does not know whether the message was accepted.
 */
export const refusalError = ({ code, detail, retryAfter, status }: GraphRefusal): SendError => {
  const rule = code === null ? undefined : ruleOf(code)
  if (rule === undefined) {
    return new SendError({ reason: reasonOfStatus(status, code), detail, ...(retryAfter !== null && { retryAfter }) })
  }
  const { reason, recipient, retries, retryAfter: seconds } = rule
  const wait = retryAfter ?? (seconds === undefined ? null : Duration.seconds(seconds))
  return new SendError({
    reason,
    detail,
    ...(recipient !== undefined && { recipient }),
    ...(retries !== undefined && { retries }),
    ...(reason === "Throttled" && wait !== null && { retryAfter: wait })
  })
}

const reasonOfStatus = (status: number, code: number | null): SendError["reason"] => {
  if (status === 504 && code === null) return "OutcomeUnknown"
  if (status >= 500) return "Transient"
  if (status === 429) return "Throttled"
  return status === 401 || status === 403 || status === 404 ? "SenderRejected" : "Undeliverable"
}
