import { DateTime, Effect, Layer, Option, Predicate, Redacted, Result, String as Str } from "effect"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64 from "effect/encoding/Base64"
import type { RollcallEvent } from "../events/RollcallEvent.ts"
import type { WebhookSecrets } from "./Webhook.ts"
import type { SignedRequest } from "./WebhookSender.ts"

/** What begins every secret (Standard Webhooks). */
const secretPrefix = "whsec_"

/** Random bytes of a secret: Standard Webhooks has 24 to 64. */
const secretBytes = 32

/** Makes a secret: `whsec_` and 256 random bits in Base64. */
export const makeSecret = Effect.map(SecureRandom.SecureRandom, ({ randomBytes }) => randomBytes(secretBytes)).pipe(
  Effect.flatten,
  Effect.map((bytes) => Redacted.make(`${secretPrefix}${Base64.encode(bytes)}`))
)

/**
 * The identifier of the message about an event. It is the same in each attempt, at each endpoint and in a replay, so
 * that a receiver can drop what it has seen. It has no full stop, which separates the parts of what is signed.
 */
const messageId = ({ cursor, workspaceUuid }: RollcallEvent): string =>
  `${workspaceUuid}_${cursor.replaceAll(".", "_")}`

/** The body of the message about an event: it names uuids, and holds no personal data. */
const bodyOf = ({ at, type, ...data }: RollcallEvent): string =>
  JSON.stringify({
    type,
    timestamp: DateTime.formatIso(at),
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [Str.camelToSnake(name), value]))
  })

/** Makes the signed request about an event. The timestamp of the attempt, by the clock of the process. */
export const requestOf = Effect.fnUntraced(function* (url: string, event: RollcallEvent, secrets: WebhookSecrets) {
  const now = yield* DateTime.now
  const id = messageId(event)
  const timestamp = String(Math.floor(DateTime.toEpochMillis(now) / 1_000))
  const body = bodyOf(event)
  const { current, previous, previousUntil } = secrets
  const isKept = previousUntil !== null && DateTime.isLessThan(now, previousUntil)
  const signing = [current, isKept ? previous : null].filter(Predicate.isNotNull)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = yield* Effect.forEach(signing, (secret) => sign(secret, signed))
  return {
    url,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" ")
    },
    body
  } satisfies SignedRequest
})

/** The signature of version 1 of Standard Webhooks: HMAC-SHA256 with the bytes of the secret, in Base64. */
const sign = Effect.fnUntraced(function* (secret: Redacted.Redacted, signed: Uint8Array) {
  const mac = yield* Mac.Mac
  const bytes = Result.getOrThrow(Base64.decode(Redacted.value(secret).slice(secretPrefix.length)))
  const key = yield* Mac.key(Mac.hmacSha256, bytes)
  return `v1,${Base64.encode(yield* mac.sign(key, signed))}`
}, Effect.orDie)

/** The signatures that the host provides. Default: WebCrypto, which computes each on another thread. */
export const layerSigning = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(Mac.Mac),
    Option.match({
      onNone: () => Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto),
      onSome: (mac) => Layer.succeed(Mac.Mac, mac)
    })
  )
)
