import { isRecord } from "../reading/Reader.ts"
import { apiUrl } from "./Place.ts"
import type { AnswerOf, BareOperation, OperationName, RequestOf } from "./Operation.ts"
import { Refusal, refusalOf } from "./Refusal.ts"
import { loggedOut, token } from "./Session.ts"

/**
 * Calls an API operation and returns its response. Rejects with a {@link Refusal}, or with the signal's reason if aborted.
 */
export function call<Name extends BareOperation>(name: Name, request?: RequestOf<Name>): Promise<AnswerOf<Name>>
export function call<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>>
export async function call<Name extends OperationName>(name: Name, request?: RequestOf<Name>): Promise<AnswerOf<Name>> {
  const parts: Parts = request ?? {}
  const response = await send(name, parts)
  const body = await bodyOf(response)
  if (isAnswer<Name>(response, body)) return body
  throw refusalOf(response.status, body, response.headers.get("retry-after"))
}

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/**
 * Sends a request and returns the response with its body unread, for files and streams. The caller handles error statuses.
 */
export const send = async (
  name: OperationName,
  { body, params, query, signal }: Parts,
  authorization = token.value
): Promise<Response> => {
  const [method = "", path = ""] = name.split(" ")
  const headers = new Headers({ accept: "application/json" })
  if (authorization !== undefined) headers.set("authorization", `Bearer ${authorization}`)
  if (body !== undefined) headers.set("content-type", "application/json")
  const response = await fetch(urlOf(path, params, query), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause instanceof Error ? cause : new Error("aborted")
    throw new Refusal(0, "The server isn't responding. Check your connection and try again.", [], null, { cause })
  })
  if (response.status === 401) loggedOut.value = true
  return response
}

/** Returns the URL of an API path with its parameters and query. */
const urlOf = (path: string, params: unknown, query: unknown): URL => {
  const given = isRecord(params) ? params : {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const url = new URL(filled.slice(1), apiUrl)
  for (const [key, value] of Object.entries(isRecord(query) ? query : {})) {
    if ((typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean")
      url.searchParams.set(key, String(value))
  }
  return url
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const written = await response.text()
  if (written === "") return undefined
  try {
    return JSON.parse(written)
  } catch {
    throw new Refusal(response.status, "The server sent an unexpected response. Try again, or ask your administrator.")
  }
}

/**
 * Narrows a response to its operation. The API's tests validate every success response against its schema, so the page
 * doesn't validate it again.
 */
const isAnswer = <Name extends OperationName>(response: Response, _body: unknown): _body is AnswerOf<Name> =>
  response.ok
