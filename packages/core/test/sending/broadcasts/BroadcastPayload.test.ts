import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Stream } from "effect"
import type { BroadcastRequest } from "@rollcall/core"
import type { StreamedBroadcast } from "@rollcall/core/sending"
import { forEachSlice, toPayload } from "../../../src/sending/broadcasts/BroadcastPayload.ts"
import { digitForms } from "../../../src/people/contacts/Identifiers.ts"
import { plainRecipient, plainRequest } from "./payloads/Payloads.ts"
import { test } from "../../Suite.ts"

const recipients = Array.from({ length: 1_050 }, (_, number) => plainRecipient(`49151${number}`))

describe("the recipients of a request", () => {
  test("are processed in order, a hundred at a time, and other fibers run in between", function* () {
    const seen: Array<string> = []
    const turns = new Set<number>()
    const other = yield* Effect.forkChild(
      Effect.forever(
        Effect.andThen(
          Effect.sync(() => turns.add(seen.length)),
          Effect.yieldNow
        )
      )
    )
    yield* forEachSlice(toPayload(digitForms, plainRequest(recipients), "chatapp"), (slice) =>
      Effect.sync(() => seen.push(...slice.map(({ identifier }) => identifier)))
    )
    yield* Fiber.interrupt(other)
    assert.deepStrictEqual(
      seen,
      recipients.map(({ identifier }) => identifier)
    )
    const between = Array.from(turns).filter((count) => count > 0 && count < recipients.length)
    assert.isAtLeast(between.length, 2)
    for (const count of between) assert.strictEqual(count % 100, 0)
  })

  test.each([0, 2, 4])("must be as many as announced, or it is a defect: %i are not 3", function* (announced) {
    const streamed = { ...plainRequest([]), recipients: Stream.make(recipients.slice(0, 3)), count: announced }
    const exit = yield* Effect.exit(forEachSlice(streamed, () => Effect.void))
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    yield* forEachSlice({ ...streamed, count: 3 }, () => Effect.void)
  })
})

describe("a request with only the required members", () => {
  const request = { channelType: "chatapp", name: "n", templateName: "t", from: "31200000000" }
  const all = <E>(request: BroadcastRequest | StreamedBroadcast<E>) => {
    const { recipients, ...rest } = toPayload(digitForms, request, "chatapp")
    return Effect.map(Stream.runCollect(recipients), (slices) => ({ ...rest, recipients: slices.flat() }))
  }

  test("B16, B17: gets the defaults: `en` as locale and text as the header's type", function* () {
    const given = { ...request, parameters: { header: { value: "Hi" }, cards: [{}] } }
    assert.deepStrictEqual(yield* all({ ...given, recipients: [{ identifier: "31612345678" }] }), {
      ...request,
      locale: "en",
      validUntil: null,
      scheduledFor: null,
      version: null,
      clientUniqueIdentifier: null,
      parameters: {
        header: { type: "text", value: "Hi" },
        bodyOrder: [],
        buttonOrder: [],
        cards: [{ header: null, bodyOrder: [], buttonOrder: [] }]
      },
      count: 1,
      recipients: [
        {
          identifier: "31612345678",
          clientReference: null,
          parameters: { header: null, body: {}, button: null, cards: null }
        }
      ]
    })
  })

  test("C3, B7: a list's identifiers are reduced to digits, a stream's identifiers are unchanged", function* () {
    const recipients = ["+49 (30) 90182-0001", "none", ""].map((identifier) => ({ identifier }))
    const identifiersOf = ({ recipients }: { readonly recipients: ReadonlyArray<{ readonly identifier: string }> }) =>
      recipients.map(({ identifier }) => identifier)
    assert.deepStrictEqual(identifiersOf(yield* all({ ...request, recipients })), ["4930901820001", "none", ""])
    const streamed = { ...request, recipients: Stream.make(recipients), count: 3 }
    assert.deepStrictEqual(identifiersOf(yield* all(streamed)), ["+49 (30) 90182-0001", "none", ""])
  })
})
