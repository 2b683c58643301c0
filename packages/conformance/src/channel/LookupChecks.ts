import { assert } from "@effect/vitest"
import { messageIdOf } from "@rollcall/core/channel"
import { Effect } from "effect"
import { both, type ChannelCheck, type TestedChannel } from "./TestedChannel.ts"

/** A channel that keeps no record returns `Unknown` for every lookup. */
export const lookupChecks = ({ message }: TestedChannel): ReadonlyArray<ChannelCheck> => {
  const requestOf = (number: number, attempt = 1) => ({ correlation: message(number).correlation, attempt })

  return [
    {
      title: "B12: a lookup answers requests in order, and never calls an accepted message not accepted",
      run: Effect.gen(function* () {
        const { channel } = yield* both
        const ids = yield* Effect.forEach([1, 2, 3], (number) => Effect.map(channel.send(message(number)), messageIdOf))
        const answers = yield* channel.lookup([9, 3, 1, 2].map((number) => requestOf(number)))
        assert.lengthOf(answers, 4)
        const [stranger, ...known] = answers
        assert.include(["NotAccepted", "Unknown"], stranger?._tag)
        known.forEach((answer, index) => {
          assert.include(["Accepted", "Unknown"], answer._tag)
          if (answer._tag === "Accepted") assert.strictEqual(answer.messageId, ids[[2, 0, 1][index] ?? 0])
        })
        assert.deepStrictEqual(yield* channel.lookup([]), [])
      })
    },
    {
      title: "B12: after a lookup returns not accepted, that attempt and earlier ones never send the message",
      run: Effect.gen(function* () {
        const { channel, provider } = yield* both
        const [answer] = yield* channel.lookup([requestOf(1, 2)])
        if (answer?._tag !== "NotAccepted") return
        for (const attempt of [1, 2]) {
          const error = yield* Effect.flip(channel.send({ ...message(1), attempt }))
          assert.notStrictEqual(error.reason, "OutcomeUnknown")
        }
        assert.isEmpty(yield* provider.accepted)
        yield* channel.send({ ...message(1), attempt: 3 })
        assert.lengthOf(yield* provider.accepted, 1)
      })
    }
  ]
}
