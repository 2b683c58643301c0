import { noBroadcast, reminders, tooLong, type Step } from "./Step.ts"

const broadcast = {
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "appointment_reminder",
  from: "493090180",
  parameters: { body_order: ["name", "time"] },
  recipients: [
    {
      identifier: "4930901820",
      client_reference: "appointment-1",
      parameters: { body: { name: "Zoë", time: "9:30" } }
    },
    {
      identifier: "4930900001",
      client_reference: "appointment-2",
      parameters: { body: { name: "Ada", time: "10:00" } }
    }
  ]
}
const validation = {
  ...broadcast,
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
}

/** The same to contacts: everybody with a number, by their first names. */
const { recipients: _, ...toContacts } = {
  ...broadcast,
  audience: {
    include: [{ search: { advanced_search: [{ field: "phone_number", operator: "exists" }] } }],
    parameters: { body: { name: { field: "first_name", fallback: "there" }, time: { value: "9:30" } } }
  }
}

/** Templates, broadcasts and what became of them. */
export const broadcastSteps: ReadonlyArray<Step> = [
  {
    operation: "templates.list",
    summary: "The first two",
    query: { limit: 2 },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "broadcasts.validate",
    summary: "A reminder",
    body: validation,
    status: 200,
    error: { summary: "No such template", body: { ...validation, template_name: "appointment" }, status: 404 }
  },
  {
    operation: "broadcasts.create",
    summary: "Two reminders",
    body: { ...broadcast, client_unique_identifier: "reminders-of-monday" },
    status: 202,
    keep: ["reminders", "uuid"],
    error: { summary: "No recipient", body: { ...broadcast, recipients: [] }, status: 400 }
  },
  {
    operation: "broadcasts.details",
    summary: "One was read, and one could not be delivered",
    after: "1 minute",
    path: reminders,
    status: 200,
    error: noBroadcast
  },
  { operation: "broadcasts.series", summary: "Minute by minute", path: reminders, status: 200, error: noBroadcast },
  { operation: "broadcasts.recipients", summary: "One by one", path: reminders, status: 200, error: noBroadcast },
  {
    operation: "broadcasts.statuses",
    summary: "The statuses of one appointment",
    body: { filters: { clientReferences: ["appointment-2"] }, limit: 10, offset: 0 },
    status: 200,
    error: { summary: "No filter", body: { filters: {}, limit: 10, offset: 0 }, status: 400 }
  },
  {
    operation: "broadcasts.test",
    summary: "To a colleague",
    path: reminders,
    body: { identifiers: ["4930900099"], parameters: { body: { 1: "Zoë", 2: "9:30" } } },
    status: 200,
    error: { summary: "No number", body: { identifiers: [] }, status: 400 }
  },
  {
    operation: "broadcasts.retry",
    summary: "The recipient who was not reached",
    path: reminders,
    body: { reasons: ["undeliverable"], name: "Reminders once more", client_unique_identifier: "reminders-again" },
    status: 202,
    error: { summary: "No reason", body: { reasons: [] }, status: 400 }
  },
  {
    operation: "broadcasts.estimate",
    summary: "Everybody with a number",
    body: toContacts,
    status: 200,
    error: {
      summary: "A typo in a name",
      body: { ...toContacts, audience: { ...toContacts.audience, exlude: [] } },
      status: 400
    }
  },
  {
    operation: "broadcasts.create",
    summary: "To everybody with a number",
    body: { ...toContacts, expect: { recipients: 1 } },
    status: 202
  },
  {
    operation: "broadcasts.create",
    summary: "A broadcast that is sent later",
    body: { ...broadcast, name: "More reminders", scheduled_for: "2027-03-02T09:00:00Z" },
    status: 202,
    keep: ["later", "uuid"]
  },
  {
    operation: "broadcasts.cancel",
    summary: "Before it is sent",
    path: { uuid: "$later" },
    status: 200,
    error: { summary: "It is sent already", path: reminders, status: 400 }
  },
  {
    operation: "broadcasts.create",
    summary: "A broadcast that is paused while it is sent",
    body: { ...broadcast, name: "Reminders in between" },
    status: 202,
    keep: ["between", "uuid"]
  },
  {
    operation: "broadcasts.pause",
    summary: "While it is sent",
    path: { uuid: "$between" },
    status: 200,
    error: { summary: "It is cancelled", path: { uuid: "$later" }, status: 400 }
  },
  {
    operation: "broadcasts.dismissOptOuts",
    summary: "It was a fault of the provider",
    held: "$between",
    path: { uuid: "$between" },
    status: 200,
    error: { summary: "None are held", path: { uuid: "$later" }, status: 400 }
  },
  {
    operation: "broadcasts.applyOptOuts",
    summary: "They have opted out after all",
    path: { uuid: "$between" },
    status: 200,
    error: { summary: "None are held", path: { uuid: "$later" }, status: 400 }
  },
  {
    operation: "broadcasts.resume",
    summary: "After a while",
    path: { uuid: "$between" },
    status: 200,
    error: { summary: "It is cancelled", path: { uuid: "$later" }, status: 400 }
  },
  {
    operation: "broadcasts.list",
    summary: "Broadcasts that were sent",
    query: { status: "completed" },
    status: 200,
    error: { ...tooLong, status: 400 }
  },
  {
    operation: "events.read",
    summary: "Events of broadcasts",
    query: { types: "broadcast.completed,broadcast.cancelled" },
    status: 200,
    keep: ["last", "next"],
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "events.stream",
    summary: "New events of broadcasts, with the counters of one broadcast",
    query: { types: "broadcast.completed,broadcast.cancelled", broadcast: "$reminders" },
    status: 200,
    error: { summary: "An invalid cursor", query: { after: "yesterday" }, status: 422 }
  }
]
