import { Effect, Schema } from "effect"
import { startFake } from "../../../packages/channel-whatsapp/src/testing.ts"
import { expectJson } from "../Client.ts"
import { counted } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { acceptBroadcast, broadcastNow, startServer } from "../Server.ts"

const Unknown = Schema.Struct({ recipients: Schema.Array(Schema.Struct({ identifier: Schema.String })) })

const account = {
  phoneNumberId: "111",
  businessAccountId: "222",
  displayPhoneNumber: "+49 30 90180",
  token: "graph-token",
  appSecret: "app-secret"
}

const template = {
  id: "1",
  name: "news",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  parameter_format: "POSITIONAL",
  components: [{ type: "BODY", text: "News for you." }]
}

/** How often the process is suspended, and for how many seconds. */
const [stalls, stallFor] = [5, 7]

/** Maximum messages with running requests at each suspension: two groups of sends. */
const underWay = 2 * 400

/** Suspends the process while it sends, and lets the platform close idle connections. */
export const stalled: Scenario = {
  name: "stalls",
  about:
    "a process stands still for 7 s five times while it sends 10,000 messages to a platform that closes connections after an idle second; by the platform's journal everybody got one message, or is counted as unknown because a request was under way",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const fake = yield* startFake({ accounts: [account], templates: [template], closesIdleAfter: 1_000 })
      const server = yield* startServer(database, {
        ROLLCALL_CHANNEL: "whatsapp",
        ROLLCALL_SEND_RATE: "800",
        ROLLCALL_WHATSAPP_GRAPH_URL: fake.url,
        ROLLCALL_WHATSAPP_TOKEN: account.token,
        ROLLCALL_WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
        ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID: account.businessAccountId,
        ROLLCALL_WHATSAPP_APP_SECRET: account.appSecret,
        ROLLCALL_WHATSAPP_VERIFY_TOKEN: "verify-token"
      })
      const count = Math.ceil(10_000 * share)
      const recipients = Array.from({ length: count }, (_, index) => ({
        identifier: String(4_915_100_000_000 + index)
      }))
      const request = { channel_type: "chatapp", name: "stalls", template_name: "news", from: "493090180", recipients }
      const uuid = yield* acceptBroadcast(server, JSON.stringify(request))
      const details = broadcastNow(server, uuid)
      for (let stall = 1; stall <= stalls; stall++) {
        // The suspensions are spread over the messages, so that each occurs during the sending.
        const reached = (count * stall) / (stalls + 1)
        yield* Effect.repeat(Effect.delay(details, "20 millis"), { until: ({ sent }) => sent >= reached })
        process.kill(server.pid, "SIGSTOP")
        yield* Effect.sleep(stallFor * 1_000)
        process.kill(server.pid, "SIGCONT")
      }
      const end = yield* Effect.repeat(Effect.delay(details, "200 millis"), {
        until: ({ status }) => status !== "sending"
      })
      const unknown = new Set<string>()
      for (let offset = 1; ; offset += 1_000) {
        const page = yield* server.send(
          "GET",
          `/broadcasts/${uuid}/recipients?reason=unknown&limit=1000&offset=${offset}`
        )
        const found = (yield* expectJson(200, Unknown)(page)).recipients
        for (const { identifier } of found) unknown.add(identifier)
        if (found.length < 1_000) break
      }
      const journal = new Map<string, number>()
      for (const { to } of (yield* fake.log).accepted) journal.set(to, (journal.get(to) ?? 0) + 1)
      const howMany = (isTrue: (read: number, isUnknown: boolean) => boolean) =>
        recipients.filter(({ identifier }) => isTrue(journal.get(identifier) ?? 0, unknown.has(identifier))).length
      const [several, lost, unread] = [
        howMany((read) => read > 1),
        howMany((read, isUnknown) => read === 0 && !isUnknown),
        howMany((read, isUnknown) => read === 0 && isUnknown)
      ]
      const figures = [
        counted("completed", end.status === "completed" ? 1 : 0, 1),
        counted("got several", several),
        counted("got none, and are not unknown", lost),
        counted("unknown", unknown.size, 0, stalls * underWay),
        counted("unknown, and never read by the platform", unread),
        counted("counted as unknown", end.reasons["unknown"] ?? 0, unknown.size),
        counted("counted as sent", end.sent, count - unknown.size)
      ]
      return [{ name: `${count} messages, ${stalls} stalls`, figures }]
    })
  )
}
