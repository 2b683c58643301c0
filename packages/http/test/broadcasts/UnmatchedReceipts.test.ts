import { assert, it } from "@effect/vitest"
import { AccessTokens, Rollcall } from "@rollcall/core"
import { MessageChannel, Receipts, TemplateCatalog } from "@rollcall/core/channel"
import * as Memory from "@rollcall/storage-memory"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { makeAppOver } from "../App.ts"
import { broadcastJson } from "../Endpoints.ts"
import { uuidOf } from "../TestApp.ts"

const messageId = "message 1"

/** A channel that gives every message the same id. */
const channel = Layer.mock(MessageChannel, {
  channelType: "chatapp",
  hasSender: () => Effect.succeed(true),
  send: () => Effect.succeed(messageId),
  listen: () => Effect.never
})

const catalog = TemplateCatalog.layerOf([
  { kind: "plain", name: "reminder", locale: "en", status: "approved", header: null, body: 2, buttons: 0 }
])

const services = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
  Layer.provide([channel, catalog]),
  Layer.provideMerge(Memory.layer)
)

for (const [days, status] of [
  [1, "delivered"],
  [40, "submitted"]
] as const) {
  it.effect(`B11: a message that is sent ${days} days after its receipt came is ${status}`, () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(services)
      const send = yield* makeAppOver(Layer.succeedContext(context))
      yield* Effect.gen(function* () {
        const tokens = yield* AccessTokens
        const receipts = yield* Receipts
        const { uuid: workspace } = yield* tokens.ensureWorkspace("ours")
        const token = Redacted.value((yield* tokens.create(workspace, {})).token)
        const receipt = {
          messageId,
          status: "delivered",
          error: null,
          reason: null,
          at: DateTime.makeUnsafe(0)
        } as const
        yield* receipts.apply("chatapp", [{ ...receipt, workspaces: [workspace], correlation: null }])
        yield* TestClock.adjust(`${days} days`)
        const created = yield* send("POST", "/broadcasts", {
          token,
          json: { ...broadcastJson, template_name: "reminder" }
        })
        yield* TestClock.adjust("1 minute")
        const { json } = yield* send("GET", `/broadcasts/${uuidOf(created.json).uuid}/recipients`, { token })
        assert.deepNestedInclude(json, { "recipients[0].status": status })
        const details = yield* send("GET", `/broadcasts/${uuidOf(created.json).uuid}`, { token })
        assert.deepInclude(details.json, { status: "completed", sent: 1 })
      }).pipe(Effect.provideContext(context))
    })
  )
}
