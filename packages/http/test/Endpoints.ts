import { ContactsErrors } from "@rollcall/api"
import type { Scope } from "@rollcall/core"
import { Schema } from "effect"
import { type Answer, uuid } from "./App.ts"

/** An operation that needs a token, and a request for it that is in order. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly area: "contacts" | "broadcasts"
  /** The scopes that it needs, all of them. */
  readonly scopes: ReadonlyArray<Scope>
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

/** The same to the contacts on a list. */
export const audienceJson = {
  channel_type: broadcastJson.channel_type,
  name: broadcastJson.name,
  template_name: broadcastJson.template_name,
  from: broadcastJson.from,
  audience: { include: [{ contact_list_uuid: uuid }] }
}

const customField = { name: "Shoe size", field_type: "number:integer", editable: true, sensitive: false, icon: null }

const members = { contact_uuids: [uuid] }
const note = { title: "Call", content: { text: "Asked about Monday." } }

const sending = ["webhooks:write", "events:read"] as const

const operations: ReadonlyArray<
  readonly [method: string, path: string, scopes: Scope | ReadonlyArray<Scope>, json?: unknown]
> = [
  ["GET", "/v1/custom-fields", "contacts:read"],
  ["POST", "/v1/custom-fields", "contacts:write", customField],
  ["GET", `/v1/custom-fields/${uuid}`, "contacts:read"],
  ["PATCH", `/v1/custom-fields/${uuid}`, "contacts:write", customField],
  ["DELETE", `/v1/custom-fields/${uuid}`, "contacts:write"],
  ["POST", `/v1/custom-fields/${uuid}/unarchive`, "contacts:write"],
  ["GET", `/v1/contacts/${uuid}/custom-fields`, "contacts:read"],
  ["POST", `/v1/contacts/${uuid}/custom-fields`, "contacts:write", { custom_field_uuid: uuid, value: 41 }],
  ["PATCH", `/v1/contacts/${uuid}/custom-fields`, "contacts:write", { custom_fields: { shoe_size: 41 } }],
  ["DELETE", `/v1/contacts/${uuid}/custom-fields/${uuid}`, "contacts:write"],
  ["POST", "/v1/contacts/bulk", "contacts:write", { contacts: [{ email: "zoe@example.org" }] }],
  ["POST", "/v1/contacts/bulk/preview", "contacts:read", { contacts: [{ email: "zoe@example.org" }] }],
  ["GET", "/v1/contacts/bulk", "contacts:read"],
  ["POST", `/v1/contacts/bulk/${uuid}/undo`, "contacts:write"],
  ["GET", `/v1/contacts/bulk/${uuid}`, "contacts:read"],
  ["GET", `/v1/contacts/bulk/${uuid}/rows`, "contacts:read"],
  ["GET", "/v1/contact-lists", "contacts:read"],
  ["POST", "/v1/contact-lists", "contacts:write", { name: "Regulars" }],
  ["GET", `/v1/contact-lists/${uuid}`, "contacts:read"],
  ["PATCH", `/v1/contact-lists/${uuid}`, "contacts:write", {}],
  ["DELETE", `/v1/contact-lists/${uuid}`, "contacts:write"],
  ["POST", `/v1/contact-lists/${uuid}/unarchive`, "contacts:write"],
  ["GET", `/v1/contact-lists/${uuid}/contacts`, "contacts:read"],
  ["POST", `/v1/contact-lists/${uuid}/contacts`, "contacts:write", members],
  ["DELETE", `/v1/contact-lists/${uuid}/contacts`, "contacts:write", members],
  ["GET", `/v1/contact-lists/${uuid}/additions/${uuid}`, "contacts:read"],
  ["GET", `/v1/contacts/${uuid}/contact-lists`, "contacts:read"],
  ["GET", "/v1/segments", "contacts:read"],
  ["POST", "/v1/segments", "contacts:write", { name: "VIPs", search: {} }],
  ["GET", `/v1/segments/${uuid}`, "contacts:read"],
  ["PATCH", `/v1/segments/${uuid}`, "contacts:write", {}],
  ["DELETE", `/v1/segments/${uuid}`, "contacts:write"],
  ["GET", `/v1/segments/${uuid}/contacts`, "contacts:read"],
  ["POST", `/v1/segments/${uuid}/contains`, "contacts:read", { contact_uuid: uuid }],
  ["GET", "/v1/contacts/duplicates", "contacts:read"],
  ["POST", `/v1/contacts/${uuid}/merge`, "contacts:write", { from: uuid }],
  ["POST", `/v1/contacts/${uuid}/merge/undo`, "contacts:write", {}],
  ["GET", `/v1/contacts/${uuid}/notes`, "contacts:read"],
  ["POST", `/v1/contacts/${uuid}/notes`, "contacts:write", note],
  ["GET", `/v1/contacts/${uuid}/notes/${uuid}`, "contacts:read"],
  ["PUT", `/v1/contacts/${uuid}/notes/${uuid}`, "contacts:write", note],
  ["DELETE", `/v1/contacts/${uuid}/notes/${uuid}`, "contacts:write"],
  ["GET", "/v1/contacts", "contacts:read"],
  ["POST", "/v1/contacts/search", "contacts:read", {}],
  ["POST", "/v1/contacts", "contacts:write", { email: "a@b.c" }],
  ["GET", `/v1/contacts/${uuid}`, "contacts:read"],
  ["PATCH", `/v1/contacts/${uuid}`, "contacts:write", {}],
  ["POST", `/v1/contacts/${uuid}/archive`, "contacts:write"],
  ["POST", `/v1/contacts/${uuid}/unarchive`, "contacts:write"],
  ["DELETE", `/v1/contacts/${uuid}`, "contacts:write"],
  ["GET", "/v1/opt-outs", "contacts:read"],
  ["POST", "/v1/opt-outs/jobs", "contacts:write", { action: "opt_in", ...members }],
  ["GET", `/v1/opt-outs/jobs/${uuid}`, "contacts:read"],
  ["GET", `/v1/contacts/${uuid}/opt-out`, "contacts:read"],
  ["POST", `/v1/contacts/${uuid}/opt-out`, "contacts:write"],
  ["POST", `/v1/contacts/${uuid}/opt-in`, "contacts:write"],
  ["GET", `/v1/messages/${uuid}`, "contacts:read"],
  ["GET", `/v1/contacts/${uuid}/timeline`, "contacts:read"],
  ["GET", "/v1/events", "events:read"],
  ["GET", "/v1/events/stream", "events:read"],
  ["GET", "/v1/settings", "broadcasts:read"],
  ["PUT", "/v1/settings", "broadcasts:write", { frequency_cap: { messages: 2, days: 7 }, quiet_hours: null }],
  ["GET", "/v1/webhooks", "webhooks:read"],
  ["POST", "/v1/webhooks", sending, { url: "https://receiver.example/hooks" }],
  ["GET", `/v1/webhooks/${uuid}`, "webhooks:read"],
  ["PATCH", `/v1/webhooks/${uuid}`, sending, { url: "https://receiver.example/hooks" }],
  ["POST", `/v1/webhooks/${uuid}/rotate`, "webhooks:write"],
  ["POST", `/v1/webhooks/${uuid}/replay`, sending, {}],
  ["DELETE", `/v1/webhooks/${uuid}`, "webhooks:write"],
  ["GET", "/v1/tokens", "tokens:read"],
  ["POST", "/v1/tokens", "tokens:write", { name: "Reports", scopes: ["contacts:read"] }],
  ["DELETE", `/v1/tokens/${uuid}`, "tokens:write"],
  ["POST", "/broadcasts", "broadcasts:write", broadcastJson],
  ["GET", "/broadcasts", "broadcasts:read"],
  ["POST", "/broadcasts/validate", "broadcasts:read", broadcastJson],
  ["POST", "/broadcasts/audience", "broadcasts:write", audienceJson],
  [
    "POST",
    "/broadcasts/message_statuses",
    "broadcasts:read",
    { filters: { broadcastUuid: uuid }, limit: 10, offset: 0 }
  ],
  ["POST", `/broadcasts/${uuid}/cancel`, "broadcasts:write"],
  ["POST", `/broadcasts/${uuid}/pause`, "broadcasts:write"],
  ["POST", `/broadcasts/${uuid}/resume`, "broadcasts:write"],
  ["POST", `/broadcasts/${uuid}/opt-outs/apply`, "broadcasts:write"],
  ["POST", `/broadcasts/${uuid}/opt-outs/dismiss`, "broadcasts:write"],
  ["POST", `/broadcasts/${uuid}/retry`, "broadcasts:write", { reasons: ["capped"] }],
  ["POST", `/broadcasts/${uuid}/test`, "broadcasts:write", { identifiers: ["4930901820"] }],
  ["GET", `/broadcasts/${uuid}`, "broadcasts:read"],
  ["GET", `/broadcasts/${uuid}/series`, "broadcasts:read"],
  ["GET", `/broadcasts/${uuid}/recipients`, "broadcasts:read"],
  ["GET", "/v1/templates", "broadcasts:read"]
]

