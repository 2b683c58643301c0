import type { RollcallEvent } from "@rollcall/core"
import { EventStore } from "@rollcall/core/storage"
import { layerWebhookWorker, WebhookSender, WebhookSettings } from "@rollcall/core/webhooks"
import { Duration, Effect, Exit, Layer, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import { append, newEvent, readUntil } from "../events/Fixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently, letOthersRun, newWorkspace } from "../shared/Fixture.ts"
import { stored } from "./Fixture.ts"

const bodyOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ cursor: Schema.String }) }))
)

const settings = {
  ...WebhookSettings.defaultValue(),
  chunk: 7,
  concurrency: 3,
  jobTime: Duration.millis(200),
  lease: Duration.seconds(20),
  retryAfter: Duration.seconds(1),
  longestRetryAfter: Duration.seconds(4)
}

/** The address of the receiver: webhooks of earlier checks have others. */
const ours = "https://receiver.example/ours"

/** A receiver that fails every fifth time, and keeps the cursors of what it took. */
const makeReceiver = () => {
  const cursors: Array<string> = []
  let requests = 0
  const layer = Layer.succeed(
    WebhookSender,
    WebhookSender.of({
      send: ({ body, url }) =>
        Effect.gen(function* () {
          if (url !== ours) return { _tag: "Answered", status: 410, retryAfter: null } as const
          const status = ++requests % 5 === 0 ? 500 : 200
          yield* Effect.yieldNow
          if (status === 200) cursors.push(bodyOf(body).data.cursor)
          return { _tag: "Answered", status, retryAfter: null } as const
        })
    })
  )
  return { cursors, layer, requests: () => requests }
}

/** Runs workers until the scope closes. */
const startWorkers = (sender: Layer.Layer<WebhookSender>) =>
  Layer.build(Layer.provide(Layer.fresh(layerWebhookWorker), [sender, Layer.succeed(WebhookSettings, settings)]))

/** What is about one entity, in its order. */
const perEntity = (events: ReadonlyArray<RollcallEvent>) =>
  Object.values(Object.groupBy(events, (event) => ("contactUuid" in event ? event.contactUuid : ""))).map((its = []) =>
    its.map(({ cursor }) => cursor)
  )

/** Events reach an endpoint on every store, whatever happens to the processes that send them. */
export const webhookDeliveryChecks: ReadonlyArray<Check> = [
  check(
    "H1, H2: every event is received, each entity's in their order, by two processes of which one is killed in between",
    Effect.scoped(
      Effect.gen(function* () {
        const workspaceUuid = yield* newWorkspace
        yield* stored({
          workspaceUuid,
          url: ours,
          cursor: yield* EventStore.use((store) => store.end(workspaceUuid))
        })
        const receiver = makeReceiver()
        const killed = yield* Scope.make()
        yield* Scope.provide(startWorkers(receiver.layer), killed)
        yield* startWorkers(receiver.layer)
        const entities = yield* Effect.replicateEffect(newEvent(workspaceUuid), 6)
        const happen = Effect.forEach(
          entities,
          (event) => Effect.replicateEffect(append({ ...event, type: "contact.updated" }), 4),
          concurrently
        )
        yield* happen
        for (let n = 0; n < 20 && receiver.requests() < 10; n++) {
          yield* TestClock.adjust("500 millis")
          yield* letOthersRun
        }
        yield* holds("Something was sent", receiver.requests() > 0)
        yield* Scope.close(killed, Exit.void)
        yield* happen
        const { events } = yield* readUntil(workspaceUuid, 48)
        for (let n = 0; n < 500 && new Set(receiver.cursors).size < events.length; n++) {
          yield* TestClock.adjust("500 millis")
          yield* letOthersRun
        }
        const first = [...new Set(receiver.cursors)]
        yield* agree("Received", new Set(first), new Set(events.map(({ cursor }) => cursor)))
        for (const cursors of perEntity(events)) {
          yield* agree(
            "The order of an entity",
            first.filter((cursor) => cursors.includes(cursor)),
            cursors
          )
        }
      })
    )
  )
]
