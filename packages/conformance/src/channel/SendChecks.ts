import { assert } from "@effect/vitest"
import { messageIdOf } from "@rollcall/core/channel"
import { Duration, Effect, Fiber } from "effect"
import { both, type ChannelCheck, type TestedChannel, until } from "./TestedChannel.ts"

const many = 50

export const sendChecks = ({ failures, message, stranger, time }: TestedChannel): ReadonlyArray<ChannelCheck> => [
  {
    title: "B12: the provider accepts a message once, with the id that the send returns, and any correlation it keeps",
    run: Effect.gen(function* () {
      const { channel, provider } = yield* both
      const { correlation, to } = message(1)
      const messageId = messageIdOf(yield* channel.send(message(1)))
      const [accepted, ...others] = yield* provider.accepted
      assert.isNotEmpty(messageId)
      assert.strictEqual(messageId, messageId.replaceAll("\0", "").toWellFormed(), "an id that a store can keep")
      assert.deepStrictEqual([accepted?.messageId, accepted?.to], [messageId, to])
      assert.include([null, correlation], accepted?.correlation)
      assert.isEmpty(others)
    })
  },
  {
    title: "B15: the provider accepts all concurrent messages, each with its own id",
    run: Effect.gen(function* () {
      const { channel, provider } = yield* both
      const messages = Array.from({ length: many }, (_, number) => message(number))
      const ids = yield* Effect.forEach(messages, (one) => Effect.map(channel.send(one), messageIdOf), {
        concurrency: "unbounded"
      })
      assert.strictEqual(new Set(ids).size, many)
      const accepted = yield* provider.accepted
      assert.lengthOf(accepted, many)
      const recipientOf = new Map(accepted.map(({ messageId, to }) => [messageId, to]))
      messages.forEach(({ to }, number) => assert.strictEqual(recipientOf.get(ids[number] ?? ""), to))
    })
  },
  {
    title: "B5: a workspace has only its own senders, and another sender's message fails the whole broadcast",
    run: Effect.gen(function* () {
      const { channel, provider } = yield* both
      const { from, workspace } = message(1)
      assert.isNotEmpty(channel.channelType)
      assert.isTrue(yield* channel.hasSender(workspace, from))
      assert.isFalse(yield* channel.hasSender(workspace, stranger))
      const senders = yield* channel.senders(workspace)
      assert.include(senders, from)
      assert.notInclude(senders, stranger)
      const error = yield* Effect.flip(channel.send({ ...message(1), from: stranger }))
      assert.strictEqual(error.reason, "SenderRejected")
      assert.isEmpty(yield* provider.accepted)
    })
  },
  {
    title: "B15: an interrupted send does not block other sends",
    run: Effect.gen(function* () {
      const { channel, provider } = yield* both
      for (let number = 1; number <= many; number++) {
        const fiber = yield* Effect.forkChild(channel.send(message(number)))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
      }
      const messageId = messageIdOf(yield* channel.send(message(0)))
      const accepted = yield* until(time, provider.accepted, (all) => all.some((one) => one.messageId === messageId))
      assert.include(
        accepted.map((one) => one.messageId),
        messageId
      )
    })
  },
  ...failures.map(({ reason, to }, number): ChannelCheck => ({
    title: `a send that fails with ${reason}, to ${to}, reports the reason, and is ${reason === "OutcomeUnknown" ? "" : "not "}accepted`,
    run: Effect.gen(function* () {
      const { channel, provider } = yield* both
      const error = yield* Effect.flip(channel.send({ ...message(number), to }))
      assert.strictEqual(error.reason, reason, error.detail)
      assert.isNotEmpty(error.detail.trim())
      if (error.recipient !== undefined) assert.include(["Undeliverable", "Refused"], reason)
      if (error.retryAfter !== undefined) assert.isTrue(Duration.isPositive(error.retryAfter))
      const accepted = yield* until(time, provider.accepted, (all) => all.length > 0 || reason !== "OutcomeUnknown")
      assert.lengthOf(accepted, reason === "OutcomeUnknown" ? 1 : 0)
    })
  }))
]
