import type { RecipientFault, SendError } from "@rollcall/core/channel"

/** The meaning of a Cloud API error code for a send. */
export interface GraphErrorRule {
  /** The code, or the first and last code of a range. */
  readonly code: number | readonly [number, number]
  /** The required `error_subcode`. Default: any. Rules with a subcode come before the code's general rule. */
  readonly subcode?: number
  readonly reason: Exclude<SendError["reason"], "OutcomeUnknown" | "Stopped">
  /** The recipient's fault. Present for `Undeliverable`, and for `Refused` if the recipient is the cause. */
  readonly recipient?: RecipientFault
  /** The default wait of a `Throttled` response, in seconds. */
  readonly retryAfter?: number
  /** For `Throttled`: `recipient` if only this recipient is affected. */
  readonly scope?: "recipient"
  /** The maximum number of retries after a `Transient` error, if lower than the setting. */
  readonly retries?: number
  readonly meaning: string
  /** The source: a page of the platform's documentation, or public reports. */
  readonly source: string
}

const codes = "Cloud API, error codes"
const limits = "Graph API, rate limits"
const graph = "Graph API, error handling"
const changes = "Cloud API, changelog"
const marketing = "Marketing Messages API, route template messages"
const prices = "Marketing Messages API, maximum price"
const storage = "Cloud API, no storage"
const ids = "Cloud API, business-scoped user ids"
const calls = "Cloud API, calling"
const pacing = "Cloud API, portfolio pacing; two later readings"
const direct = "Cloud API, direct send"

