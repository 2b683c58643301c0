import { AccessTokens, ActorUuid, Broadcasts, Contacts, Deliveries, nextId, wireStatus } from "@rollcall/core"
import { Effect, Schedule } from "effect"

const people = [
  { firstName: "Zoë", lastName: "Müller", phoneNumber: "+49 30 901820001" },
  { firstName: "أمينة", lastName: "حداد", phoneNumber: "00971 4 330 4711" },
  { firstName: "Søren", lastName: "Müller-Kjær", phoneNumber: "45 33 12 47 11" },
  { firstName: "小明", lastName: "王", email: "ming@example.org" }
]

/** Keeps a few contacts, finds those with a number and a name like Müller, and reminds them of their appointment. */
export const remind = Effect.gen(function* () {
  const [contacts, broadcasts, tokens] = [yield* Contacts, yield* Broadcasts, yield* AccessTokens]
  const deliveries = yield* Deliveries
  const workspace = (yield* tokens.ensureWorkspace("clinic")).uuid
  yield* Effect.forEach(people, (person) => contacts.create(workspace, person))

  const { items } = yield* contacts.search(
    workspace,
    { searchTerm: "müller", advancedSearch: [{ field: "phoneNumber", operator: "exists" }] },
    { limit: 100, offset: 0 }
  )
  const { uuid } = yield* broadcasts.create(
    { workspace, actor: ActorUuid.make(yield* nextId) },
    {
      channelType: "chatapp",
      name: "Reminders",
      templateName: "appointment_reminder",
      locale: "en",
      validUntil: null,
      scheduledFor: null,
      from: "493090180",
      version: null,
      clientUniqueIdentifier: null,
      parameters: { header: null, bodyOrder: ["name", "time"], buttonOrder: [], cards: null },
      recipients: items.map(({ firstName, phoneNumber }) => ({
        identifier: (phoneNumber ?? "").replace(/\D/g, ""),
        clientReference: null,
        parameters: { header: null, body: { name: firstName ?? "you", time: "9:30" }, button: null, cards: null }
      }))
    }
  )

  yield* deliveries.details(workspace, uuid).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("100 millis"),
      until: ({ counters }) => counters.read + counters.failed === counters.recipients
    })
  )
  const recipients = yield* deliveries.recipients(workspace, uuid, null, { limit: 100, offset: 0 })
  return recipients.items.map(({ error, identifier, status }) => ({ identifier, status: wireStatus(status), error }))
})
