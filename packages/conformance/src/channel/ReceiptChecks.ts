import { assert } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { DeliveryReceipt, messageIdOf } from "@rollcall/core/channel"
import { Effect, Fiber, Schema } from "effect"
import { both, type ChannelCheck, type TestedChannel, until } from "./TestedChannel.ts"
import { Provider } from "./Provider.ts"

const isReceipt = Schema.is(DeliveryReceipt)

/** Collects receipts in the background. Returns the receipts that have arrived. */
const listening = Effect.gen(function* () {
  const { receipts } = yield* Provider
  const arrived: Array<DeliveryReceipt> = []
  const fiber = yield* Effect.forkChild(receipts((batch) => Effect.sync(() => void arrived.push(...batch))))
  return { arrived, fiber }
})

export const receiptChecks = ({ failures, message, time }: TestedChannel): ReadonlyArray<ChannelCheck> => {
  const isDelivered = (receipts: ReadonlyArray<DeliveryReceipt>, messageId: string) =>
    receipts.some((receipt) => receipt.messageId === messageId && ["delivered", "read"].includes(receipt.status))

  return [
    {
      title: "A1, B11: a receipt has the message id, its correlation or null, and its workspace or all workspaces",
      run: Effect.gen(function* () {
        const { channel } = yield* both
        const { arrived } = yield* listening
        const messages = Array.from({ length: 20 }, (_, number) => message(number))
        const ids = yield* Effect.forEach(messages, (one) => Effect.map(channel.send(one), messageIdOf))
        const own = JSON.stringify([message(0).workspace])
        const correlationOf = new Map(ids.map((id, number) => [id, messages[number]?.correlation]))
        yield* until(time, Effect.succeed(arrived), (all) => ids.every((id) => isDelivered(all, id)))
        for (const id of ids) assert.isTrue(isDelivered(arrived, id), `a receipt that ${id} was delivered`)
        for (const receipt of arrived) {
          assert.isTrue(isReceipt(receipt))
          assert.include([null, correlationOf.get(receipt.messageId)], receipt.correlation)
          assert.include([JSON.stringify("all"), own], JSON.stringify(receipt.workspaces), "the workspaces (A1)")
          if (receipt.status !== "undeliverable") assert.deepStrictEqual([receipt.error, receipt.reason], [null, null])
        }
      })
    },
    {
      title: "B11: the channel repeats receipts until they are accepted",
      run: Effect.gen(function* () {
        const { channel, provider } = yield* both
        const arrived: Array<DeliveryReceipt> = []
        let refused = 0
        const unavailable = new StorageError({ reason: "Unavailable", cause: "the store is away" })
        yield* Effect.forkChild(
          provider.receipts((batch) =>
            Effect.suspend(() =>
              refused++ < 2 ? Effect.fail(unavailable) : Effect.sync(() => void arrived.push(...batch))
            )
          )
        )
        const messageId = messageIdOf(yield* channel.send(message(1)))
        yield* until(time, Effect.succeed(arrived), (all) => isDelivered(all, messageId))
        assert.isTrue(isDelivered(arrived, messageId))
        assert.isAbove(refused, 2)
      })
    },
    {
      title: "B11: the next listener gets the receipts after the previous listener was interrupted",
      run: Effect.gen(function* () {
        const { channel } = yield* both
        const first = yield* listening
        yield* Effect.yieldNow
        yield* Fiber.interrupt(first.fiber)
        const messageId = messageIdOf(yield* channel.send(message(1)))
        const { arrived } = yield* listening
        yield* until(time, Effect.succeed(arrived), (all) => isDelivered(all, messageId))
        assert.isTrue(isDelivered(arrived, messageId))
      })
    },
    ...failures
      .filter(({ reason }) => reason === "OutcomeUnknown")
      .map(({ to }): ChannelCheck => ({
        title: `B12: a receipt resolves a message with a lost response, to ${to}, by its correlation`,
        run: Effect.gen(function* () {
          const { channel } = yield* both
          const { arrived } = yield* listening
          const { correlation } = message(1)
          yield* Effect.flip(channel.send({ ...message(1), to }))
          const isResolved = () => arrived.some((receipt) => receipt.correlation === correlation)
          yield* until(time, Effect.sync(isResolved), (resolved) => resolved)
          assert.isTrue(isResolved())
        })
      }))
  ]
}
