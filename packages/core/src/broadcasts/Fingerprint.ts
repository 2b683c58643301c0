import { Effect } from "effect"
import { Digest } from "effect/crypto"
import { type PayloadStream, type GivenPayload, Unreadable } from "./BroadcastPayload.ts"
import { newestVersion } from "./BroadcastRequest.ts"

/** How many recipients are digested together. It is a part of what is stored, and so it never changes. */
const digestedTogether = 500

/**
 * Takes the SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys, and
 * however the recipients come (B4). A default that is written out changes nothing: it has the form of one that is left
 * out. The idempotency key itself is left out.
 */
export const fingerprinter = Effect.fnUntraced(function* <E>(request: PayloadStream<E>) {
  const digest = yield* Digest.Digest
  const hash = (json: string) => digest.digestHex(Digest.sha256, new TextEncoder().encode(json))
  const { clientUniqueIdentifier: _key, count: _count, recipients: _recipients, version, ...rest } = request
  const digests: Array<string> = []
  const texts: Array<string> = []
  const digestTexts = Effect.suspend(() => Effect.map(hash(`[${texts.splice(0).join()}]`), (hex) => digests.push(hex)))
  return {
    add: Effect.fnUntraced(function* (recipients: ReadonlyArray<GivenPayload>) {
      for (const recipient of recipients) {
        texts.push(canonicalJson(withoutDefaults(recipient)))
        if (texts.length === digestedTogether) yield* digestTexts
      }
    }),
    /** After the last recipient. */
    end: Effect.gen(function* () {
      if (texts.length > 0) yield* digestTexts
      return yield* hash(canonicalJson([{ ...rest, version: version === newestVersion ? null : version }, digests]))
    })
  }
})

/** A recipient of a plain template may say that it has no values for buttons. A carousel refuses that (B8). */
const withoutDefaults = (recipient: GivenPayload): GivenPayload => {
  const { parameters } = recipient
  if (parameters instanceof Unreadable || parameters.button === null || parameters.cards !== null) return recipient
  const hasButtons = parameters.button instanceof Unreadable || Object.keys(parameters.button).length > 0
  return hasButtons ? recipient : { ...recipient, parameters: { ...parameters, button: null } }
}

/** JSON whose object keys are in code unit order, so that equal values give equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
