import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { keysOf, type ReadBy, readList, readOneOf, readStruct, readText } from "../reading/Reader.ts"

export type Token = AnswerOf<"GET /v1/tokens">["tokens"][number]

export type Scope = Token["scopes"][number]

export const scopeTexts = {
  "contacts:read": "Read and search contacts, their lists, fields, notes, messages and timelines.",
  "contacts:write": "Create, change, merge, import and erase contacts, and change fields, lists and segments.",
  "broadcasts:read": "Read broadcasts, their recipients' results, templates and settings.",
  "broadcasts:write":
    "Create, estimate, pause, resume and cancel broadcasts, apply or dismiss opt-outs on hold, and change settings.",
  "events:read": "Read events and channel notifications.",
  "webhooks:read": "Read webhooks, their URLs and their progress.",
  "webhooks:write": "Replace secrets and delete webhooks. With events:read, also create and change webhooks.",
  "tokens:read": "Read names, permissions and last use of tokens, never the tokens themselves.",
  "tokens:write": "Create tokens with at most the same permissions, and revoke any token of the workspace."
} as const satisfies Record<Scope, string>

export const scopes = keysOf(scopeTexts)

/**
 * Returns this page's token: the token with the same prefix, or the only bootstrap token, which has no prefix. Undefined if
 * the host logs people in.
 */
export const ownToken = (tokens: ReadonlyArray<Token>, session: string | undefined): Token | undefined => {
  if (session === undefined) return undefined
  const valid = tokens.filter(({ status }) => status === "valid")
  const known = valid.filter(({ prefix }) => prefix !== null && session.startsWith(prefix))
  const configured = valid.filter(({ bootstrap }) => bootstrap)
  const [match, ...others] = known.length > 0 ? known : configured
  return others.length === 0 ? match : undefined
}

/** Returns the tokens sorted: valid tokens first, then newest first. */
export const inOrder = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.toSorted(
    (a, b) => Number(b.status === "valid") - Number(a.status === "valid") || b.created_at.localeCompare(a.created_at)
  )

/** The lifetimes of tokens, in days or up to a date. */
export const lifetimeTitles = {
  none: "Never",
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  date: "On a date"
} as const

/** The lifetimes in display order. Object keys that are numbers would come first. */
export const lifetimes = ["none", "7", "30", "90", "365", "date"] as const

export const readTokenForm = readStruct({
  name: readText,
  scopes: readList(readOneOf(scopes)),
  lifetime: readOneOf(lifetimes),
  /** A date in the time zone of the browser. The token expires at the end of the day. */
  date: readText
})

export type TokenForm = ReadBy<typeof readTokenForm>

export const emptyToken: TokenForm = { name: "", scopes: [], lifetime: "90", date: "" }

const dayMillis = 24 * 60 * 60 * 1000

/** When a token of a form expires; null for never, undefined if the date is invalid. */
export const expiryOf = ({ date, lifetime }: TokenForm, now: Date): string | null | undefined => {
  if (lifetime === "none") return null
  if (lifetime !== "date") return new Date(now.getTime() + Number(lifetime) * dayMillis).toISOString()
  const end = new Date(`${date}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}

export const tokenBody = (
  { name, scopes: chosen }: TokenForm,
  expires_at: string | null
): RequestOf<"POST /v1/tokens">["body"] => ({ name: name.trim(), scopes: chosen, expires_at })
