import { assert, it } from "@effect/vitest"
import { Workspaces, Broadcasts, Deliveries, DispatchSettings, Rollcall, systemCaller } from "@rollcall/core"
import { layer as memory } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { channels } from "../src/Channels.ts"
import { makeGateway } from "./Gateway.ts"

const reminder = {
  name: "Reminders",
  templateName: "appointment_reminder",
  parameters: { bodyOrder: ["name", "time"] },
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
}

it.effect("each channel delivers its own broadcasts", () =>
  Effect.gen(function* () {
    const { accepted, client } = yield* makeGateway
    const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
      Layer.provide(channels({ url: "https://gateway.example.com", senders: ["4930123456"] })),
      Layer.provide(Layer.succeed(DispatchSettings, Rollcall.testSettings)),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      Layer.provide(memory)
    )
    yield* Effect.gen(function* () {
      const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
      const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")
      for (const [channelType, from] of [
        ["chatapp", "493090180"],
        ["sms", "4930123456"]
      ] as const) {
        const { uuid } = yield* broadcasts.create(systemCaller(workspace), { ...reminder, channelType, from })
        yield* TestClock.adjust("1 minute")
        const { broadcast, counters } = yield* deliveries.get(systemCaller(workspace), uuid)
        assert.deepStrictEqual([broadcast.status, counters.delivered], ["completed", 1], channelType)
      }
      assert.deepStrictEqual(
        accepted.map(({ to }) => to),
        ["4930901820"]
      )
    }).pipe(Effect.provide(rollcall))
  })
)
