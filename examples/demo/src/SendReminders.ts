import { Console, Effect, Schema } from "effect"
import { type Client, expect } from "./Client.ts"
import { DemoFailed } from "./DemoFailed.ts"
import { count, green, progress, yellow } from "./Screen.ts"
import type { Contact } from "./Searches.ts"

const Accepted = Schema.Struct({
  uuid: Schema.String,
  recipients: Schema.Int,
  rejected_recipients: Schema.Int
})

const Details = Schema.Struct({
  status: Schema.String,
  recipients: Schema.Int,
  sent: Schema.Int,
  delivered: Schema.Int,
  read: Schema.Int,
  rejected: Schema.Int,
  failed: Schema.Int
})
export type Details = typeof Details.Type

/** Sends a reminder to every contact. */
export const sendReminders = Effect.fnUntraced(function* (client: Client, contacts: ReadonlyArray<Contact>) {
  const accepted = yield* client
    .post("/broadcasts", {
      channel_type: "chatapp",
      name: "Appointment reminders",
      template_name: "appointment_reminder",
      from: "447700900000",
      client_unique_identifier: "demo-reminders",
      parameters: { body_order: ["name", "appointment"] },
      recipients: contacts.map((contact) => ({
        identifier: (contact.phone_number ?? "").replace(/\D/g, ""),
        client_reference: contact.external_contact_id,
        parameters: {
          body: {
            name: contact.first_name ?? contact.last_name ?? "you",
            appointment: contact.external_contact_id ?? "your appointment"
          }
        }
      }))
    })
    .pipe(Effect.flatMap(expect(202, Accepted)))
  yield* Console.log(
    `  ${green(`${count(accepted.recipients)} recipients accepted`)}, ` +
      yellow(`${count(accepted.rejected_recipients)} refused`)
  )
  return accepted
})

/** The number of unchanged rounds after which no more receipts are expected. Receipts take a second, retries a few. */
const quietRounds = 20

/** Follows a broadcast until it is complete and no receipt has arrived for a while. */
export const follow = Effect.fnUntraced(function* (client: Client, uuid: string, recipients: number) {
  const advance = yield* progress(recipients, "sent")
  let quiet = 0
  let before = ""
  for (;;) {
    const details = yield* client.get(`/broadcasts/${uuid}`).pipe(Effect.flatMap(expect(200, Details)))
    yield* checkCounters(details)
    yield* advance(details.sent, `${count(details.delivered)} delivered, ${count(details.read)} read`)
    const now = JSON.stringify(details)
    quiet = now === before ? quiet + 1 : 0
    before = now
    if (details.status === "completed" && (details.read === recipients || quiet >= quietRounds)) return details
    if (quiet >= 100) return yield* new DemoFailed({ message: `nothing moves any more: ${now}` })
    yield* Effect.sleep("100 millis")
  }
}, Effect.scoped)

/** Fails unless read <= delivered <= sent <= recipients. */
const checkCounters = (details: Details) =>
  details.read <= details.delivered && details.delivered <= details.sent && details.sent <= details.recipients
    ? Effect.void
    : Effect.fail(new DemoFailed({ message: `the counters contradict each other: ${JSON.stringify(details)}` }))
