import { Effect } from "effect"
import * as Digest from "effect/crypto/Digest"
import { type BroadcastPayload, type GivenPayload, type PayloadStream, Unreadable } from "../BroadcastPayload.ts"
import { newestVersion } from "../BroadcastRequest.ts"
import { addressFields } from "../../../people/contacts/Identifiers.ts"
import type { AudienceParameters, AudienceValue, ExcludedPart } from "../audience/AudienceRequest.ts"
import type { AudiencePayload } from "../audience/JudgeAudience.ts"

/** The number of recipients per digest. This number affects stored fingerprints, so it must never change. */
const digestedTogether = 500

/**
 * Returns functions that compute the SHA-256 of a request, in hex: `add` takes the recipients, and `end` returns the
 * fingerprint. Equal payloads get equal fingerprints, regardless of key order, chunking and explicit defaults. The
 * idempotency key is excluded.
 */
export const fingerprinter = Effect.fnUntraced(function* <E>(request: PayloadStream<E>) {
  const digest = yield* Digest.Digest
  const hash = (json: string) => digest.digestHex(Digest.sha256, new TextEncoder().encode(json))
  const { count: _count, recipients: _recipients, ...rest } = request
  const head = headOf(rest)
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
    /** Returns the fingerprint. Call it after the last recipient. */
    end: Effect.gen(function* () {
      if (texts.length > 0) yield* digestTexts
      return yield* hash(canonicalJson([head, digests]))
    })
  }
})

/**
 * Computes the SHA-256 of a retry request. Excludes the recipients, because a repeated request may find other recipients.
 *
 * @see docs/contributing/decisions.md, R40
 */
export const retryFingerprint = Effect.fnUntraced(function* <E>(request: PayloadStream<E>, selection: unknown) {
  const digest = yield* Digest.Digest
  const { count: _count, recipients: _recipients, ...rest } = request
  return yield* digest.digestHex(
    Digest.sha256,
    new TextEncoder().encode(canonicalJson([headOf(rest), { retry: selection }]))
  )
})

/** Returns the members of a request except its recipients and its key. */
const headOf = ({ clientUniqueIdentifier: _key, version, ...rest }: BroadcastPayload) => ({
  ...rest,
  version: version === newestVersion ? null : version
})

/** Computes the SHA-256 of a request with an audience, like {@link fingerprinter}. */
export const audienceFingerprint = Effect.fnUntraced(function* ({ audience, expect, ...rest }: AudiencePayload) {
  const digest = yield* Digest.Digest
  const { address, clientReference, exclude, include, parameters, require, resolve } = audience
  const whole = {
    include: include.map(completePart),
    exclude: (exclude ?? []).map(completePart),
    address: address ?? addressFields,
    clientReference: clientReference ?? null,
    parameters: { ...completeMessage(parameters ?? {}), cards: parameters?.cards?.map(completeMessage) ?? null },
    resolve: resolve ?? "acceptance",
    ...(require && { require: { field: require.field } })
  }
  const expected = expect && { recipients: expect.recipients, tolerance: expect.tolerance ?? 0 }
  const json = canonicalJson([headOf(rest), { audience: whole, expect: expected }])
  return yield* digest.digestHex(Digest.sha256, new TextEncoder().encode(json))
})

const completePart = (part: ExcludedPart) =>
  part.search === undefined
    ? part
    : { search: { searchTerm: part.search.searchTerm ?? null, advancedSearch: part.search.advancedSearch ?? [] } }

const completeMessage = ({ body, button, header }: Omit<AudienceParameters, "cards">) => ({
  header: header ? completeValue(header) : null,
  body: completeNames(body ?? {}),
  button: completeNames(button ?? {})
})

const completeNames = (given: Readonly<Record<string, AudienceValue>>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, completeValue(value)]))

const completeValue = ({ fallback, field, format, value }: AudienceValue) =>
  field === undefined ? { value } : { field, fallback: fallback ?? null, ...(format && { format }) }

/**
 * Removes an empty `button` member, which means the same as an absent member for a plain template. A carousel refuses an
 * empty `button` member, so recipients with cards stay unchanged.
 */
const withoutDefaults = (recipient: GivenPayload): GivenPayload => {
  const { parameters } = recipient
  if (parameters instanceof Unreadable || parameters.button === null || parameters.cards !== null) return recipient
  const hasButtons = parameters.button instanceof Unreadable || Object.keys(parameters.button).length > 0
  return hasButtons ? recipient : { ...recipient, parameters: { ...parameters, button: null } }
}

/** Serializes a value as JSON with object keys in code unit order, so that equal values give equal strings. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
