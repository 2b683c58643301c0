import { channelConformance, Provider } from "@rollcall/conformance/channel"
import { layerMemory, SimulatorRecord } from "@rollcall/channel-simulator"
import { MessageChannel } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"
import { message } from "./Fixture.ts"

const provider = Layer.effect(
  Provider,
  Effect.gen(function* () {
    const { listen } = yield* MessageChannel
    const { sent } = yield* SimulatorRecord
    return {
      receipts: listen,
      accepted: Effect.map(sent, (messages) => messages.map(({ identifier, ...one }) => ({ ...one, to: identifier })))
    }
  })
)

channelConformance("the simulator", {
  layer: Layer.provideMerge(provider, Layer.fresh(layerMemory({ senders: [message(0).from] }))),
  message: (number) => message(number, `4917000${1000 + number}`),
  stranger: "4940654321",
  failures: [
    { to: "491700000004", reason: "Transient" },
    { to: "491700000005", reason: "OutcomeUnknown" }
  ],
  time: "virtual"
})
