import type { Scope } from "@rollcall/core"
import { Schema } from "effect"
import { Invalid } from "../src/errors/ContactsErrors.ts"
import { type Answer, uuid } from "./App.ts"

/** An operation that needs a token, and a request for it that is in order. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly area: "contacts" | "broadcasts"
  readonly scope: Scope
  readonly json?: unknown
}

export const broadcastJson = {
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "appointment_reminder",
  from: "31200000000",
  parameters: { body_order: ["name", "time"] },
  recipients: [{ identifier: "31612345678", parameters: { body: { name: "Zoë", time: "10:30" } } }]
}

const customField = { name: "Shoe size", field_type: "number:integer", editable: true, sensitive: false, icon: null }

const customFields: ReadonlyArray<Endpoint> = [
  { method: "GET", path: "/v1/custom-fields", area: "contacts", scope: "contacts:read" },
  { method: "POST", path: "/v1/custom-fields", area: "contacts", scope: "contacts:write", json: customField },
  { method: "GET", path: `/v1/custom-fields/${uuid}`, area: "contacts", scope: "contacts:read" },
  { method: "PATCH", path: `/v1/custom-fields/${uuid}`, area: "contacts", scope: "contacts:write", json: customField },
  { method: "DELETE", path: `/v1/custom-fields/${uuid}`, area: "contacts", scope: "contacts:write" },
  { method: "GET", path: `/v1/contacts/${uuid}/custom-fields`, area: "contacts", scope: "contacts:read" },
  {
    method: "POST",
    path: `/v1/contacts/${uuid}/custom-fields`,
    area: "contacts",
    scope: "contacts:write",
    json: { custom_field_uuid: uuid, value: 41 }
  },
  {
    method: "PATCH",
    path: `/v1/contacts/${uuid}/custom-fields`,
    area: "contacts",
    scope: "contacts:write",
    json: { custom_fields: { shoe_size: 41 } }
  },
  { method: "DELETE", path: `/v1/contacts/${uuid}/custom-fields/${uuid}`, area: "contacts", scope: "contacts:write" }
]

const rows = { contacts: [{ email: "zoe@example.org" }] }

const contactImports: ReadonlyArray<Endpoint> = [
  { method: "POST", path: "/v1/contacts/bulk", area: "contacts", scope: "contacts:write", json: rows },
  { method: "GET", path: `/v1/contacts/bulk/${uuid}`, area: "contacts", scope: "contacts:read" },
  { method: "GET", path: `/v1/contacts/bulk/${uuid}/rows`, area: "contacts", scope: "contacts:read" }
]

const members = { contact_uuids: [uuid] }
const note = { title: "Call", content: { text: "Asked about Monday." } }

const contactLists: ReadonlyArray<Endpoint> = [
  { method: "GET", path: "/v1/contact-lists", area: "contacts", scope: "contacts:read" },
  { method: "POST", path: "/v1/contact-lists", area: "contacts", scope: "contacts:write", json: { name: "Regulars" } },
  { method: "GET", path: `/v1/contact-lists/${uuid}`, area: "contacts", scope: "contacts:read" },
  { method: "PATCH", path: `/v1/contact-lists/${uuid}`, area: "contacts", scope: "contacts:write", json: {} },
  { method: "DELETE", path: `/v1/contact-lists/${uuid}`, area: "contacts", scope: "contacts:write" },
  { method: "GET", path: `/v1/contact-lists/${uuid}/contacts`, area: "contacts", scope: "contacts:read" },
  ...["POST", "DELETE"].map((method): Endpoint => {
    const path = `/v1/contact-lists/${uuid}/contacts`
    return { method, path, area: "contacts", scope: "contacts:write", json: members }
  }),
  { method: "GET", path: `/v1/contacts/${uuid}/contact-lists`, area: "contacts", scope: "contacts:read" }
]

const notes: ReadonlyArray<Endpoint> = [
  { method: "GET", path: `/v1/contacts/${uuid}/notes`, area: "contacts", scope: "contacts:read" },
  { method: "POST", path: `/v1/contacts/${uuid}/notes`, area: "contacts", scope: "contacts:write", json: note },
  { method: "GET", path: `/v1/contacts/${uuid}/notes/${uuid}`, area: "contacts", scope: "contacts:read" },
  { method: "PUT", path: `/v1/contacts/${uuid}/notes/${uuid}`, area: "contacts", scope: "contacts:write", json: note },
  { method: "DELETE", path: `/v1/contacts/${uuid}/notes/${uuid}`, area: "contacts", scope: "contacts:write" }
]

export const endpoints: ReadonlyArray<Endpoint> = [
  ...customFields,
  ...contactImports,
  ...contactLists,
  ...notes,
  { method: "GET", path: "/v1/contacts", area: "contacts", scope: "contacts:read" },
  { method: "POST", path: "/v1/contacts/search", area: "contacts", scope: "contacts:read", json: {} },
  { method: "POST", path: "/v1/contacts", area: "contacts", scope: "contacts:write", json: { email: "a@b.c" } },
  { method: "GET", path: `/v1/contacts/${uuid}`, area: "contacts", scope: "contacts:read" },
  { method: "PATCH", path: `/v1/contacts/${uuid}`, area: "contacts", scope: "contacts:write", json: {} },
  { method: "POST", path: "/broadcasts", area: "broadcasts", scope: "broadcasts:write", json: broadcastJson },
  { method: "POST", path: "/broadcasts/validate", area: "broadcasts", scope: "broadcasts:read", json: broadcastJson },
  {
    method: "POST",
    path: "/broadcasts/message_statuses",
    area: "broadcasts",
    scope: "broadcasts:read",
    json: { filters: { broadcastUuid: uuid }, limit: 10, offset: 0 }
  },
  { method: "POST", path: `/broadcasts/${uuid}/cancel`, area: "broadcasts", scope: "broadcasts:write" },
  { method: "GET", path: `/broadcasts/${uuid}`, area: "broadcasts", scope: "broadcasts:read" },
  { method: "GET", path: `/broadcasts/${uuid}/recipients`, area: "broadcasts", scope: "broadcasts:read" }
]

/** An error as the area of an endpoint writes it. */
export const envelope = (area: Endpoint["area"], message: string, details: unknown) =>
  area === "contacts" ? { error: { message, details } } : { message, details }

/** The kind, place and field of each issue of a 422; anything else than a 422 of the Contacts area throws. */
export const issuesOf = (answer: Answer): ReadonlyArray<readonly [type: string, place: string, field: string]> => {
  if (answer.status !== 422) throw new Error(`${answer.status} ${answer.text}`)
  const { error } = decodeInvalid(answer.json)
  return error.details.errors.map(({ field, in: place, type }) => [type, place, field])
}

const decodeInvalid = Schema.decodeUnknownSync(Invalid)
