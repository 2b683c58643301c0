import type { HttpMethod } from "effect/http"
import type { Dice } from "./Dice.ts"
import type { Document } from "./Document.ts"
import { hostileText, valueOf } from "./Values.ts"

/** A request that an attacker might send. */
export interface HostileRequest {
  readonly method: HttpMethod.HttpMethod
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether the request has a valid token. */
  readonly hasToken: boolean
}

type Headers = HostileRequest["headers"]

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const
const withBody: ReadonlyArray<string> = ["POST", "PUT", "PATCH", "DELETE"]

/** Bodies that are invalid or too deeply nested JSON. */
const rawBodies = [
  "",
  "{",
  "nul",
  "[".repeat(100_000),
  `{"a":`.repeat(5_000),
  '{"limit":1e400}',
  '{"limit":123456789012345678901234567890}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  "\ufeff{}",
  "{}{}",
  `{"first_name":"${"x".repeat(200_000)}"}`
] as const

const headers: readonly [Headers, ...ReadonlyArray<Headers>] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-encoding": "gzip" },
  { accept: "application/xml" },
  { "x-request-id": "x".repeat(5_000) },
  { "idempotency-key": "k".repeat(300) },
  { "if-none-match": "*" },
  { "content-type": "" },
  { range: "bytes=0-1" },
  { "x-forwarded-for": "999.1.1.1, ::1" }
]

/** Generates requests from the OpenAPI document that are mostly valid, with random errors. */
export const makeRequests = (document: Document, dice: Dice, known: ReadonlyArray<string> = []) => {
  const value = valueOf(document, dice)
  const operations = Object.entries(document.paths).flatMap(([path, ofPath]) =>
    methods.flatMap((method) => {
      const operation = ofPath[method.toLowerCase()]
      return operation === undefined ? [] : [{ method, path, operation }]
    })
  )
  const [first, ...others] = operations
  if (first === undefined) throw new Error("the document has no operation")

  const segment = (): string => {
    const id = known[dice.below(known.length)]
    return id !== undefined && dice.happens(0.6)
      ? id
      : encodeURIComponent(hostileText(dice).slice(0, 2_000).toWellFormed())
  }

  const queryValue = (part: Parameters<typeof value>[0]): string => {
    const made = value(part)
    const text = typeof made === "string" ? made : JSON.stringify(made)
    return encodeURIComponent(text.slice(0, 1_000).toWellFormed())
  }

  return (): HostileRequest => {
    const { method: own, operation, path } = dice.one([first, ...others])
    const method = dice.happens(0.05) ? dice.one(methods) : own
    const query = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === "query" && dice.happens(0.5))
      .map(({ name, schema }) => `${name}=${queryValue(schema)}`)
    if (dice.happens(0.05)) query.push(`${segment()}=${segment()}`)
    const json = Object.values(operation.requestBody?.content ?? {})[0]
    const body = () =>
      dice.happens(0.05) ? dice.one(rawBodies) : JSON.stringify(json === undefined ? null : value(json.schema))
    const takesBody = withBody.includes(method) && (json !== undefined || dice.happens(0.05))
    return {
      method,
      path: `${path.replaceAll(/\{[^}]+\}/g, segment)}${query.length === 0 ? "" : `?${query.join("&")}`}`,
      headers: dice.happens(0.35) ? {} : dice.one(headers),
      body: takesBody ? body() : undefined,
      hasToken: !dice.happens(0.01)
    }
  }
}
