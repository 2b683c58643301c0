import {
  broadcastsCreate,
  broadcastsDetails,
  broadcastsRecipients,
  contactsCreate,
  contactsSearch
} from "../generated/hey-api"
import { client } from "../generated/hey-api/client.gen"
import { expect, server } from "./Server.ts"

/** The first broadcast by a client of `@hey-api/openapi-ts`. */
const { baseUrl, token } = server()
client.setConfig({ baseUrl, auth: token })

const created = await contactsCreate({
  body: { first_name: "Zoë", last_name: "Müller", phone_number: "+49 30 901820" }
})
expect(created.response?.status, 201)
expect(created.data?.phone_number, "+49 30 901820")

const refused = await contactsCreate({ body: { first_name: "Zoë" } })
expect(refused.response?.status, 422)
expect(refused.error?.error.message, "422 UNPROCESSABLE ENTITY")
if (refused.error?.error.message === "422 UNPROCESSABLE ENTITY") {
  expect(refused.error.error.details.errors[0]?.type, "missing")
}

const found = await contactsSearch({
  query: { limit: 5 },
  body: { search_term: "müller", advanced_search: [{ field: "phone_number", operator: "exists" }] }
})
expect(
  found.data?.contacts.some(({ uuid }) => uuid === created.data?.uuid),
  true
)

const accepted = await broadcastsCreate({
  body: {
    channel_type: "chatapp",
    name: "Reminders",
    template_name: "appointment_reminder",
    from: "493090180",
    parameters: { body_order: ["name", "time"] },
    recipients: [
      { identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } },
      { identifier: "4930900001", parameters: { body: { name: "Ada", time: "10:00" } } }
    ]
  }
})
expect(accepted.response?.status, 202)
const path = { uuid: accepted.data?.uuid ?? "" }
const details = await broadcastsDetails({ path })
expect(details.data?.recipients, 2)
const recipients = await broadcastsRecipients({ path })
expect(recipients.data?.recipients[1]?.identifier, "4930900001")
