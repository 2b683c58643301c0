import { assert, describe, it } from "@effect/vitest"
import type { BroadcastRequest } from "@rollcall/core"
import type { PayloadStream, RecipientPayload } from "@rollcall/core/sending"
import { DateTime, Effect, Stream } from "effect"
import { Digest } from "effect/crypto"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { fingerprinter } from "../../../src/sending/broadcasts/acceptance/Fingerprint.ts"
import { forEachSlice, toPayload } from "../../../src/sending/broadcasts/BroadcastPayload.ts"
import { digitForms } from "../../../src/people/contacts/Identifiers.ts"
import { plainRecipient, plainRequest } from "./payloads/Payloads.ts"
import { test } from "../../Suite.ts"

const fingerprintOf = Effect.fnUntraced(function* (request: PayloadStream<never>) {
  const { add, end } = yield* fingerprinter(request)
  yield* forEachSlice(request, add)
  return yield* end
}, Effect.provide(Digest.layerWebCrypto))

const recipientsOf = (numbers: ReadonlyArray<number>): ReadonlyArray<RecipientPayload> =>
  numbers.map((number) => plainRecipient(`49151${number}`))

/** A request whose recipients come in parts of these lengths, and then all that are left. */
const inParts = (recipients: ReadonlyArray<RecipientPayload>, lengths: ReadonlyArray<number>) => {
  const parts: Array<ReadonlyArray<RecipientPayload>> = []
  let from = 0
  for (const length of [...lengths, recipients.length]) {
    parts.push(recipients.slice(from, from + length))
    from += length
  }
  return { ...plainRequest([]), recipients: Stream.fromIterable(parts), count: recipients.length }
}

const numbers = fc.array(fc.nat({ max: 999 }), { maxLength: 450 })

/** The digest of a text, in hex, by another library. */
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

