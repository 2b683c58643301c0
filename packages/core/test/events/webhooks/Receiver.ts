import { ContactUuid, systemCaller, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, nameEvent, Transaction, WorkspaceStore } from "@rollcall/core/storage"
import { type SignedRequest, type WebhookAnswer, Webhooks, WebhookSender } from "@rollcall/core/events"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"
import { testOver } from "../../Suite.ts"
import { layerWebhookWorker } from "../../../src/events/webhooks/WebhookWorker.ts"

/** What a receiver reads of a message. */
const Message = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.String,
    timestamp: Schema.String,
    data: Schema.StructWithRest(Schema.Struct({ workspace_uuid: Schema.String, cursor: Schema.String }), [
      Schema.Record(Schema.String, Schema.NullOr(Schema.String))
    ])
  })
)
export const messageOf = Schema.decodeUnknownSync(Message)

export const answered = (status: number): WebhookAnswer => ({ _tag: "Answered", status, retryAfter: null })

type Answer = (request: SignedRequest) => Effect.Effect<WebhookAnswer>

/** A receiver of webhooks. */
export interface Receiver {
  readonly requests: Array<SignedRequest>
  readonly received: Array<SignedRequest>
  answer: Answer
  readonly layer: Layer.Layer<WebhookSender>
}

/** A receiver whose answers a test decides. It keeps every request, and those that it took. */
export const makeReceiver = (): Receiver => {
  const requests: Array<SignedRequest> = []
  const received: Array<SignedRequest> = []
  const receiver: Receiver = {
    requests,
    received,
    answer: () => Effect.succeed(answered(200)),
    layer: Layer.succeed(
      WebhookSender,
      WebhookSender.of({
        send: (request) =>
          Effect.suspend(() => {
            requests.push(request)
            return Effect.tap(receiver.answer(request), (answer) =>
              Effect.sync(() => {
                if (answer._tag === "Answered" && answer.status < 300) received.push(request)
              })
            )
          })
      })
    )
  }
  return receiver
}

/** The cursors that messages name, in the order in which they came first. */
export const firstCursors = (requests: ReadonlyArray<SignedRequest>) => [
  ...new Set(requests.map(({ body }) => messageOf(body).data.cursor))
]

export const services = Layer.provideMerge(Webhooks.layer, storage)

/** Registers a test over the services of a store of its own. */
export const test = testOver(services)

/** Signs at once: WebCrypto does on another thread, which virtual time does not wait for. */
const signing = Layer.provide(
  Mac.layerWebCryptoWith({
    hmac: (_hash, key, data) => new Uint8Array(createHmac("sha256", key).update(data).digest())
  }),
  SecureRandom.layerWebCrypto
)

/** Starts the workers of one process, which send to a receiver, until the scope closes. */
export const startWorkers = (receiver: Receiver) =>
  Layer.build(Layer.provide(Layer.fresh(layerWebhookWorker), [receiver.layer, signing]))

export const newWorkspace = Effect.gen(function* () {
  const id = yield* nextId
  return (yield* WorkspaceStore.use(({ ensure }) => ensure(`webhooks ${id}`, WorkspaceUuid.make(id)))).uuid
})

export const newContact = Effect.map(nextId, (id) => ContactUuid.make(id))

/** Appends events of contacts, each in a transaction of its own. */
export const happen = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  ...contacts: ReadonlyArray<ContactUuid>
) {
  const store = yield* EventStore
  const transaction = yield* Transaction
  for (const contactUuid of contacts) {
    yield* transaction.run(store.append([nameEvent({ type: "contact.updated", workspaceUuid, contactUuid })]))
  }
})

/** Every event of a workspace. */
export const eventsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const reading = yield* EventStore.use((store) => store.read(workspace, { after: null, types: null, limit: 5_000 }))
  return reading._tag === "Read" ? reading.events : []
})

export const url = "https://receiver.example/hooks"

/** A webhook of a new workspace with workers that send to a receiver. */
export const fixture = Effect.gen(function* () {
  const receiver = makeReceiver()
  yield* startWorkers(receiver)
  const webhooks = yield* Webhooks
  const workspace = yield* newWorkspace
  const { secret, webhook } = yield* webhooks.create(systemCaller(workspace), { url })
  const update = (changes: Parameters<typeof webhooks.update>[2]) =>
    webhooks.update(systemCaller(workspace), webhook.uuid, changes)
  const replay = (from: Parameters<typeof webhooks.replay>[2]) =>
    webhooks.replay(systemCaller(workspace), webhook.uuid, from)
  const get = webhooks.get(systemCaller(workspace), webhook.uuid)
  return { receiver, webhooks, workspace, secret, webhook, update, replay, get }
})
