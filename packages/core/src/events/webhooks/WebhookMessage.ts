import { DateTime, Effect, Layer, Option, Predicate, Redacted, Result, String as Str } from "effect"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64 from "effect/encoding/Base64"
import type { RollcallEvent } from "../events/RollcallEvent.ts"
import type { WebhookSecrets } from "./Webhook.ts"
import type { SignedRequest } from "./WebhookSender.ts"

/** The prefix of every secret (Standard Webhooks). */
const secretPrefix = "whsec_"

/** The size of a secret in random bytes; Standard Webhooks allows 24 to 64. */
const secretBytes = 32

/** Makes a secret: `whsec_` and 256 random bits in Base64. */
export const makeSecret = Effect.map(SecureRandom.SecureRandom, ({ randomBytes }) => randomBytes(secretBytes)).pipe(
  Effect.flatten,
  Effect.map((bytes) => Redacted.make(`${secretPrefix}${Base64.encode(bytes)}`))
)

/**
 * Returns the message id of an event. The id is the same for every attempt, endpoint and replay, so receivers can drop
 * duplicates. The id has no full stop, because full stops separate the signed parts.
 */
const messageId = ({ cursor, workspaceUuid }: RollcallEvent): string =>
  `${workspaceUuid}_${cursor.replaceAll(".", "_")}`

/** Returns the message body of an event, which contains uuids and no personal data. */
const bodyOf = ({ at, type, ...data }: RollcallEvent): string =>
  JSON.stringify({
    type,
    timestamp: DateTime.formatIso(at),
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [Str.camelToSnake(name), value]))
  })

/** Makes the signed request for an event. The timestamp is the time of the attempt, by the process clock. */
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

/** Returns the version 1 signature of Standard Webhooks: HMAC-SHA256 with the secret's bytes, in Base64. */
const sign = Effect.fnUntraced(function* (secret: Redacted.Redacted, signed: Uint8Array) {
  const mac = yield* Mac.Mac
  const bytes = Result.getOrThrow(Base64.decode(Redacted.value(secret).slice(secretPrefix.length)))
  const key = yield* Mac.key(Mac.hmacSha256, bytes)
  return `v1,${Base64.encode(yield* mac.sign(key, signed))}`
}, Effect.orDie)

/** Uses the host's `Mac` for signatures. Default: WebCrypto, which runs on another thread. */
export const layerSigning = Layer.unwrap(
  Effect.map(
    Effect.serviceOption(Mac.Mac),
    Option.match({
      onNone: () => Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto),
      onSome: (mac) => Layer.succeed(Mac.Mac, mac)
    })
  )
)