describe("a request's fingerprint", () => {
  test("B4: is of five hundred recipients each and the rest, like stored fingerprints", function* () {
    const recipient = (number: number) =>
      `{"clientReference":null,"identifier":"49151${number}","parameters":{"body":{"name":"Ana","order":"A-1"},` +
      `"button":{"track":"A-1"},"cards":null,"header":null}}`
    const texts = Array.from({ length: 1_001 }, (_, number) => recipient(number))
    const digests = [0, 500, 1_000].map((from) => sha256(`[${texts.slice(from, from + 500).join()}]`))
    const { clientUniqueIdentifier: _, recipients, ...rest } = plainRequest(recipientsOf(texts.map((_, n) => n)))
    assert.deepStrictEqual(JSON.parse(`[${texts.join()}]`), recipients)
    // The one order of keys that a fingerprint knows.
    const sorted = (value: unknown): unknown =>
      value !== null && typeof value === "object" && !Array.isArray(value) && !DateTime.isDateTime(value)
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, part]) => [key, sorted(part)])
          )
        : value
    const whole = yield* fingerprintOf(
      toPayload(digitForms, { ...rest, clientUniqueIdentifier: "key", recipients }, "chatapp")
    )
    assert.strictEqual(whole, sha256(JSON.stringify([sorted(rest), digests])))
  })

  test("B4, B6: includes values of wrong types unchanged, except those nested too deep", function* () {
    const deep = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((value) => [value], 1)
    const given = [5, 6, "5", [5], { a: 5 }, deep(60), deep(61), deep(50_000), deep(60_000)]
    const [recipient] = recipientsOf([1])
    const fingerprints = yield* Effect.forEach(given, (clientReference) => {
      const recipients = recipient === undefined ? [] : [[{ ...recipient, clientReference }]]
      const request = { ...plainRequest([]), channelType: "chatapp", recipients: Stream.fromIterable(recipients) }
      return fingerprintOf(toPayload(digitForms, { ...request, count: 1 }, "chatapp"))
    })
    assert.strictEqual(new Set(fingerprints).size, given.length - 1)
    assert.strictEqual(fingerprints.at(-1), fingerprints.at(-2))
  })

  test("B4: does not depend on the key or on the order of names", function* () {
    const request = plainRequest(recipientsOf([1, 2, 3]))
    const backwards = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
    const turned = {
      ...request,
      clientUniqueIdentifier: "another",
      recipients: request.recipients.map((recipient) => ({
        ...recipient,
        parameters: { ...recipient.parameters, body: backwards(recipient.parameters.body) }
      }))
    }
    assert.strictEqual(
      yield* fingerprintOf(toPayload(digitForms, turned, "chatapp")),
      yield* fingerprintOf(toPayload(digitForms, request, "chatapp"))
    )
  })

  test("B4: is the same for a default that is missing, null or explicit, for every default", function* () {
    const [first] = recipientsOf([1])
    const sparse = {
      name: "n",
      templateName: "t",
      from: "f",
      recipients: [{ identifier: "491511", parameters: {} }, { identifier: "491512" }]
    }
    const print = (request: BroadcastRequest) => fingerprintOf(toPayload(digitForms, request, "chatapp"))
    const bare = yield* print(sparse)
    const nothing = { header: null, bodyOrder: null, buttonOrder: null, cards: null }
    const empty = { header: null, body: {}, button: {}, cards: null }
    const same: ReadonlyArray<Partial<BroadcastRequest>> = [
      { channelType: null },
      { channelType: "chatapp" },
      { locale: "en" },
      { version: 1 },
      { version: null },
      { validUntil: null, scheduledFor: null, clientUniqueIdentifier: null },
      { parameters: {} },
      { parameters: nothing },
      { parameters: { ...nothing, bodyOrder: [], buttonOrder: [] } },
      { recipients: [{ identifier: "491511" }, { identifier: "491512", clientReference: null, parameters: empty }] },
      {
        recipients: [
          { identifier: "491511", parameters: null },
          { identifier: "491512", parameters: { button: null } }
        ]
      }
    ]
    for (const written of same) {
      assert.strictEqual(yield* print({ ...sparse, ...written }), bare, JSON.stringify(written))
    }
    const typed = { parameters: { header: { type: "text" as const, value: "v" } } }
    const untyped = { parameters: { header: { value: "v" } } }
    assert.strictEqual(yield* print({ ...sparse, ...typed }), yield* print({ ...sparse, ...untyped }))
    const others: ReadonlyArray<Partial<BroadcastRequest>> = [
      { channelType: "sms" },
      { locale: "en_US" },
      { version: 2 },
      { parameters: { cards: [] } },
      { parameters: { bodyOrder: ["a"] } },
      { recipients: [...sparse.recipients, { identifier: first?.identifier ?? "" }] },
      { recipients: [{ identifier: "491511", parameters: { button: { a: "1" } } }, { identifier: "491512" }] }
    ]
    for (const written of others) {
      assert.notStrictEqual(yield* print({ ...sparse, ...written }), bare, JSON.stringify(written))
    }
  })

  it.effect("B4: is the same however the recipients arrive", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(numbers, fc.array(fc.nat({ max: 210 }), { maxLength: 4 }), async (numbers, lengths) => {
          const recipients = recipientsOf(numbers)
          const whole = await Effect.runPromise(
            fingerprintOf(toPayload(digitForms, plainRequest(recipients), "chatapp"))
          )
          assert.strictEqual(await Effect.runPromise(fingerprintOf(inParts(recipients, lengths))), whole)
        })
      )
    )
  )

  it.effect("B4: differs for other recipients, and for a different order", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(numbers, numbers, async (one, other) => {
          fc.pre(one.join() !== other.join())
          const [first, second] = await Promise.all(
            [one, other].map((numbers) =>
              Effect.runPromise(fingerprintOf(toPayload(digitForms, plainRequest(recipientsOf(numbers)), "chatapp")))
            )
          )
          assert.notStrictEqual(first, second)
        })
      )
    )
  )
})
