import {
  addressOfHost,
  isPublicAddress,
  PrivateAddressHint,
  type SignedRequest,
  type WebhookAnswer,
  WebhookSender,
  WebhookSettings
} from "@rollcall/core/events"
import { Duration, Effect, Layer, Predicate } from "effect"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { createHmac } from "node:crypto"
import type * as Http from "node:http"
import * as https from "node:https"
import { addressRefused, publicLookup, type Resolve, systemResolve } from "./Lookup.ts"

// An ES module import would load undici at the start, for its WebSocket export.
const http = process.getBuiltinModule("node:http")

/** Options of the webhook sender. */
export interface SenderOptions {
  /** Resolves the host names of endpoints. Default: the resolver of the system. */
  readonly resolve?: Resolve
}

/** How long an idle connection is kept open, in milliseconds. */
const keepIdle = 15_000

/** The timeout for the body of a response, in milliseconds. The status counts even if the body is late. */
const maxRest = 1_000

/** The most bytes of a response to read and discard so that its connection can be reused. */
const maxAnswer = 64 * 1024

/**
 * Sends webhooks with `node:http` and `node:https` over reused connections, and signs them with `node:crypto`. Ignores
 * proxies in the environment, because a proxy would resolve the names itself.
 */
export const layer = ({ resolve = systemResolve }: SenderOptions = {}): Layer.Layer<WebhookSender | Mac.Mac> =>
  Layer.merge(layerSender(resolve), layerMac)

const layerMac = Layer.provide(
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => createHmac(hash.replace("-", ""), key).update(data).digest()
  }),
  SecureRandom.layerWebCrypto
)

const layerSender = (resolve: Resolve) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const { allowPrivateAddresses } = yield* WebhookSettings
      const hint = yield* PrivateAddressHint
      const refused = `has no public address, which is required unless ${hint}`
      const lookup = allowPrivateAddresses ? {} : { lookup: publicLookup(resolve) }
      const options = { keepAlive: true, timeout: keepIdle, ...lookup }
      const agents = yield* Effect.acquireRelease(
        Effect.sync(() => ({ http: new http.Agent(options), https: new https.Agent(options) })),
        (agents) =>
          Effect.sync(() => {
            agents.http.destroy()
            agents.https.destroy()
          })
      )
      return WebhookSender.of({
        send: (request) =>
          Effect.suspend(() => {
            const url = URL.parse(request.url)
            if (url === null) return Effect.succeed(unanswered("is not a valid URL"))
            const isSecure = url.protocol === "https:"
            if (!isSecure && !allowPrivateAddresses)
              return Effect.succeed(unanswered(`is not https, which is required unless ${hint}`))
            // An IP address is not looked up.
            const address = addressOfHost(url.hostname)
            if (!allowPrivateAddresses && address !== null && !isPublicAddress(address)) {
              return Effect.succeed(unanswered(refused))
            }
            return isSecure
              ? post(https.request, agents.https, url, request, refused)
              : post(http.request, agents.http, url, request, refused)
          })
      })
    })
  )

const unanswered = (message: string): WebhookAnswer => ({ _tag: "Unanswered", message })

const post = (
  start: (url: URL, options: Http.RequestOptions) => Http.ClientRequest,
  agent: Http.Agent,
  url: URL,
  { body, headers }: SignedRequest,
  refused: string
) =>
  Effect.callback<WebhookAnswer>((resume) => {
    const bytes = Buffer.from(body)
    const request = start(url, {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": bytes.length, "user-agent": "Rollcall" }
    })
    request.once("response", (response) => {
      const answer: WebhookAnswer = {
        _tag: "Answered",
        status: response.statusCode ?? 0,
        retryAfter: retryAfterOf(response.headers["retry-after"])
      }
      drop(response, () => resume(Effect.succeed(answer)))
    })
    request.on("error", (error) => resume(Effect.succeed(unanswered(messageOf(error, refused)))))
    request.end(bytes)
    return Effect.sync(() => request.destroy())
  })

/**
 * Reads and discards the rest of a response, so that its connection can be reused, then calls `then`. Closes the connection
 * if the rest is too long or too late.
 */
const drop = (response: Http.IncomingMessage, then: () => void): void => {
  let read = 0
  response.on("data", (chunk: Buffer) => {
    read += chunk.length
    if (read > maxAnswer) response.destroy()
  })
  const late = setTimeout(() => response.destroy(), maxRest).unref()
  response.once("close", () => {
    clearTimeout(late)
    then()
  })
  response.on("error", () => response.destroy())
}

/**
 * Returns the delay of a `retry-after` header. Only seconds are accepted, because a date depends on the endpoint's clock.
 */
const retryAfterOf = (header: string | undefined): Duration.Duration | null =>
  header !== undefined && /^\d{1,9}$/.test(header) ? Duration.seconds(Number(header)) : null

/** Describes a connection error without the address. */
const messageOf = (error: Error, refused: string): string => {
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : "no code"
  return code === addressRefused ? refused : `cannot be reached (${code})`
}
