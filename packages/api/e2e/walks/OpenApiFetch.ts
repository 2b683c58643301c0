import createClient from "openapi-fetch"
import type { paths } from "../generated/OpenApiTypescript.ts"
import { expect, server } from "./Server.ts"

/** The first broadcast by a client of `openapi-typescript` and `openapi-fetch`. */
const { baseUrl, token } = server()
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

const created = await client.POST("/v1/contacts", {
  body: { first_name: "Zoë", last_name: "Müller", phone_number: "+49 30 901820" }
})
expect(created.response.status, 201)
expect(created.data?.phone_number, "+49 30 901820")

const refused = await client.POST("/v1/contacts", { body: { first_name: "Zoë" } })
expect(refused.response.status, 422)
expect(refused.error?.error.message, "422 UNPROCESSABLE ENTITY")
if (refused.error?.error.message === "422 UNPROCESSABLE ENTITY") {
  expect(refused.error.error.details.errors[0]?.type, "missing")
}

const found = await client.POST("/v1/contacts/search", {
  params: { query: { limit: 5 } },
  body: { search_term: "müller", advanced_search: [{ field: "phone_number", operator: "exists" }] }
})
expect(found.data?.contacts[0]?.uuid, created.data?.uuid)

const accepted = await client.POST("/broadcasts", {
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
expect(accepted.response.status, 202)
const path = { uuid: accepted.data?.uuid ?? "" }
const details = await client.GET("/broadcasts/{uuid}", { params: { path } })
expect(details.data?.recipients, 2)
const recipients = await client.GET("/broadcasts/{uuid}/recipients", { params: { path } })
expect(recipients.data?.recipients[1]?.identifier, "4930900001")
