import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { readList, readOneOf, readText, readStruct } from "../reading/Reader.ts"

export type Token = AnswerOf<"GET /v1/tokens">["tokens"][number]

export type Scope = Token["scopes"][number]

/** Every scope of the API's once: one that is missing here is an error of its types. */
const all = <const Scopes extends ReadonlyArray<Scope>>(
  scopes: [Exclude<Scope, Scopes[number]>] extends [never] ? Scopes : never
) => scopes

export const scopes: ReadonlyArray<Scope> = all([
  "contacts:read",
  "contacts:write",
  "broadcasts:read",
  "broadcasts:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "tokens:read",
  "tokens:write"
])

/**
 * The token that this page is used with, of all tokens: the one that begins as it does, or else, as one that the operator
 * chose shows nothing of itself, the only one of that kind. Undefined where the host logs people in.
 */
export const ownToken = (tokens: ReadonlyArray<Token>, session: string | undefined): Token | undefined => {
  if (session === undefined) return undefined
  const valid = tokens.filter(({ status }) => status === "valid")
  const known = valid.filter(({ prefix }) => prefix !== null && session.startsWith(prefix))
  const configured = valid.filter(({ bootstrap }) => bootstrap)
  const [own, ...others] = known.length > 0 ? known : configured
  return others.length === 0 ? own : undefined
}

/** Those that count first, the newest before the others. */
export const inOrder = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.toSorted(
    (one, other) =>
      Number(other.status === "valid") - Number(one.status === "valid") ||
      other.created_at.localeCompare(one.created_at)
  )

const lifetimes = ["none", "7", "30", "90", "365", "date"] as const

/** For how many days a token counts, or that a date is typed. */
type Lifetime = (typeof lifetimes)[number]

export interface TokenForm {
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly lifetime: Lifetime
  /** A date of the browser's zone, whose end is meant. */
  readonly date: string
}

export const emptyToken: TokenForm = { name: "", scopes: [], lifetime: "90", date: "" }

export const lifetimeChoices = lifetimes

export const readTokenForm = readStruct<TokenForm>({
  name: readText,
  scopes: readList(readOneOf(scopes)),
  lifetime: readOneOf(lifetimes),
  date: readText
})

const dayMillis = 24 * 60 * 60 * 1000

/** When a token of a form expires; null for never, undefined where the date is none. */
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
