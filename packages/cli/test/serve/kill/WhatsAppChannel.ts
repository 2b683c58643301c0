import { type FakeScript, startFake } from "@rollcall/channel-whatsapp/testing"
import { Correlation } from "@rollcall/core/channel"
import { DateTime, Effect, type Scope } from "effect"
import { createServer } from "node:http"
import type { KilledChannel } from "./Campaign.ts"
import type { Fleet } from "./Fleet.ts"

const account = {
  phoneNumberId: "111",
  businessAccountId: "221",
  displayPhoneNumber: "+44 7700 900000",
  token: "access-token",
  appSecret: "app-secret"
}

const template = {
  name: "appointment_reminder",
  language: "en",
  status: "APPROVED",
  components: [{ type: "BODY", text: "Dear {{1}}, at {{2}}." }]
}

/** The endings of `Plan.ts` as the platform has them. One without later receipts is reported as sent all the same. */
const rules = [
  { to: "0001", receipts: ["sent" as const, { failed: 131026 }] },
  { to: "0002", receipts: ["sent" as const] },
  { to: "0003", receipts: ["sent" as const, "delivered" as const] },
  { to: "0004", times: 2, refuse: { status: 500, code: 131016 } },
  { to: "0004", receipts: ["sent" as const, "delivered" as const] },
  { to: "0005", lose: "close" as const }
]

/** A fake of the platform, and what servers have to know of it. */
export const startPlatform = Effect.fnUntraced(function* (script: typeof FakeScript.Encoded) {
  const fake = yield* startFake({ accounts: [account], templates: [template], script })
  const env = {
    ROLLCALL_CHANNEL: "whatsapp",
    ROLLCALL_WHATSAPP_TOKEN: account.token,
    ROLLCALL_WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
    ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID: account.businessAccountId,
    ROLLCALL_WHATSAPP_APP_SECRET: account.appSecret,
    ROLLCALL_WHATSAPP_VERIFY_TOKEN: "verify-token",
    ROLLCALL_WHATSAPP_GRAPH_URL: fake.url
  }
  return { fake, env }
})

/** WhatsApp on a fake of its platform, which outlives the processes and delivers webhooks to any that is alive. */
export const whatsApp: Effect.Effect<KilledChannel, never, Scope.Scope> = Effect.gen(function* () {
  const { env, fake } = yield* startPlatform({ rules, reorder: true, deliveries: 2, receiptAfter: 40 })

  const sent = Effect.map(fake.log, ({ accepted }) =>
    Array.from(Map.groupBy(accepted, ({ callback }) => callback).values()).flatMap(([first, ...again]) =>
      first === undefined || first.callback === null
        ? []
        : [
            {
              correlation: Correlation.make(first.callback),
              identifier: first.to,
              messageId: first.messageId,
              sends: 1 + again.length,
              duplicates: again.length,
              at: DateTime.makeUnsafe(first.at)
            }
          ]
    )
  )
  let position = 0
  const record = {
    sent,
    sentByIdentifier: Effect.map(fake.log, ({ accepted }) => {
      const counts = new Map<string, number>()
      for (const { to } of accepted) counts.set(to, (counts.get(to) ?? 0) + 1)
      return counts
    }),
    newSends: Effect.map(
      Effect.delay(
        Effect.suspend(() => fake.logFrom(position)),
        "5 millis"
      ),
      ({ accepted }) => {
        position += accepted.length
        return accepted.length
      }
    )
  }

  return {
    env,
    record,
    connect: (fleet) => Effect.flatMap(balance(fleet), fake.deliverTo)
  }
})

/** Passes webhooks on to a server that is alive, as a load balancer does; one that dies meanwhile is a 502. */
const balance = Effect.fnUntraced(function* ({ someServer }: Fleet) {
  const balancer = createServer((request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => {
      const signature = request.headers["x-hub-signature-256"]
      const init = {
        method: "POST",
        body: Buffer.concat(chunks),
        headers: { "content-type": "application/json", "x-hub-signature-256": String(signature) }
      }
      const passed = Effect.flatMap(someServer, ({ url }) =>
        Effect.promise(() => fetch(`${url}/channels/whatsapp/webhook`, init).then(({ status }) => status))
      )
      Effect.runPromise(passed).then(
        (status) => void response.writeHead(status).end(),
        () => void response.writeHead(502).end()
      )
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void balancer.listen(0, "127.0.0.1", () => resolve()))),
    () => Effect.sync(() => balancer.close().closeAllConnections())
  )
  const address = balancer.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
})
