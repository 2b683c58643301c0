import { type ConsoleFile, files, page, repacked } from "@rollcall/console"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { type Headers, HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * Everything comes from the server of the page, and no other page shows it in a frame. It has no script and no style in its
 * text, so that nothing that is shown can become one.
 */
const policy =
  "default-src 'self'; base-uri 'self'; frame-ancestors 'none'; form-action 'none'; object-src 'none'; connect-src 'self'"

const pageHeaders = {
  "content-security-policy": policy,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  // Its links lead to the files of the version that is served.
  "cache-control": "no-cache"
}

/** A file never changes under its name. */
const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "referrer-policy": "no-referrer",
  vary: "Accept-Encoding"
}

/** Answers with the page, whose links are relative to the path that it is asked at: no option or header says where it is. */
export const answerPage = (isSimulated: boolean) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
    const given = page(baseFrom(url), viewOf(url))
    const text = isSimulated ? given.replace(/(?=<meta )/, simulated) : given
    return ifChanged(headers, tagOf(text), pageHeaders, () =>
      HttpServerResponse.text(text, { contentType: "text/html; charset=utf-8" })
    )
  })

/** By this the page knows that nobody receives the messages. */
const simulated = '<meta name="rollcall-messages" content="simulated" />'

/**
 * The way from a path to that of the console, as a browser takes it: it counts the slashes as they are written. The path
 * is below the prefix of the routes, or not, where a proxy has taken it away.
 */
export const baseFrom = (url: string): string => {
  const [, below = ""] = /^\/*[^/?#]*([^?#]*)/.exec(url) ?? []
  return below === "" ? "console/" : "../".repeat(below.split("/").length - 2) || "./"
}

/** The view at a path: `contacts` at `/console/contacts`, and `contact` for the path with a uuid below it. */
const viewOf = (url: string): string => {
  const [, , view = "home", one = ""] = url.replace(/[?#].*/, "").split(/\/+/)
  return one === "" ? view || "home" : view.replace(/s$/, "")
}

/** Answers with the file of this path, if it exists. */
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

/** The ways in which a file is sent, each made when it is first asked for and kept: who asks needs no token. */
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

/** How a file is sent to a client, as its `Accept-Encoding` lists it: Brotli is the smallest. */
export const encodingFor = (header: string): Encoding | undefined => {
  const parts = header.toLowerCase().split(",")
  return encodings.find((encoding) =>
    parts.some((part) => part.trim().split(/\s*;/)[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(part))
  )
}

const encodings = ["br", "gzip"] as const
type Encoding = (typeof encodings)[number]

/** Names a version of a text: where two have the same number, they must be of the same length. */
const tagOf = (text: string): string => {
  let sum = 5_381
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) + text.charCodeAt(at)) >>> 0
  return `W/"${text.length.toString(36)}-${sum.toString(36)}"`
}

/** Answers 304 where the client has this version already. */
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
