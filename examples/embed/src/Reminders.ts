import { Workspaces, Broadcasts, Contacts, Deliveries, systemCaller } from "@rollcall/core"
import { Effect, Schedule } from "effect"

/** Creates a contact, finds it by its name, sends it a reminder, and returns the message's outcome. */
export const remind = Effect.gen(function* () {
  const [contacts, broadcasts, deliveries] = [yield* Contacts, yield* Broadcasts, yield* Deliveries]
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")
  yield* contacts.create(systemCaller(workspace), {
    firstName: "Søren",
    lastName: "Kjær",
    phoneNumber: "+45 33 12 47 11"
  })

  const page = { limit: 100, offset: 0 }
  const found = yield* contacts.search(systemCaller(workspace), { searchTerm: "KJÆR" }, page)
  const { uuid } = yield* broadcasts.create(systemCaller(workspace), {
    channelType: "chatapp",
    name: "Reminders",
    templateName: "appointment_reminder",
    from: "493090180",
    parameters: { bodyOrder: ["name", "time"] },
    recipients: found.items.map(({ firstName, phoneNumber }) => ({
      identifier: phoneNumber ?? "",
      parameters: { body: { name: firstName ?? "you", time: "9:30" } }
    }))
  })

  const isRead = Effect.map(deliveries.get(systemCaller(workspace), uuid), ({ counters }) => counters.read === 1)
  yield* Effect.repeat(isRead, { schedule: Schedule.spaced("100 millis"), until: (read) => read })
  return (yield* deliveries.recipients(systemCaller(workspace), uuid, {}, page)).items
})
