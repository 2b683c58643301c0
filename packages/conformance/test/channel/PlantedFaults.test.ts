import { assert, describe, it } from "@effect/vitest"
import { layerMemory, SimulatorRecord } from "@rollcall/channel-simulator"
import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { Correlation, correlationOf, MessageChannel, SendError } from "@rollcall/core/channel"
import { Effect, Exit, Layer, Semaphore } from "effect"
import { TestClock } from "effect/testing"
import { channelSuites } from "../../src/channel/ChannelConformance.ts"
import { type TestedChannel, Provider } from "../../src/channel/index.ts"

type Channel = MessageChannel["Service"]

/** Each breaks a channel that passes, as a mistake of its author would. */
const faults: { readonly [fault: string]: (channel: Channel) => Partial<Channel> } = {
  "sends each message twice": ({ send }) => ({
    send: (message) =>
      Effect.andThen(
        send({ ...message, correlation: Correlation.make(message.correlation.replace(/^0/, "f")) }),
        send(message)
      )
  }),
  "gives all messages one id": ({ send }) => ({ send: (message) => Effect.as(send(message), "sent") }),
  "calls a lost answer transient": ({ send }) => ({
    send: (message) => Effect.mapError(send(message), ({ detail }) => new SendError({ reason: "Transient", detail }))
  }),
  "says nothing about its errors": ({ send }) => ({
    send: (message) => Effect.mapError(send(message), ({ reason }) => new SendError({ reason, detail: "" }))
  }),
  "has every sender": () => ({ hasSender: () => Effect.succeed(true) }),
  "blames the recipient for a sender": ({ send }) => ({
    send: (message) =>
      Effect.mapError(send(message), (error) =>
        error.reason === "SenderRejected" ? new SendError({ reason: "Undeliverable", detail: "no" }) : error
      )
  }),
  "keeps its lock when a send is interrupted": ({ send }) => {
    const lock = Semaphore.makeUnsafe(1)
    return {
      send: (message) =>
        Effect.andThen(lock.take(1), Effect.andThen(Effect.yieldNow, send(message))).pipe(
          Effect.tap(() => lock.release(1)),
          Effect.tapError(() => lock.release(1))
        )
    }
  },
  "drops receipts that are not taken": ({ listen }) => ({
    listen: (onReceipts) => listen((receipts) => Effect.ignore(onReceipts(receipts)))
  }),
  "reports under another id": ({ listen }) => ({
    listen: (onReceipts) =>
      listen((receipts) =>
        onReceipts(receipts.map((receipt) => ({ ...receipt, messageId: `its ${receipt.messageId}` })))
      )
  }),
  "loses the correlation": ({ listen }) => ({
    listen: (onReceipts) =>
      listen((receipts) => onReceipts(receipts.map((receipt) => ({ ...receipt, correlation: null }))))
  }),
  "reports for another workspace": ({ listen }) => ({
    listen: (onReceipts) =>
      listen((receipts) =>
        onReceipts(
          receipts.map((receipt) => ({
            ...receipt,
            workspaces: [WorkspaceUuid.make("00000000-0000-7000-8002-00000000000f")]
          }))
        )
      )
  }),
  "reports for no workspace": ({ listen }) => ({
    listen: (onReceipts) =>
      listen((receipts) => onReceipts(receipts.map((receipt) => ({ ...receipt, workspaces: [] }))))
  }),
  "mixes the answers of a lookup up": ({ lookup }) => ({
    lookup: (requests) => Effect.map(lookup(requests), (answers) => answers.toReversed())
  }),
  "calls everything not accepted": () => ({
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "NotAccepted" })))
  })
}

const sender = "4930123456"

const underTest = (fault: (channel: Channel) => Partial<Channel>): TestedChannel => {
  const broken = Layer.effect(
    MessageChannel,
    Effect.map(MessageChannel, (channel) => ({ ...channel, ...fault(channel) }))
  )
  const provider = Layer.effect(
    Provider,
    Effect.gen(function* () {
      const { sent } = yield* SimulatorRecord
      const accepted = Effect.map(sent, (all) => all.map((one) => ({ ...one, to: one.identifier })))
      return { accepted, receipts: (yield* MessageChannel).listen }
    })
  )
  const simulator = Layer.fresh(layerMemory({ senders: [sender] }))
  return {
    layer: provider.pipe(Layer.provideMerge(broken), Layer.provide(simulator)),
    message: (number) => ({
      correlation: correlationOf(
        WorkspaceUuid.make("00000000-0000-7000-8002-000000000000"),
        RecipientUuid.make(`00000000-0000-7000-8000-${String(number).padStart(12, "0")}`)
      ),
      attempt: 1,
      broadcast: BroadcastUuid.make("00000000-0000-7000-8001-000000000000"),
      workspace: WorkspaceUuid.make("00000000-0000-7000-8002-000000000000"),
      from: sender,
      to: `4917000${1000 + number}`,
      templateName: "appointment_reminder",
      locale: "en",
      parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null }
    }),
    stranger: "4940654321",
    failures: [
      { to: "491700000004", reason: "Transient" },
      { to: "491700000005", reason: "OutcomeUnknown" }
    ],
    time: "virtual"
  }
}

/** The checks that a channel does not pass. One that never ends counts as failed. */
const failedChecks = Effect.fnUntraced(function* (channel: TestedChannel) {
  const failed: Array<string> = []
  for (const checksOf of Object.values(channelSuites)) {
    for (const { run, title } of checksOf(channel)) {
      const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(Effect.scoped(run), channel.layer)))
      for (let wait = 0; wait < 2_000 && fiber.pollUnsafe() === undefined; wait++) yield* TestClock.adjust("50 millis")
      const done = fiber.pollUnsafe()
      if (done === undefined || Exit.isFailure(done) || Exit.isFailure(done.value)) failed.push(title)
    }
  }
  return failed
})

describe("the channel suite", () => {
  it.effect("passes the simulator", () =>
    Effect.map(failedChecks(underTest(() => ({}))), (failed) => assert.deepStrictEqual(failed, []))
  )

  it.effect.each(Object.entries(faults))("finds a channel that %s", ([, fault]) =>
    Effect.map(failedChecks(underTest(fault)), (failed) => assert.isNotEmpty(failed))
  )
})
