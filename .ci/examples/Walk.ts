import type { Schema } from "effect"

/** A request of the walk. `$zoe` stands for what an earlier step kept under that name. */
export interface Request {
  readonly summary: string
  readonly path?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number }
  readonly body?: { readonly [name: string]: Schema.Json }
  /** The status that it is answered. */
  readonly status: number
}

/** A request that goes well, and one of the same operation that does not. */
interface Step extends Request {
  /** The operation, by its id. A later step of the same operation is no example, and only goes on with the walk. */
  readonly operation: string
  /** How much time passes before. */
  readonly after?: "1 minute"
  /** What the answer is kept as: a name, and the member of the answer that is kept. */
  readonly keep?: readonly [name: string, member: string]
  /** What it leaves out of the successful request and does not change is the same. */
  readonly error?: Request
}

const unknown = "00000000-0000-4000-8000-000000000000"

const zoe = { contact_uuid: "$zoe" }
const shoeSize = { custom_field_uuid: "$shoeSize" }
const regulars = { contact_list_uuid: "$regulars" }
const note = { ...zoe, note_uuid: "$note" }
const reminders = { uuid: "$reminders" }

const noContact = { summary: "No such contact", path: { contact_uuid: unknown }, status: 404 }
const noField = { summary: "No such field", path: { custom_field_uuid: unknown }, status: 404 }
const noList = { summary: "No such list", path: { contact_list_uuid: unknown }, status: 404 }
const noNote = { summary: "No such note", path: { ...zoe, note_uuid: unknown }, status: 404 }
const noImport = { summary: "No such import", path: { contact_import_uuid: unknown }, status: 404 }
const noBroadcast = { summary: "No such broadcast", path: { uuid: unknown }, status: 404 }
const tooLong = { summary: "A page that is too long", query: { limit: 1_001 } }

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

/**
 * The walk of the README, through every operation: its requests are the examples of the document, and so are their
 * answers, which are recorded from a server (`npm run docs`).
 */
