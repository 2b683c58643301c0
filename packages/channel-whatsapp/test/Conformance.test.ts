import { channelConformance, Provider } from "@rollcall/conformance/channel"
import { RecipientUuid, type StorageError } from "@rollcall/core"
import {
  type ChannelWebhook,
  Correlation,
  correlationOf,
  type DeliveryReceipt,
  MessageChannel
} from "@rollcall/core/channel"
import { Context, Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { layer, WhatsAppAccounts } from "../src/index.ts"
import { layerConnections } from "../src/node.ts"
import { startFake } from "../src/testing.ts"
import { fakeOptions } from "./Fake.ts"
import { accountOf, messageOf, workspace } from "./Fixture.ts"
import { receiveWebhooks } from "./Receiver.ts"

const refused = [
  { to: "491511234501", code: 131026, reason: "Undeliverable" },
  { to: "491511234502", code: 131016, reason: "Transient" },
  { to: "491511234503", code: 130429, reason: "Throttled" },
  { to: "491511234504", code: 132015, reason: "TemplateRejected" },
  { to: "491511234506", code: 131031, reason: "SenderRejected" }
] as const
const lost = { to: "491511234505", reason: "OutcomeUnknown" } as const

const rules = [
  ...refused.map(({ code, to }) => ({ to, refuse: { status: 400, code } })),
  { to: lost.to, lose: "close" as const }
]

const whatsapp = (graphUrl?: string) =>
  layer(graphUrl === undefined ? {} : { graphUrl }).pipe(
    Layer.provide(WhatsAppAccounts.layerOf([accountOf(1)])),
    Layer.provide(layerConnections)
  )

/** The channel on a fake of the platform, whose webhooks go to a receiver of the test. */
const channelAndProvider = Layer.effectContext(
  Effect.gen(function* () {
    let listener: ((receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>) | undefined
    const take = (receipts: ReadonlyArray<DeliveryReceipt>) => listener?.(receipts) ?? Effect.fail("nothing listens")
    const webhookUrl = yield* Effect.provide(
      receiveWebhooks(({ receipts }) => take(receipts)),
      whatsapp()
    )
    const fake = yield* startFake({ ...fakeOptions, webhookUrl, script: { rules } })
    const context = yield* Layer.build(whatsapp(fake.url))
    const provider = Provider.of({
      accepted: Effect.map(fake.log, ({ accepted }) =>
        accepted.map(({ callback, messageId, to }) => ({
          messageId,
          to,
          correlation: callback === null ? null : Correlation.make(callback)
        }))
      ),
      receipts: (onReceipts) =>
        Effect.andThen(
          Effect.sync(() => {
            listener = onReceipts
          }),
          Effect.onInterrupt(Effect.never, () =>
            Effect.sync(() => {
              listener = undefined
            })
          )
        )
    })
    return Context.make(MessageChannel, Context.get(context, MessageChannel)).pipe(Context.add(Provider, provider))
  })
)

const body = new TextEncoder().encode(
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "221",
        changes: [
          {
            field: "messages",
            value: {
              metadata: { display_phone_number: "493090180", phone_number_id: "111" },
              statuses: [{ id: "wamid.1", status: "read", timestamp: "1700000000" }],
              messages: [{ id: "wamid.2", from: "4915112345678", timestamp: "1700000000", type: "text" }]
            }
          }
        ]
      }
    ]
  })
)
const { appSecret, verifyToken } = accountOf(1)
const signature = createHmac("sha256", Redacted.value(appSecret)).update(body).digest("hex")
const webhook: Layer.Layer<ChannelWebhook> = whatsapp()

channelConformance("WhatsApp", {
  layer: channelAndProvider,
  message: (number) => ({
    ...messageOf("positional", `49151000${1000 + number}`),
    correlation: correlationOf(
      workspace,
      RecipientUuid.make(`0198a5c0-0000-7000-8000-${String(number).padStart(12, "0")}`)
    )
  }),
  stranger: "4940654321",
  failures: [...refused, lost],
  time: "real",
  webhook: {
    layer: webhook,
    request: { headers: { "x-hub-signature-256": `sha256=${signature}` }, body },
    verification: {
      query: {
        "hub.mode": "subscribe",
        "hub.verify_token": Redacted.value(verifyToken),
        "hub.challenge": "1158201444"
      },
      answer: "1158201444"
    }
  }
})