/** The meaning of each error code. The response's message and HTTP status don't matter. */
export const errorTable: ReadonlyArray<GraphErrorRule> = [
  { code: 4, reason: "Throttled", retryAfter: 60, meaning: "The app has made too many calls.", source: codes },
  {
    code: 17,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "The user of the token has made too many calls.",
    source: limits
  },
  { code: 32, reason: "Throttled", retryAfter: 60, meaning: "The page has made too many calls.", source: limits },
  {
    code: 613,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "A limit of calls of the app was reached.",
    source: limits
  },
  {
    code: 80007,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "The business account has made too many calls.",
    source: codes
  },
  {
    code: 80008,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "The business account has made too many calls.",
    source: limits
  },
  { code: 130429, reason: "Throttled", retryAfter: 2, meaning: "The number sends faster than it may.", source: codes },
  { code: 133016, reason: "Throttled", retryAfter: 60, meaning: "The number was registered too often.", source: codes },
  {
    code: 131048,
    reason: "Throttled",
    retryAfter: 900,
    meaning: "The number is restricted for hours: too many of its messages were reported as spam.",
    source: `${codes}; glific/glific#3541`
  },
  {
    code: 131057,
    reason: "Throttled",
    retryAfter: 60,
    meaning: "The account is in maintenance mode, or its throughput is being raised.",
    source: codes
  },
  {
    code: 131064,
    reason: "Throttled",
    retryAfter: 900,
    meaning: "The account is capped for a misuse of categories. The cap ends by itself.",
    source: changes
  },
  {
    code: 134101,
    reason: "Throttled",
    retryAfter: 600,
    meaning: "The template is being synchronized.",
    source: marketing
  },
  {
    code: 131056,
    reason: "Throttled",
    retryAfter: 6,
    scope: "recipient",
    meaning: "Too many messages went from the number to the recipient.",
    source: codes
  },

  { code: 1, reason: "Transient", meaning: "The API failed for an unknown reason.", source: codes },
  { code: 2, reason: "Transient", meaning: "The API is overloaded or down.", source: codes },
  { code: 131000, reason: "Transient", meaning: "The message failed for an unknown reason.", source: codes },
  { code: 131016, reason: "Transient", meaning: "A service of the platform is overloaded.", source: codes },
  { code: 131053, reason: "Transient", retries: 1, meaning: "The media file could not be fetched.", source: codes },
  { code: 133004, reason: "Transient", meaning: "The server is down.", source: codes },
  { code: 131059, reason: "Transient", meaning: "A cursor of a listing is stale.", source: changes },

  {
    code: 131026,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient cannot receive the message.",
    source: codes
  },
  {
    code: 131021,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient is the sender.",
    source: codes
  },
  {
    code: 130472,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient is part of an experiment.",
    source: codes
  },
  {
    code: 130497,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The account may not send to the country of the recipient.",
    source: codes
  },
  {
    code: 131030,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient is not on the list of the test number.",
    source: codes
  },
  {
    code: 131050,
    reason: "Undeliverable",
    recipient: "opted_out",
    meaning: "The recipient has opted out of marketing messages.",
    source: codes
  },
  {
    code: 130403,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The account has blocked the recipient.",
    source: codes
  },
  {
    code: 131036,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The message did not reach the primary device of the recipient.",
    source: storage
  },
  {
    code: 131062,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The message may not go to a user id, but only to a phone number.",
    source: ids
  },
  {
    code: 131065,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The template has no maximum price in the country of the recipient.",
    source: prices
  },
  {
    code: 137000,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The identity of the recipient has changed.",
    source: codes
  },
  {
    code: 138006,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient permits no calls.",
    source: calls
  },
  {
    code: 138009,
    reason: "Undeliverable",
    recipient: "unreachable",
    meaning: "The recipient permits no more calls.",
    source: calls
  },
  {
    code: 131049,
    reason: "Undeliverable",
    recipient: "capped",
    meaning: "The recipient gets no more marketing messages for now.",
    source: codes
  },
  {
    code: 132005,
    reason: "Undeliverable",
    recipient: "invalid_parameter",
    meaning: "The text is too long with the values of the recipient.",
    source: `${codes}; glific/glific#3517`
  },

  {
    code: 131008,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "A parameter that the template needs is missing.",
    source: `${codes}; shridarpatil/whatomate#501`
  },
  {
    code: 131009,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "A parameter has a value that is not valid, or a button is not named.",
    source: `${codes}; juspay/clairvoyance#1128`
  },
  {
    code: 132000,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "The number of parameters differs from the template's.",
    source: codes
  },
  {
    code: 132001,
    reason: "TemplateRejected",
    meaning: "The template does not exist in the language, or is not approved.",
    source: codes
  },
  { code: 132007, reason: "TemplateRejected", meaning: "The template violates a policy.", source: codes },
  {
    code: 132008,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "The values do not have the form of the template.",
    source: codes
  },
  {
    code: 132012,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "The parameters do not have the template's form.",
    source: codes
  },
  {
    code: 132018,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "There is an issue with the parameters of the template.",
    source: `${codes}; ChatbotXIO/ChatbotX#1006`
  },
  {
    code: 131047,
    reason: "Refused",
    meaning: "The recipient has not written for 24 hours: only templates may be sent.",
    source: codes
  },
  { code: 131051, reason: "TemplateRejected", meaning: "The type of the message is not supported.", source: codes },
  {
    code: 131055,
    reason: "TemplateRejected",
    meaning: "The template is not a marketing template, but this way of sending takes only marketing templates.",
    source: marketing
  },
  {
    code: 134100,
    reason: "TemplateRejected",
    meaning: "The template is not a marketing template, but this way of sending takes only marketing templates.",
    source: marketing
  },
  {
    code: 131061,
    reason: "TemplateRejected",
    meaning: "The template has a maximum price, and is sent as marketing only.",
    source: prices
  },
  {
    code: 135000,
    reason: "TemplateRejected",
    meaning: "The request is bad, or the message was held and is dropped.",
    source: pacing
  },
  { code: 132015, reason: "TemplateRejected", meaning: "The template is paused for its quality.", source: codes },
  { code: 132016, reason: "TemplateRejected", meaning: "The template is disabled for its quality.", source: codes },
  { code: 132068, reason: "TemplateRejected", meaning: "The flow of the template is blocked.", source: codes },
  { code: 132069, reason: "TemplateRejected", meaning: "The flow of the template is throttled.", source: codes },

  { code: 0, reason: "SenderRejected", meaning: "The access token cannot be authenticated.", source: codes },
  { code: 3, reason: "SenderRejected", meaning: "The app lacks a capability or permission.", source: codes },
  { code: 10, reason: "SenderRejected", meaning: "A permission is not granted or was removed.", source: codes },
  { code: 33, reason: "SenderRejected", meaning: "The number has been deleted.", source: codes },
  {
    code: 100,
    subcode: 33,
    reason: "SenderRejected",
    meaning: "The number does not exist, or the token may not use it.",
    source: `${graph}; netflie/whatsapp-cloud-api#42`
  },
  {
    code: 100,
    reason: "Refused",
    recipient: "invalid_parameter",
    meaning: "A parameter is unknown, or not named as in the template.",
    source: `${codes}; piusalfred/whatsapp#100, shridarpatil/whatomate#144`
  },
  { code: 190, reason: "SenderRejected", meaning: "The access token has expired.", source: codes },
  {
    code: [200, 299],
    reason: "SenderRejected",
    meaning: "A permission is not granted or was removed.",
    source: codes
  },
  {
    code: 368,
    reason: "SenderRejected",
    meaning: "The account is blocked for a violation of policies.",
    source: codes
  },
  { code: 131005, reason: "SenderRejected", meaning: "A permission is not granted or was removed.", source: codes },
  { code: 131031, reason: "SenderRejected", meaning: "The account is locked.", source: codes },
  {
    code: 131037,
    reason: "SenderRejected",
    meaning: "The display name of the number is not approved.",
    source: codes
  },
  { code: 131042, reason: "SenderRejected", meaning: "The payment of the account has a problem.", source: codes },
  { code: 131045, reason: "SenderRejected", meaning: "The number is not registered correctly.", source: codes },
  { code: 133010, reason: "SenderRejected", meaning: "The number is not registered.", source: codes },
  {
    code: 131063,
    reason: "SenderRejected",
    meaning: "The account has turned off marketing through the Cloud API.",
    source: marketing
  },
  {
    code: 134102,
    reason: "SenderRejected",
    meaning: "The account is not ready for marketing messages.",
    source: marketing
  },
  { code: 139200, reason: "SenderRejected", meaning: "The account may send templates only.", source: direct }
]

/** Returns the rule for a code and subcode; undefined for an unknown code. */
export const ruleOf = (code: number, subcode?: number): GraphErrorRule | undefined =>
  errorTable.find((rule) => {
    const [first, last] = typeof rule.code === "number" ? [rule.code, rule.code] : rule.code
    return first <= code && code <= last && (rule.subcode === undefined || rule.subcode === subcode)
  })