export const walk: ReadonlyArray<Step> = [
  { operation: "health", summary: "The server answers", status: 200 },
  {
    operation: "contacts.create",
    summary: "Zoë, with a phone number",
    body: { first_name: "Zoë", last_name: "Müller", phone_number: "+49 30 901820" },
    status: 201,
    keep: ["zoe", "uuid"],
    error: { summary: "No identifier", body: { first_name: "Zoë", last_name: "Müller" }, status: 422 }
  },
  {
    operation: "contacts.search",
    summary: "All called something like Müller who have a phone number",
    body: { search_term: "müller", advanced_search: [{ field: "phone_number", operator: "exists" }] },
    status: 200,
    error: {
      summary: "An operator that there is not",
      body: { advanced_search: [{ field: "phone_number", operator: "sounds_like", value: "+49" }] },
      status: 422
    }
  },
  { operation: "contacts.get", summary: "Zoë", path: zoe, status: 200, error: noContact },
  {
    operation: "contacts.update",
    summary: "Zoë has an e-mail address now",
    path: zoe,
    body: { email: "zoe@example.org" },
    status: 200,
    error: { summary: "A number for a text", body: { email: 5 }, status: 422 }
  },
  {
    operation: "contacts.list",
    summary: "By last name",
    query: { limit: 2, order_field: "last_name", order: "asc" },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "customFields.create",
    summary: "A whole number",
    body: { name: "Shoe size", field_type: "number:integer" },
    status: 201,
    keep: ["shoeSize", "uuid"],
    error: {
      summary: "No options",
      body: { name: "Shoe colour", field_type: "select" },
      status: 422
    }
  },
  { operation: "customFields.get", summary: "The shoe size", path: shoeSize, status: 200, error: noField },
  {
    operation: "customFields.update",
    summary: "With an icon",
    path: shoeSize,
    body: { name: "Shoe size", field_type: "number:integer", editable: true, sensitive: false, icon: "shoe" },
    status: 200,
    error: { summary: "Not the whole definition", body: { name: "Shoe size" }, status: 422 }
  },
  {
    operation: "customFields.list",
    summary: "All fields",
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "customFields.setValue",
    summary: "Zoë's shoe size",
    path: zoe,
    body: { custom_field_uuid: "$shoeSize", value: 41 },
    status: 201,
    error: {
      summary: "A text for a number",
      body: { custom_field_uuid: "$shoeSize", value: "large" },
      status: 422
    }
  },
  { operation: "customFields.values", summary: "Zoë's values", path: zoe, status: 200, error: noContact },
  {
    operation: "customFields.updateValues",
    summary: "Zoë's shoe size",
    path: zoe,
    body: { custom_fields: { shoe_size: 42 } },
    status: 200,
    error: { summary: "No such field", body: { custom_fields: { shoe_sise: 42 } }, status: 422 }
  },
  {
    operation: "contactLists.create",
    summary: "The regulars",
    body: { name: "Regulars", emoji: "⭐" },
    status: 201,
    keep: ["regulars", "uuid"],
    error: { summary: "Two emoji", body: { name: "Regulars", emoji: "⭐⭐" }, status: 422 }
  },
  {
    operation: "contactLists.addMembers",
    summary: "Zoë, and one who is not known",
    path: regulars,
    body: { contact_uuids: ["$zoe", unknown] },
    status: 201,
    error: { summary: "No contact", body: { contact_uuids: [] }, status: 422 }
  },
  { operation: "contactLists.members", summary: "The regulars", path: regulars, status: 200, error: noList },
  {
    operation: "contactLists.ofContact",
    summary: "The lists that Zoë is on",
    path: zoe,
    status: 200,
    error: noContact
  },
  { operation: "contactLists.get", summary: "The regulars", path: regulars, status: 200, error: noList },
  {
    operation: "contactLists.update",
    summary: "Another name",
    path: regulars,
    body: { name: "Our regulars" },
    status: 200,
    error: { summary: "No name", body: { name: " " }, status: 422 }
  },
  {
    operation: "contactLists.list",
    summary: "Active lists",
    query: { search: "regular" },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "notes.create",
    summary: "A call",
    path: zoe,
    body: { title: "Call", content: { text: "Asked about Monday." } },
    status: 201,
    keep: ["note", "uuid"],
    error: { summary: "No text", body: { title: "Call" }, status: 422 }
  },
  { operation: "notes.get", summary: "The call", path: note, status: 200, error: noNote },
  {
    operation: "notes.replace",
    summary: "Another text",
    path: note,
    body: { title: "Call", content: { text: "Asked about Tuesday." } },
    status: 200,
    error: { summary: "No title", body: { content: { text: "Asked about Tuesday." } }, status: 422 }
  },
  { operation: "notes.list", summary: "All notes on Zoë", path: zoe, status: 200, error: noContact },
  {
    operation: "imports.create",
    summary: "Two rows, one of which Rollcall knows",
    body: {
      contacts: [
        { first_name: "Zoë", email: "zoe@example.org", custom_fields: { shoe_size: 41 } },
        { first_name: "Ada", email: "ada@example.org", custom_fields: { shoe_colour: "red" } }
      ],
      match_on_field: "email",
      merge_type: "create_or_update"
    },
    status: 202,
    keep: ["import", "contact_import_uuid"],
    error: { summary: "No rows", body: { contacts: [] }, status: 422 }
  },
  {
    operation: "imports.get",
    summary: "One row was applied, and one could not be",
    after: "1 minute",
    path: { contact_import_uuid: "$import" },
    status: 200,
    error: noImport
  },
  {
    operation: "imports.rows",
    summary: "The rows that could not be applied",
    path: { contact_import_uuid: "$import" },
    query: { outcome: "failed" },
    status: 200,
    error: noImport
  },
  {
    operation: "templates.list",
    summary: "The first of those that can be sent",
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
  { operation: "broadcasts.recipients", summary: "One by one", path: reminders, status: 200, error: noBroadcast },
  {
    operation: "broadcasts.statuses",
    summary: "What became of one appointment",
    body: { filters: { clientReferences: ["appointment-2"] }, limit: 10, offset: 0 },
    status: 200,
    error: { summary: "No filter", body: { filters: {}, limit: 10, offset: 0 }, status: 400 }
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
    operation: "broadcasts.list",
    summary: "Those that were sent",
    query: { status: "completed" },
    status: 200,
    error: { ...tooLong, status: 400 }
  },
  {
    operation: "events.read",
    summary: "What happened to broadcasts",
    query: { types: "broadcast.completed,broadcast.cancelled" },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "customFields.clearValue",
    summary: "Zoë's shoe size",
    path: { ...zoe, ...shoeSize },
    status: 204,
    error: { ...noField, path: { ...zoe, ...noField.path } }
  },
  { operation: "customFields.archive", summary: "The shoe size", path: shoeSize, status: 204, error: noField },
  { operation: "notes.archive", summary: "The call", path: note, status: 204, error: noNote },
  {
    operation: "contactLists.removeMembers",
    summary: "Zoë",
    path: regulars,
    body: { contact_uuids: ["$zoe"] },
    status: 204,
    error: { summary: "What is no uuid", body: { contact_uuids: ["Zoë"] }, status: 422 }
  },
  { operation: "contactLists.archive", summary: "The regulars", path: regulars, status: 204, error: noList },
  { operation: "contacts.archive", summary: "Zoë", path: zoe, status: 200, error: noContact },
  { operation: "contacts.unarchive", summary: "Zoë", path: zoe, status: 200, error: noContact },
  { operation: "contacts.erase", summary: "Zoë", path: zoe, status: 204, error: noContact }
]
