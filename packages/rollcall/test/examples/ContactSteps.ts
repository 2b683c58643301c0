import {
  called,
  noContact,
  noField,
  noImport,
  noList,
  noNote,
  noSegment,
  note,
  receivedMessage,
  regulars,
  shoeSize,
  tooLong,
  unknown,
  zoe,
  type Step
} from "./Step.ts"

const twoRows = {
  contacts: [
    { first_name: "Zoë", email: "zoe@example.org", custom_fields: { shoe_size: 41 } },
    { first_name: "Ada", email: "ada@example.org", custom_fields: { shoe_colour: "red" } }
  ],
  match_on_field: "email",
  merge_type: "create_or_update"
}

/** Contacts with their fields, lists and notes, and an import. */
export const contactSteps: ReadonlyArray<Step> = [
  { operation: "health", summary: "The server answers", status: 200 },
  {
    operation: "contacts.create",
    summary: "Zoë, with a phone number",
    body: { first_name: "Zoë", last_name: "Müller", phone_number: "+49 30 901820" },
    status: 201,
    keep: ["zoe", "uuid"],
    error: { summary: "No identifier", body: { first_name: "Zoë", last_name: "Müller" }, status: 422 }
  },
  { operation: "contacts.get", summary: "Zoë", path: zoe, status: 200, error: noContact },
  {
    operation: "contacts.update",
    summary: "Zoë has an e-mail address now",
    path: zoe,
    body: { email: "zoe@example.org" },
    status: 200,
    error: { summary: "A number for a string", body: { email: 5 }, status: 422 }
  },
  {
    operation: "contacts.create",
    summary: "Zoë once more, by her e-mail address",
    body: { first_name: "Zoe", email: "zoe.mueller@example.org", chatapp_id: "4930901820" },
    status: 201,
    keep: ["twin", "uuid"]
  },
  {
    operation: "merges.duplicates",
    summary: "Two contacts with one number",
    query: { field: "phone_number", limit: 10 },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "merges.merge",
    summary: "Zoë, with the e-mail address of the other contact",
    path: zoe,
    body: { from: "$twin", keep: { email: "from" } },
    status: 200,
    error: { summary: "With itself", body: { from: "$zoe" }, status: 422 }
  },
  {
    operation: "merges.undo",
    summary: "They are two people",
    path: zoe,
    body: {},
    status: 200,
    error: { summary: "Nothing was merged into it", status: 404 }
  },
  {
    operation: "contacts.search",
    summary: "The newest contact with a name like Zoe and a phone number or chat app id",
    query: { limit: 1 },
    body: {
      search_term: "zoe",
      advanced_search: [
        {
          any: [
            { field: "phone_number", operator: "exists" },
            { field: "chatapp_id", operator: "exists" }
          ]
        }
      ]
    },
    status: 200,
    error: {
      summary: "An unknown operator",
      body: { advanced_search: [{ field: "phone_number", operator: "sounds_like", value: "+49" }] },
      status: 422
    }
  },
  {
    operation: "contacts.list",
    summary: "The first by last name",
    query: { limit: 1, order_field: "last_name", order: "asc" },
    status: 200,
    keep: ["firstPage", "pagination.next"],
    isExample: false
  },
  {
    operation: "contacts.list",
    summary: "By last name, after the page before",
    query: { limit: 1, order_field: "last_name", order: "asc", after: "$firstPage" },
    status: 200,
    error: { ...tooLong, status: 422 }
  },
  {
    operation: "contacts.erase",
    summary: "The other one",
    path: { contact_uuid: "$twin" },
    status: 204,
    error: noContact
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
    error: { summary: "An incomplete definition", body: { name: "Shoe size" }, status: 422 }
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
      summary: "A string for a number",
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
    summary: "Zoë and an unknown contact",
    path: regulars,
    body: { contact_uuids: ["$zoe", unknown] },
    status: 201,
    error: { summary: "No contact", body: { contact_uuids: [] }, status: 422 }
  },
  {
    operation: "contactLists.addMembers",
    summary: "All who have a phone number",
    path: regulars,
    body: { search: { advanced_search: [{ field: "phone_number", operator: "exists" }] } },
    status: 202,
    keep: ["addition", "uuid"]
  },
  {
    operation: "contactLists.addition",
    summary: "The progress",
    after: "1 minute",
    path: { ...regulars, addition_uuid: "$addition" },
    status: 200,
    error: { summary: "No such addition", path: { ...regulars, addition_uuid: unknown }, status: 404 }
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
    operation: "segments.create",
    summary: "People with large shoes and a phone number",
    body: {
      name: "Large shoes",
      search: {
        advanced_search: [
          { field: "phone_number", operator: "exists" },
          { field: "shoe_size", operator: "gte", value: 42, data_type: "long" }
        ]
      }
    },
    status: 201,
    keep: ["called", "uuid"],
    error: {
      summary: "No such field",
      body: {
        name: "Large shoes",
        search: { advanced_search: [{ field: "shoe_sise", operator: "gte", value: 42, data_type: "long" }] }
      },
      status: 422
    }
  },
  { operation: "segments.get", summary: "The segment", path: called, status: 200, error: noSegment },
  { operation: "segments.contacts", summary: "The contacts in it now", path: called, status: 200, error: noSegment },
  {
    operation: "segments.contains",
    summary: "Zoë is in it",
    path: called,
    body: { contact_uuid: "$zoe" },
    status: 200,
    error: { summary: "No such contact", body: { contact_uuid: unknown }, status: 404 }
  },
  {
    operation: "segments.update",
    summary: "Another name",
    path: called,
    body: { name: "Large shoes, with a phone" },
    status: 200,
    error: { summary: "No name", body: { name: " " }, status: 422 }
  },
  {
    operation: "segments.list",
    summary: "Active segments",
    query: { search: "shoes" },
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
    operation: "imports.preview",
    summary: "Two rows, one of which Rollcall knows",
    body: twoRows,
    status: 200,
    error: { summary: "No rows", body: { contacts: [] }, status: 422 }
  },
  {
    operation: "imports.create",
    summary: "Two rows, one of which Rollcall knows",
    body: twoRows,
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
  { operation: "imports.list", summary: "All of them", status: 200, error: { ...tooLong, status: 422 } },
  {
    operation: "optOuts.optOut",
    summary: "Zoë wants no more messages",
    path: zoe,
    status: 200,
    error: noContact
  },
  {
    operation: "optOuts.list",
    summary: "People who get no messages at all",
    query: { scope: "all" },
    status: 200,
    error: { summary: "An unknown scope", query: { scope: "everything" }, status: 422 }
  },
  { operation: "optOuts.get", summary: "Zoë", path: zoe, status: 200, error: noContact },
  {
    operation: "messages.get",
    summary: "What a person wrote",
    path: { message_uuid: receivedMessage },
    status: 200,
    error: { summary: "No such message", path: { message_uuid: unknown }, status: 404 }
  },
  {
    operation: "timeline.read",
    summary: "The last things that happened with Zoë",
    path: zoe,
    query: { limit: 5 },
    status: 200,
    error: noContact
  },
  { operation: "optOuts.optIn", summary: "Zoë wants messages again", path: zoe, status: 200, error: noContact },
  {
    operation: "optOuts.startJob",
    summary: "No marketing for people with large shoes",
    body: {
      action: "opt_out",
      scope: "marketing",
      search: { advanced_search: [{ field: "shoe_size", operator: "gte", value: 42, data_type: "long" }] }
    },
    status: 202,
    keep: ["optOutJob", "uuid"],
    error: { summary: "Neither a search nor contacts", body: { action: "opt_in" }, status: 422 }
  },
  {
    operation: "optOuts.job",
    summary: "The progress",
    after: "1 minute",
    path: { job_uuid: "$optOutJob" },
    status: 200,
    error: { summary: "No such job", path: { job_uuid: unknown }, status: 404 }
  }
]
