import { assert, describe, it } from "@effect/vitest"
import {
  ActorUuid,
  Broadcasts,
  BroadcastStore,
  MessageChannel,
  TemplateCatalog,
  Transaction,
  type TransactionOptions,
  WorkspaceUuid
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { now, orderUpdate, plainRecipient, plainRequest } from "./Payloads.ts"

const caller = {
  workspace: WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001"),
  actor: ActorUuid.make("0198a5c0-0000-7000-8000-000000000002")
}

describe("accepting a broadcast", () => {
  it.effect.each([
    [1, false],
    [1_000, false],
    [1_001, true]
  ] as const)("B9: of %i recipients is one transaction; whether it is long: %s", ([count, isLong]) =>
    Effect.gen(function* () {
      const transactions: Array<TransactionOptions | undefined> = []
      const inserted: Array<readonly [recipients: number, inTransaction: number]> = []
      const ports = Layer.mergeAll(
        Layer.mock(BroadcastStore, {
          now: Effect.succeed(now),
          insert: (_broadcast, recipients) =>
            Effect.sync(() => void inserted.push([recipients.length, transactions.length]))
        }),
        Layer.mock(MessageChannel, { channelType: "chatapp", hasSender: () => Effect.succeed(true) }),
        Layer.succeed(TemplateCatalog, { find: () => Effect.succeed(Option.some(orderUpdate)) }),
        Layer.succeed(
          Transaction,
          Transaction.of({ run: (effect, options) => Effect.suspend(() => (transactions.push(options), effect)) })
        )
      )
      const recipients = Array.from({ length: count }, (_, number) => plainRecipient(`${4_915_100_000_000 + number}`))
      const accepted = yield* Effect.flatMap(Broadcasts, ({ create }) => create(caller, plainRequest(recipients))).pipe(
        Effect.provide(Layer.provide(Broadcasts.layer, ports))
      )
      assert.strictEqual(accepted.recipients, count)
      assert.deepStrictEqual(inserted, [[count, 1]])
      assert.deepStrictEqual(transactions, [{ isLong }])
    })
  )
})
