import { Effect } from "effect"
import * as Digest from "effect/crypto/Digest"
import { type BroadcastPayload, type GivenPayload, type PayloadStream, Unreadable } from "../BroadcastPayload.ts"
import { newestVersion } from "../BroadcastRequest.ts"
import { addressFields } from "../../../people/contacts/Identifiers.ts"
import type { AudienceParameters, AudienceValue, ExcludedPart } from "../audience/AudienceRequest.ts"
import type { AudiencePayload } from "../audience/JudgeAudience.ts"

/** How many recipients are digested together. It is a part of what is stored, and so it never changes. */
const digestedTogether = 500

/**
 * Takes the SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys, and
 * however the recipients come. A default that is written out changes nothing: it has the form of an absent member. The
 * idempotency key itself is left out.
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
    /** After the last recipient. */
    end: Effect.gen(function* () {
      if (texts.length > 0) yield* digestTexts
      return yield* hash(canonicalJson([head, digests]))
    })
  }
})

/**
 * Takes the SHA-256 of what a retry asks for: not of the recipients, which another request may not find any more.
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

/** The members of a request that are not of its recipients, without its key. */
const headOf = ({ clientUniqueIdentifier: _key, version, ...rest }: BroadcastPayload) => ({
  ...rest,
  version: version === newestVersion ? null : version
})

/** Takes the SHA-256 of what a request with an audience asks for, as {@link fingerprinter} does. */
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

/** A recipient of a plain template may say that it has no values for buttons. A carousel refuses that. */
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