export const endpoints = operations.map(([method, path, needed, json]): Endpoint => {
  const area = path.startsWith("/broadcasts") ? "broadcasts" : "contacts"
  const scopes = typeof needed === "string" ? [needed] : needed
  return { method, path, area, scopes, ...(json !== undefined && { json }) }
})

/** Endpoints beside the names that titles of tests have for them. */
export const titled = (some: ReadonlyArray<Endpoint>) =>
  some.map((endpoint) => [`${endpoint.method} ${endpoint.path.replaceAll(uuid, "{uuid}")}`, endpoint] as const)

/** What a 403 says of the scopes that the caller lacks. */
export const lacks = (scopes: ReadonlyArray<Scope>) =>
  scopes.length === 1
    ? `The caller lacks the scope ${scopes[0]}.`
    : `The caller lacks the scopes ${scopes.join(" and ")}.`

/** An error as the area of an endpoint writes it. */
export const envelope = (area: Endpoint["area"], message: string, details: unknown) =>
  area === "contacts" ? { error: { message, details } } : { message, details }

/** The issues of a body without an identifier (C1). */
export const noIdentifier = ["external_contact_id", "email", "phone_number", "chatapp_id", "socialmsg_id"].map(
  (field) => ["missing", "body", field] as const
)

/** The kind, place and field of each issue of a 422; anything else than a 422 of the Contacts area throws. */
export const issuesOf = (answer: Answer): ReadonlyArray<readonly [type: string, place: string, field: string]> => {
  if (answer.status !== 422) throw new Error(`${answer.status} ${answer.text}`)
  const { error } = decodeInvalid(answer.json)
  return error.details.errors.map(({ field, in: place, type }) => [type, place, field])
}

const decodeInvalid = Schema.decodeUnknownSync(ContactsErrors.Invalid)
