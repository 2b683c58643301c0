import { Effect } from "effect"
import { Digest } from "effect/crypto"
import type { PayloadStream, GivenPayload } from "./BroadcastPayload.ts"

/** How many recipients are digested together. It is a part of what is stored, and so it never changes. */
const digestedTogether = 500

/**
 * Takes the SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys, and
 * however the recipients come (B4). The idempotency key itself is left out.
 */
export const fingerprinter = Effect.fnUntraced(function* <E>(request: PayloadStream<E>) {
  const digest = yield* Digest.Digest
  const hash = (json: string) => digest.digestHex(Digest.sha256, new TextEncoder().encode(json))
  const { clientUniqueIdentifier: _key, count: _count, recipients: _recipients, ...rest } = request
  const digests: Array<string> = []
  const texts: Array<string> = []
  const digestTexts = Effect.suspend(() => Effect.map(hash(`[${texts.splice(0).join()}]`), (hex) => digests.push(hex)))
  return {
    add: Effect.fnUntraced(function* (recipients: ReadonlyArray<GivenPayload>) {
      for (const recipient of recipients) {
        texts.push(canonicalJson(recipient))
        if (texts.length === digestedTogether) yield* digestTexts
      }
    }),
    /** After the last recipient. */
    end: Effect.gen(function* () {
      if (texts.length > 0) yield* digestTexts
      return yield* hash(canonicalJson([rest, digests]))
    })
  }
})

/** JSON whose object keys are in code unit order, so that equal values give equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
