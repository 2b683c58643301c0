import { type FakeOptions, type FakeProcess, startFake } from "@rollcall/channel-whatsapp/testing"
import { Console, Effect, type Scope } from "effect"
import { DemoFailed } from "./DemoFailed.ts"
import { count, green, red, table } from "./Screen.ts"

/** The channel of the demo's messages: the simulator, or WhatsApp with a fake platform. */
export type ChannelName = "simulator" | "whatsapp"

/** The fake platform, and the server's settings for it. */
export interface Platform {
  readonly fake: FakeProcess
  readonly environment: { readonly [variable: string]: string }
}

const account = {
  phoneNumberId: "106540352242922",
  businessAccountId: "102290129340398",
  displayPhoneNumber: "+44 7700 900000",
  token: "token-of-the-demo",
  appSecret: "secret-of-the-demo"
}

const template = {
  id: "594425479261596",
  name: "appointment_reminder",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  parameter_format: "POSITIONAL",
  components: [
    { type: "BODY", text: "Dear {{1}}, we expect you at your appointment {{2}}." },
    { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "I will be there" }] }
  ]
}

/**
 * The simulated failures, by a number's last digits: half of all responses get lost, some messages are rejected at
 * first, and a few fail later. Receipts arrive within milliseconds, out of order and twice.
 */
const script = {
  rules: [
    { to: "13", receipts: [{ failed: 131026 }] },
    { to: "27", receipts: ["sent" as const, { failed: 131049 }] },
    { to: "41", receipts: ["sent" as const, "delivered" as const] },
    { to: "4", times: 1, refuse: { status: 500, code: 131016 } },
    { to: "6", times: 1, refuse: { status: 429, code: 130429, retryAfter: 1 } },
    ...["1", "3", "5", "7", "9"].map((to) => ({ to, lose: "close" as const }))
  ],
  receiptAfter: 150,
  reorder: true,
  deliveries: 2,
  milliseconds: true
}

/** Starts a fake platform in a separate process. No request leaves this machine. */
export const startPlatform: Effect.Effect<Platform, never, Scope.Scope> = Effect.gen(function* () {
  const options: typeof FakeOptions.Encoded = { accounts: [account], templates: [template], script }
  const fake = yield* startFake(options)
  return {
    fake,
    environment: {
      ROLLCALL_CHANNEL: "whatsapp",
      ROLLCALL_WHATSAPP_TOKEN: account.token,
      ROLLCALL_WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
      ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID: account.businessAccountId,
      ROLLCALL_WHATSAPP_APP_SECRET: account.appSecret,
      ROLLCALL_WHATSAPP_VERIFY_TOKEN: "verified-by-the-demo",
      ROLLCALL_WHATSAPP_GRAPH_URL: fake.url
    }
  }
})

/** Shows the platform's log, and fails if the platform accepted more than one message for a recipient. */
export const showPlatform = Effect.fnUntraced(function* ({ fake }: Platform) {
  const { accepted, connections, refused, requests, webhooks } = yield* fake.log
  yield* table(
    ["The platform saw", "How many"],
    [
      ["requests", requests],
      ["connections", connections],
      ...Object.entries(refused).map(([code, times]) => [`refusals with code ${code}`, times] as const),
      ["messages accepted", accepted.length],
      ["webhooks taken by the server", webhooks.answered]
    ]
  )
  const twice = accepted.length - new Set(accepted.map(({ to }) => to)).size
  if (twice > 0) return yield* new DemoFailed({ message: red(`${count(twice)} recipients got a message twice`) })
  yield* Console.log(`  ${green("No recipient got a message twice")}, although half of all answers got lost.`)
})
