import { assert, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { createHmac } from "node:crypto"
import { ask, call, Contact, live } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"

const secret = "the secret of the app"
const env = {
  ROLLCALL_CHANNEL: "whatsapp",
  ROLLCALL_WHATSAPP_TOKEN: "the-access-token",
  ROLLCALL_WHATSAPP_PHONE_NUMBER_ID: "111",
  ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID: "222",
  ROLLCALL_WHATSAPP_APP_SECRET: secret.replaceAll(" ", "-"),
  ROLLCALL_WHATSAPP_VERIFY_TOKEN: "verify-me",
  ROLLCALL_WHATSAPP_GRAPH_URL: "http://127.0.0.1:9",
  ROLLCALL_STOP_WORDS: "Genug, no more"
}

/** A report of messages from a number, as the Cloud API makes it. */
const reportOf = (texts: ReadonlyArray<string>) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "222",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "493090180", phone_number_id: "111" },
              messages: texts.map((body, n) => ({
                from: "4915112345678",
                id: `wamid.${n}`,
                timestamp: "1700000000",
                type: "text",
                text: { body }
              }))
            }
          }
        ]
      }
    ]
  })

const signed = (body: string) =>
  `sha256=${createHmac("sha256", env.ROLLCALL_WHATSAPP_APP_SECRET).update(body).digest("hex")}`

it.live("C8, B22: a signed report of a stop message opts the contact out, and an unsigned report does not", () =>
  Effect.gen(function* () {
    const server = yield* hostServer({ folder: yield* temporaryFolder, env })
    const contact = yield* ask(server, ["POST", "/v1/contacts", { phone_number: "+49 151 12345678" }], [201, Contact])
    const url = `${server.url}/channels/whatsapp/webhook`
    const post = (body: string, signature: string) =>
      Effect.promise(() => fetch(url, { method: "POST", body, headers: { "x-hub-signature-256": signature } }))
    const verified = yield* Effect.promise(() =>
      fetch(`${url}?hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=42`).then((answer) => answer.text())
    )
    assert.strictEqual(verified, "42")

    const body = reportOf(["When are you open?", " GENUG "])
    assert.strictEqual((yield* post(body, signed("another body"))).status, 403)
    const isOut = Effect.map(
      call(server, "GET", `/v1/contacts/${contact.uuid}/opt-out`),
      (answer) => Schema.decodeUnknownSync(Schema.Struct({ opted_out: Schema.Boolean }))(answer.body).opted_out
    )
    assert.isFalse(yield* isOut)
    assert.strictEqual((yield* post(body, signed(body))).status, 200)
    assert.isTrue(
      yield* isOut.pipe(Effect.repeat({ until: (out) => out, schedule: Schedule.spaced("20 millis"), times: 500 }))
    )
    assert.notInclude(yield* server.logged, "12345678")
  }).pipe(Effect.provide(live))
)
