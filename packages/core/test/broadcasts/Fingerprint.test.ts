import { assert, describe, it } from "@effect/vitest"
import type { RecipientRequest, StreamedBroadcast } from "@rollcall/core"
import { Effect, Stream } from "effect"
import { Digest } from "effect/crypto"
import * as fc from "fast-check"
import { fingerprinter } from "../../src/broadcasts/Fingerprint.ts"
import { forEachSlice, inSlices } from "../../src/broadcasts/Slices.ts"
import { plainRecipient, plainRequest } from "./Payloads.ts"

const fingerprintOf = Effect.fnUntraced(function* (request: StreamedBroadcast<never>) {
  const { add, end } = yield* fingerprinter(request)
  yield* forEachSlice(request.recipients, add)
  return yield* end
}, Effect.provide(Digest.layerWebCrypto))

const recipientsOf = (numbers: ReadonlyArray<number>): ReadonlyArray<RecipientRequest> =>
  numbers.map((number) => plainRecipient(`49151${number}`))

/** A request whose recipients come in parts of these lengths, and then all that are left. */
const inParts = (recipients: ReadonlyArray<RecipientRequest>, lengths: ReadonlyArray<number>) => {
  const parts: Array<ReadonlyArray<RecipientRequest>> = []
  let from = 0
  for (const length of [...lengths, recipients.length]) {
    parts.push(recipients.slice(from, from + length))
    from += length
  }
  return { ...plainRequest([]), recipients: Stream.fromIterable(parts), count: recipients.length }
}

const numbers = fc.array(fc.nat({ max: 999 }), { maxLength: 450 })

describe("the fingerprint of a request", () => {
  it.effect("B4: is the same however its recipients come", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(numbers, fc.array(fc.nat({ max: 210 }), { maxLength: 4 }), async (numbers, lengths) => {
          const recipients = recipientsOf(numbers)
          const whole = await Effect.runPromise(fingerprintOf(inSlices(plainRequest(recipients))))
          assert.strictEqual(await Effect.runPromise(fingerprintOf(inParts(recipients, lengths))), whole)
        })
      )
    )
  )

  it.effect("B4: is another one for other recipients, and for the same in another order", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(numbers, numbers, async (one, other) => {
          fc.pre(one.join() !== other.join())
          const [first, second] = await Promise.all(
            [one, other].map((numbers) =>
              Effect.runPromise(fingerprintOf(inSlices(plainRequest(recipientsOf(numbers)))))
            )
          )
          assert.notStrictEqual(first, second)
        })
      )
    )
  )
})
