import { type ConsoleFile, files, page, repacked } from "@rollcall/console"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { type Headers, HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * Allows only resources of the page's server, and forbids frames. Without inline scripts and styles, displayed data can't
 * run as code.
 */
const policy =
  "default-src 'self'; base-uri 'self'; frame-ancestors 'none'; form-action 'none'; object-src 'none'; connect-src 'self'"

const pageHeaders = {
  "content-security-policy": policy,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  // The page links to files of the current version.
  "cache-control": "no-cache"
}

/** A file never changes, because its name changes with its content. */
const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "referrer-policy": "no-referrer",
  vary: "Accept-Encoding"
}

/**
 * Responds with the page. Its links are relative to the requested path, because no option or header says where the console
 * is mounted.
 */
export const answerPage = (isSimulated: boolean) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
    const given = page(baseFrom(url), viewOf(url))
    const text = isSimulated ? given.replace(/(?=<meta )/, simulated) : given
    return ifChanged(headers, tagOf(text), pageHeaders, () =>
      HttpServerResponse.text(text, { contentType: "text/html; charset=utf-8" })
    )
  })

/** Tells the page that messages are simulated: nobody receives them. */
const simulated = '<meta name="rollcall-messages" content="simulated" />'

/**
 * Returns the relative path to the console as a browser resolves it: every slash counts, even a double one. The path may
 * have the prefix of the routes, or a proxy may have removed the prefix.
 */
export const baseFrom = (url: string): string => {
  const [, below = ""] = /^\/*[^/?#]*([^?#]*)/.exec(url) ?? []
  return below === "" ? "console/" : "../".repeat(below.split("/").length - 2) || "./"
}

/** Returns the view of a path: `contacts` for `/console/contacts`, and `contact` with a uuid below it. */
const viewOf = (url: string): string => {
  const [, , view = "home", one = ""] = url.replace(/[?#].*/, "").split(/\/+/)
  return one === "" ? view || "home" : view.replace(/s$/, "")
}

/** Responds with the file at a path, or null. */
export const answerFile = Effect.fnUntraced(function* (path: string) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const file = byPath.get(path)
  if (file === undefined) return null
  const encoding = encodingFor(headers["accept-encoding"] ?? "")
  const bytes = yield* file.contents[encoding ?? "none"]
  return ifChanged(headers, `W/"${path.replace(/.*\//, "")}"`, fileHeaders, () =>
    HttpServerResponse.uint8Array(bytes, {
      contentType: file.mediaType,
      ...(encoding !== undefined && { headers: { "content-encoding": encoding } })
    })
  )
})

/** Makes the encodings of a file. Each is made on its first request and cached, because requests need no token. */
const contentsOf = ({ brotli }: ConsoleFile) => {
  const once = (make: () => Promise<Uint8Array>) => {
    let made: Promise<Uint8Array> | undefined
    return Effect.promise(() => (made ??= make()))
  }
  return {
    br: once(async () => decode(brotli)),
    gzip: once(() => repacked(decode(brotli), "gzip")),
    none: once(() => repacked(decode(brotli), undefined))
  }
}

const decode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Result.getOrThrow(Base64.decode(text)))

const byPath = new Map(files.map((file) => [file.path, { mediaType: file.mediaType, contents: contentsOf(file) }]))

/** Returns the best encoding that a client accepts. Brotli is the smallest. */
export const encodingFor = (header: string): Encoding | undefined => {
  const parts = header.toLowerCase().split(",")
  return encodings.find((encoding) =>
    parts.some((part) => part.trim().split(/\s*;/)[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(part))
  )
}

const encodings = ["br", "gzip"] as const
type Encoding = (typeof encodings)[number]

/** Returns the ETag of a string, made of its length and a hash. */
const tagOf = (text: string): string => {
  let sum = 5_381
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) + text.charCodeAt(at)) >>> 0
  return `W/"${text.length.toString(36)}-${sum.toString(36)}"`
}

/** Returns 304 if the client already has this version. */
const ifChanged = (
  headers: Headers.Headers,
  tag: string,
  always: Readonly<Record<string, string>>,
  answer: () => HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const has = headers["if-none-match"]?.split(",").some((one) => one.trim() === tag) === true
  const response = has ? HttpServerResponse.empty({ status: 304 }) : answer()
  return HttpServerResponse.setHeaders(response, { ...always, etag: tag })
}
