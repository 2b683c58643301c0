import type { Exchanges } from "./Exchange.ts"

/** The examples of the document by operation: the walk of `.ci/examples`, as `npm run docs` recorded it. */
export const examples: { readonly [operation: string]: Exchanges } = {
  "health": {
    success: {"summary":"The server answers","parameters":{},"body":null,"status":200,"answer":{"status":"ok"}},
    error: null
  },
  "contacts.create": {
    success: {"summary":"Zoë, with a phone number","parameters":{},"body":{"first_name":"Zoë","last_name":"Müller","phone_number":"+49 30 901820"},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":null,"phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","last_engaged_at":null,"custom_fields":{}}},
    error: {"summary":"No identifier","parameters":{},"body":{"first_name":"Zoë","last_name":"Müller"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"missing","in":"body","field":"external_contact_id","msg":"one of the identifiers is required"},{"type":"missing","in":"body","field":"email","msg":"one of the identifiers is required"},{"type":"missing","in":"body","field":"phone_number","msg":"one of the identifiers is required"},{"type":"missing","in":"body","field":"chatapp_id","msg":"one of the identifiers is required"},{"type":"missing","in":"body","field":"socialmsg_id","msg":"one of the identifiers is required"}]}}}}
  },
  "contacts.get": {
    success: {"summary":"Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":null,"phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","last_engaged_at":null,"custom_fields":{}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "contacts.update": {
    success: {"summary":"Zoë has an e-mail address now","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"email":"zoe@example.org"},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","last_engaged_at":null,"custom_fields":{}}},
    error: {"summary":"A number for a text","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"email":5},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"string_type","in":"body","field":"email","msg":"must be a string"}]}}}}
  },
  "merges.duplicates": {
    success: {"summary":"Two contacts with one number","parameters":{"field":"phone_number","limit":10},"body":null,"status":200,"answer":{"groups":[{"field":"phone_number","value":"4930901820","count":2,"contacts":[{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","last_engaged_at":null,"custom_fields":{}},{"uuid":"0195b1c8-2800-7000-8000-00000000000f","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoe","last_name":null,"external_contact_id":null,"email":"zoe.mueller@example.org","phone_number":null,"chatapp_id":"4930901820","socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","last_engaged_at":null,"custom_fields":{}}]}],"pagination":{"limit":10,"offset":0,"total":1,"next":null}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "merges.merge": {
    success: {"summary":"Zoë, with the e-mail address of the other one","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"from":"0195b1c8-2800-7000-8000-00000000000f","keep":{"email":"from"}},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe.mueller@example.org","phone_number":"+49 30 901820","chatapp_id":"4930901820","socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.001Z","last_engaged_at":null,"custom_fields":{}}},
    error: {"summary":"With itself","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"from":"0195b1c8-2800-7000-8000-000000000006"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"from","msg":"is the contact itself, or was merged into it already"}]}}}}
  },
  "merges.undo": {
    success: {"summary":"They are two persons","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{},"status":200,"answer":{"contact":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{}},"restored":{"uuid":"0195b1c8-2800-7000-8000-00000000000f","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoe","last_name":null,"external_contact_id":null,"email":"zoe.mueller@example.org","phone_number":null,"chatapp_id":"4930901820","socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{}}}},
    error: {"summary":"Nothing was merged into it by now","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{},"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"No contact was merged into 0195b1c8-2800-7000-8000-000000000006."}}}
  },
  "contacts.search": {
    success: {"summary":"The newest called something like Zoe who has a phone number or is on the chat app","parameters":{"limit":1},"body":{"search_term":"zoe","advanced_search":[{"any":[{"field":"phone_number","operator":"exists"},{"field":"chatapp_id","operator":"exists"}]}]},"status":200,"answer":{"contacts":[{"uuid":"0195b1c8-2800-7000-8000-00000000000f","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoe","last_name":null,"external_contact_id":null,"email":"zoe.mueller@example.org","phone_number":null,"chatapp_id":"4930901820","socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{}}],"pagination":{"limit":1,"offset":0,"total":2,"next":"eyJvZiI6ImNvbnRhY3RzIiwiYnkiOiJjcmVhdGVkQXQgZGVzYyIsImtleSI6MTgwMzg5MTYwMDAwMCwidXVpZCI6IjAxOTViMWM4LTI4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwZiJ9"}}},
    error: {"summary":"An operator that there is not","parameters":{"limit":1},"body":{"advanced_search":[{"field":"phone_number","operator":"sounds_like","value":"+49"}]},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"enum","in":"body","field":"advanced_search[0].operator","msg":"must be one of equals, not_equals, contains, not_contains, starts_with, ends_with, range, gt, lt, gte, lte, exists, not_exists"}]}}}}
  },
  "contacts.list": {
    success: {"summary":"By last name, after the page before","parameters":{"limit":1,"order_field":"last_name","order":"asc","after":"eyJvZiI6ImNvbnRhY3RzIiwiYnkiOiJsYXN0TmFtZSBhc2MiLCJrZXkiOiJtw7xsbGVyIiwidXVpZCI6IjAxOTViMWM4LTI4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwNiJ9"},"body":null,"status":200,"answer":{"contacts":[{"uuid":"0195b1c8-2800-7000-8000-00000000000f","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoe","last_name":null,"external_contact_id":null,"email":"zoe.mueller@example.org","phone_number":null,"chatapp_id":"4930901820","socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{}}],"pagination":{"limit":1,"offset":0,"total":2,"next":null}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "contacts.erase": {
    success: {"summary":"The other one","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-00000000000f"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "customFields.create": {
    success: {"summary":"A whole number","parameters":{},"body":{"name":"Shoe size","field_type":"number:integer"},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000001e","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","name":"Shoe size","icon":null,"field_type":"number:integer","field_key":"shoe_size","status":"active","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","archived_at":null,"editable":true,"sensitive":false}},
    error: {"summary":"No options","parameters":{},"body":{"name":"Shoe colour","field_type":"select"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"missing","in":"body","field":"select_options","msg":"is required by a field of type select"}]}}}}
  },
  "customFields.get": {
    success: {"summary":"The shoe size","parameters":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000001e","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","name":"Shoe size","icon":null,"field_type":"number:integer","field_key":"shoe_size","status":"active","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","archived_at":null,"editable":true,"sensitive":false}},
    error: {"summary":"No such field","parameters":{"custom_field_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no custom field 00000000-0000-4000-8000-000000000000."}}}
  },
  "customFields.update": {
    success: {"summary":"With an icon","parameters":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e"},"body":{"name":"Shoe size","field_type":"number:integer","editable":true,"sensitive":false,"icon":"shoe"},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000001e","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","name":"Shoe size","icon":"shoe","field_type":"number:integer","field_key":"shoe_size","status":"active","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","archived_at":null,"editable":true,"sensitive":false}},
    error: {"summary":"Not the whole definition","parameters":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e"},"body":{"name":"Shoe size"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"missing","in":"body","field":"field_type","msg":"is required"},{"type":"missing","in":"body","field":"editable","msg":"is required"},{"type":"missing","in":"body","field":"sensitive","msg":"is required"},{"type":"missing","in":"body","field":"icon","msg":"is required"}]}}}}
  },
  "customFields.list": {
    success: {"summary":"All fields","parameters":{},"body":null,"status":200,"answer":{"custom_fields":[{"uuid":"0195b1c8-2800-7000-8000-00000000001e","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","name":"Shoe size","icon":"shoe","field_type":"number:integer","field_key":"shoe_size","status":"active","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z","archived_at":null,"editable":true,"sensitive":false}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "customFields.setValue": {
    success: {"summary":"Zoë's shoe size","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e","value":41},"status":201,"answer":{"custom_fields":{"shoe_size":41}}},
    error: {"summary":"A text for a number","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e","value":"large"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"value","msg":"custom_fields.shoe_size must be an integer between -(2^53-1) and 2^53-1"}]}}}}
  },
  "customFields.values": {
    success: {"summary":"Zoë's values","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"custom_fields":{"shoe_size":41}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "customFields.updateValues": {
    success: {"summary":"Zoë's shoe size","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"custom_fields":{"shoe_size":42}},"status":200,"answer":{"custom_fields":{"shoe_size":42}}},
    error: {"summary":"No such field","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"custom_fields":{"shoe_sise":42}},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"custom_fields.shoe_sise","msg":"is not a custom field"}]}}}}
  },
  "contactLists.create": {
    success: {"summary":"The regulars","parameters":{},"body":{"name":"Regulars","emoji":"⭐"},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000002f","name":"Regulars","status":"active","emoji":"⭐","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","count":0,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z"}},
    error: {"summary":"Two emoji","parameters":{},"body":{"name":"Regulars","emoji":"⭐⭐"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"emoji","msg":"must be exactly one emoji"}]}}}}
  },
  "contactLists.addMembers": {
    success: {"summary":"Zoë, and one who is not known","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"contact_uuids":["0195b1c8-2800-7000-8000-000000000006","00000000-0000-4000-8000-000000000000"]},"status":201,"answer":{"message":"1 of 2 contacts added to the list","added":["0195b1c8-2800-7000-8000-000000000006"],"warnings":[{"uuid":"00000000-0000-4000-8000-000000000000","message":"contact does not exist"}]}},
    error: {"summary":"No contact","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"contact_uuids":[]},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"too_short","in":"body","field":"contact_uuids","msg":"must have at least 1 item"}]}}}}
  },
  "contactLists.addition": {
    success: {"summary":"How far it is","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f","addition_uuid":"0195b1c8-2800-7000-8000-000000000034"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000034","contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f","status":"completed","reason":null,"total":1,"processed":1,"added":0,"present":1,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z"}},
    error: {"summary":"No such addition","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f","addition_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no addition 00000000-0000-4000-8000-000000000000."}}}
  },
  "contactLists.members": {
    success: {"summary":"The regulars","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":null,"status":200,"answer":{"contacts":[{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{"shoe_size":42}}],"pagination":{"limit":50,"offset":0,"total":1,"next":null}}},
    error: {"summary":"No such list","parameters":{"contact_list_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact list 00000000-0000-4000-8000-000000000000."}}}
  },
  "contactLists.ofContact": {
    success: {"summary":"The lists that Zoë is on","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"contact_lists":[{"uuid":"0195b1c8-2800-7000-8000-00000000002f","name":"Regulars","status":"active","emoji":"⭐","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","count":1,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "contactLists.get": {
    success: {"summary":"The regulars","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000002f","name":"Regulars","status":"active","emoji":"⭐","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","count":1,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.000Z"}},
    error: {"summary":"No such list","parameters":{"contact_list_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact list 00000000-0000-4000-8000-000000000000."}}}
  },
  "contactLists.update": {
    success: {"summary":"Another name","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"name":"Our regulars"},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-00000000002f","name":"Our regulars","status":"active","emoji":"⭐","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","count":1,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}},
    error: {"summary":"No name","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"name":" "},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"too_short","in":"body","field":"name","msg":"must not be empty"}]}}}}
  },
  "contactLists.list": {
    success: {"summary":"Active lists","parameters":{"search":"regular"},"body":null,"status":200,"answer":{"contact_lists":[{"uuid":"0195b1c8-2800-7000-8000-00000000002f","name":"Our regulars","status":"active","emoji":"⭐","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","count":1,"created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "segments.create": {
    success: {"summary":"Who can be called, and wears large shoes","parameters":{},"body":{"name":"Large shoes","search":{"advanced_search":[{"field":"phone_number","operator":"exists"},{"field":"shoe_size","operator":"gte","value":42,"data_type":"long"}]}},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000042","name":"Large shoes","status":"active","search":{"search_term":null,"advanced_search":[{"field":"phone_number","operator":"exists","value":null,"data_type":"text"},{"field":"shoe_size","operator":"gte","value":42,"data_type":"long"}]},"broken":null,"workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}},
    error: {"summary":"No such field","parameters":{},"body":{"name":"Large shoes","search":{"advanced_search":[{"field":"shoe_sise","operator":"gte","value":42,"data_type":"long"}]}},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"search.advanced_search[0].field","msg":"\"shoe_sise\" is neither a custom field nor one of first_name, last_name, external_contact_id, email, phone_number, chatapp_id, socialmsg_id, client_reference, created_at, updated_at, last_engaged_at, archived, contact_list_uuid, segment_uuid"}]}}}}
  },
  "segments.get": {
    success: {"summary":"The segment","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000042","name":"Large shoes","status":"active","search":{"search_term":null,"advanced_search":[{"field":"phone_number","operator":"exists","value":null,"data_type":"text"},{"field":"shoe_size","operator":"gte","value":42,"data_type":"long"}]},"broken":null,"workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}},
    error: {"summary":"No such segment","parameters":{"segment_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no segment 00000000-0000-4000-8000-000000000000."}}}
  },
  "segments.contacts": {
    success: {"summary":"Who is in it now","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":null,"status":200,"answer":{"contacts":[{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:00:00.002Z","last_engaged_at":null,"custom_fields":{"shoe_size":42}}],"pagination":{"limit":50,"offset":0,"total":1,"next":null}}},
    error: {"summary":"No such segment","parameters":{"segment_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no segment 00000000-0000-4000-8000-000000000000."}}}
  },
  "segments.contains": {
    success: {"summary":"Zoë is in it","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"status":200,"answer":{"contains":true}},
    error: {"summary":"No such contact","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "segments.update": {
    success: {"summary":"Another name","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":{"name":"Large shoes, with a phone"},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000042","name":"Large shoes, with a phone","status":"active","search":{"search_term":null,"advanced_search":[{"field":"phone_number","operator":"exists","value":null,"data_type":"text"},{"field":"shoe_size","operator":"gte","value":42,"data_type":"long"}]},"broken":null,"workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}},
    error: {"summary":"No name","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":{"name":" "},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"too_short","in":"body","field":"name","msg":"must not be empty"}]}}}}
  },
  "segments.list": {
    success: {"summary":"Active segments","parameters":{"search":"shoes"},"body":null,"status":200,"answer":{"segments":[{"uuid":"0195b1c8-2800-7000-8000-000000000042","name":"Large shoes, with a phone","status":"active","search":{"search_term":null,"advanced_search":[{"field":"phone_number","operator":"exists","value":null,"data_type":"text"},{"field":"shoe_size","operator":"gte","value":42,"data_type":"long"}]},"broken":null,"workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","created_by":"0195b1c8-2800-7000-8000-0000000000ff","updated_by":"0195b1c8-2800-7000-8000-0000000000ff","created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "notes.create": {
    success: {"summary":"A call","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"title":"Call","content":{"text":"Asked about Monday."}},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000050","title":"Call","content":{"text":"Asked about Monday."},"created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z","archived_at":null,"status":"active"}},
    error: {"summary":"No text","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":{"title":"Call"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"missing","in":"body","field":"content","msg":"is required"}]}}}}
  },
  "notes.get": {
    success: {"summary":"The call","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"0195b1c8-2800-7000-8000-000000000050"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000050","title":"Call","content":{"text":"Asked about Monday."},"created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z","archived_at":null,"status":"active"}},
    error: {"summary":"No such note","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no note 00000000-0000-4000-8000-000000000000."}}}
  },
  "notes.replace": {
    success: {"summary":"Another text","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"0195b1c8-2800-7000-8000-000000000050"},"body":{"title":"Call","content":{"text":"Asked about Tuesday."}},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000050","title":"Call","content":{"text":"Asked about Tuesday."},"created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z","archived_at":null,"status":"active"}},
    error: {"summary":"No title","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"0195b1c8-2800-7000-8000-000000000050"},"body":{"content":{"text":"Asked about Tuesday."}},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"missing","in":"body","field":"title","msg":"is required"}]}}}}
  },
  "notes.list": {
    success: {"summary":"All notes on Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"notes":[{"uuid":"0195b1c8-2800-7000-8000-000000000050","title":"Call","content":{"text":"Asked about Tuesday."},"created_at":"2027-03-01T09:01:00.000Z","updated_at":"2027-03-01T09:01:00.000Z","archived_at":null,"status":"active"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "imports.preview": {
    success: {"summary":"Two rows, one of which Rollcall knows","parameters":{},"body":{"contacts":[{"first_name":"Zoë","email":"zoe@example.org","custom_fields":{"shoe_size":41}},{"first_name":"Ada","email":"ada@example.org","custom_fields":{"shoe_colour":"red"}}],"match_on_field":"email","merge_type":"create_or_update"},"status":200,"answer":{"summary":{"total":2,"created":0,"updated":1,"unchanged":0,"skipped":0,"failed":1},"rows":[{"index":0,"outcome":"updated","contact_uuid":"0195b1c8-2800-7000-8000-000000000006","reason":null,"error":null,"issues":[]},{"index":1,"outcome":"failed","contact_uuid":null,"reason":"unknown_field","error":"custom_fields.shoe_colour: is not a custom field","issues":[{"type":"unknown_field","field":"custom_fields.shoe_colour","msg":"is not a custom field"}]}]}},
    error: {"summary":"No rows","parameters":{},"body":{"contacts":[]},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"too_short","in":"body","field":"contacts","msg":"must have at least 1 item"}]}}}}
  },
  "imports.create": {
    success: {"summary":"Two rows, one of which Rollcall knows","parameters":{},"body":{"contacts":[{"first_name":"Zoë","email":"zoe@example.org","custom_fields":{"shoe_size":41}},{"first_name":"Ada","email":"ada@example.org","custom_fields":{"shoe_colour":"red"}}],"match_on_field":"email","merge_type":"create_or_update"},"status":202,"answer":{"contact_import_uuid":"0195b1c8-2800-7000-8000-00000000005f"}},
    error: {"summary":"No rows","parameters":{},"body":{"contacts":[]},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"too_short","in":"body","field":"contacts","msg":"must have at least 1 item"}]}}}}
  },
  "imports.get": {
    success: {"summary":"One row was applied, and one could not be","parameters":{"contact_import_uuid":"0195b1c8-2800-7000-8000-00000000005f"},"body":null,"status":200,"answer":{"contact_import_uuid":"0195b1c8-2800-7000-8000-00000000005f","status":"completed","summary":{"total":2,"created":1,"skipped":0,"failed":1}}},
    error: {"summary":"No such import","parameters":{"contact_import_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact import 00000000-0000-4000-8000-000000000000."}}}
  },
  "imports.rows": {
    success: {"summary":"The rows that could not be applied","parameters":{"contact_import_uuid":"0195b1c8-2800-7000-8000-00000000005f","outcome":"failed"},"body":null,"status":200,"answer":{"rows":[{"index":1,"outcome":"failed","contact_uuid":null,"reason":"unknown_field","error":"custom_fields.shoe_colour: is not a custom field","issues":[{"type":"unknown_field","field":"custom_fields.shoe_colour","msg":"is not a custom field"}],"contact":{"first_name":"Ada","email":"ada@example.org","custom_fields":{"shoe_colour":"red"}},"erased":false}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"No such import","parameters":{"contact_import_uuid":"00000000-0000-4000-8000-000000000000","outcome":"failed"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact import 00000000-0000-4000-8000-000000000000."}}}
  },
  "optOuts.optOut": {
    success: {"summary":"Zoë wants no more messages","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","opted_out":true,"opted_out_at":"2027-03-01T09:02:00.000Z","source":"request"}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "optOuts.get": {
    success: {"summary":"Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","opted_out":true,"opted_out_at":"2027-03-01T09:02:00.000Z","source":"request"}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "messages.get": {
    success: {"summary":"What a person wrote","parameters":{"message_uuid":"0195b1c8-2800-7000-8000-0000000000aa"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000aa","from":"4930901820","to":"493090180","sent_at":"2027-03-01T08:59:00.000Z","kind":"text","text":"Can I come at ten instead?"}},
    error: {"summary":"No such message","parameters":{"message_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no message 00000000-0000-4000-8000-000000000000."}}}
  },
  "timeline.read": {
    success: {"summary":"The last things that happened with Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","limit":5},"body":null,"status":200,"answer":{"items":[{"type":"opted_out","at":"2027-03-01T09:02:00.000Z","by":"0195b1c8-2800-7000-8000-0000000000ff","source":"request"},{"type":"updated","at":"2027-03-01T09:01:00.000Z","by":"0195b1c8-2800-7000-8000-0000000000ff","changes":[{"field":"shoe_size","custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e","hidden":false,"from":42,"to":41}]},{"type":"note","at":"2027-03-01T09:01:00.000Z","by":null,"note_uuid":"0195b1c8-2800-7000-8000-000000000050","title":"Call","text":"Asked about Tuesday.","updated_at":"2027-03-01T09:01:00.000Z"},{"type":"imported","at":"2027-03-01T09:01:00.000Z","by":"0195b1c8-2800-7000-8000-0000000000ff","contact_import_uuid":"0195b1c8-2800-7000-8000-00000000005f","row":0,"outcome":"updated"},{"type":"updated","at":"2027-03-01T09:00:00.002Z","by":"0195b1c8-2800-7000-8000-0000000000ff","changes":[{"field":"shoe_size","custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e","hidden":false,"from":41,"to":42}]}],"pagination":{"next":"WzE4MDM4OTE2MDAwMDIsInVwZGF0ZWQiLCIwMTk1YjFjOC0yODAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMmMiLDBd"}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000","limit":5},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "optOuts.optIn": {
    success: {"summary":"Zoë wants messages again","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","opted_out":false,"opted_out_at":null,"source":null}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "templates.list": {
    success: {"summary":"The first two","parameters":{"limit":2},"body":null,"status":200,"answer":{"templates":[{"kind":"plain","name":"appointment_reminder","locale":"en","status":"approved","category":"marketing","header":null,"body":2,"buttons":0,"body_names":null,"text":{"header":null,"body":"Hello {{1}}, your appointment is at {{2}}.","footer":null,"buttons":[]},"channel_type":"chatapp","account":null,"cards":null,"problem":null},{"kind":"plain","name":"draft_offer","locale":"en","status":"pending","category":"marketing","header":null,"body":1,"buttons":0,"body_names":null,"text":null,"channel_type":"chatapp","account":null,"cards":null,"problem":null}],"pagination":{"limit":2,"offset":0,"total":4}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "broadcasts.validate": {
    success: {"summary":"A reminder","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment_reminder","from":"493090180","parameters":{"body_order":["name","time"]},"recipients":[{"identifier":"4930901820","parameters":{"body":{"name":"Zoë","time":"9:30"}}}]},"status":200,"answer":{"warnings":{"recipients":[]}}},
    error: {"summary":"No such template","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment","from":"493090180","parameters":{"body_order":["name","time"]},"recipients":[{"identifier":"4930901820","parameters":{"body":{"name":"Zoë","time":"9:30"}}}]},"status":404,"answer":{"message":"Resource was not found","details":"There is no template \"appointment\" in locale \"en\"."}}
  },
  "broadcasts.create": {
    success: {"summary":"Two reminders","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment_reminder","from":"493090180","parameters":{"body_order":["name","time"]},"recipients":[{"identifier":"4930901820","client_reference":"appointment-1","parameters":{"body":{"name":"Zoë","time":"9:30"}}},{"identifier":"4930900001","client_reference":"appointment-2","parameters":{"body":{"name":"Ada","time":"10:00"}}}],"client_unique_identifier":"reminders-of-monday"},"status":202,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000078","status":"scheduled","scheduled_at":"2027-03-01T09:02:00.000Z","recipients":2,"rejected_recipients":0,"exclusions":{},"warnings":{"recipients":[]}}},
    error: {"summary":"No recipient","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment_reminder","from":"493090180","parameters":{"body_order":["name","time"]},"recipients":[]},"status":400,"answer":{"message":"Broadcast could not be scheduled","details":"recipients: must have at least one recipient"}}
  },
  "broadcasts.details": {
    success: {"summary":"One was read, and one could not be delivered","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000078","status":"completed","scheduled_at":"2027-03-01T09:02:00.000Z","recipients":2,"sent":2,"delivered":1,"read":1,"rejected":0,"failed":1,"reasons":{"undeliverable":1},"audience":null,"audience_request":null,"resolution":null,"retry_of":null}},
    error: {"summary":"No such broadcast","parameters":{"uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"message":"Resource was not found","details":"There is no broadcast 00000000-0000-4000-8000-000000000000."}}
  },
  "broadcasts.recipients": {
    success: {"summary":"One by one","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000078","recipients":[{"identifier":"4930901820","contact_uuid":"0195b1c8-2800-7000-8000-000000000006","status":"read","delivered_at":"2027-03-01T09:02:00.053Z","reason":null,"error":null},{"identifier":"4930900001","contact_uuid":null,"status":"undeliverable","delivered_at":null,"reason":"undeliverable","error":"the simulator found no account with this number"}],"pagination":{"offset":1,"limit":50,"total":2,"next":null}}},
    error: {"summary":"No such broadcast","parameters":{"uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"message":"Broadcast or recipients were not found","details":"There is no broadcast 00000000-0000-4000-8000-000000000000."}}
  },
  "broadcasts.statuses": {
    success: {"summary":"What became of one appointment","parameters":{},"body":{"filters":{"clientReferences":["appointment-2"]},"limit":10,"offset":0},"status":200,"answer":{"recipients":[{"uuid":"0195b1c8-2800-7000-8000-00000000007a","identifier":"4930900001","status":"rejected","delivered_at":null,"reason":"undeliverable","error":"the simulator found no account with this number","client_reference":"appointment-2","broadcast_uuid":"0195b1c8-2800-7000-8000-000000000078","updated_at":"2027-03-01T09:02:00.258Z","metadata":null}],"pagination":{"limit":10,"offset":0,"total":1,"next":null}}},
    error: {"summary":"No filter","parameters":{},"body":{"filters":{},"limit":10,"offset":0},"status":400,"answer":{"message":"Message statuses could not be listed","details":"filters: at least one of broadcastUuid, clientReferences and updatedSince is required"}}
  },
  "broadcasts.test": {
    success: {"summary":"To a colleague","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":{"identifiers":["4930900099"],"parameters":{"body":{"1":"Zoë","2":"9:30"}}},"status":200,"answer":{"message":{"header":null,"body":"Hello Zoë, your appointment is at 9:30.","footer":null,"buttons":[],"cards":null},"results":[{"identifier":"4930900099","status":"sent","message_id":"sim-0195b1c8-2800-7000-8000-000000000084","reason":null,"error":null}]}},
    error: {"summary":"No number","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":{"identifiers":[]},"status":400,"answer":{"message":"Broadcast could not be tested","details":"identifiers: must have at least 1 item"}}
  },
  "broadcasts.retry": {
    success: {"summary":"The one who was not reached","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":{"reasons":["undeliverable"],"name":"Reminders once more","client_unique_identifier":"reminders-again"},"status":202,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000087","status":"scheduled","scheduled_at":"2027-03-01T09:03:00.000Z","recipients":1,"rejected_recipients":0,"exclusions":{},"warnings":{"recipients":[],"broadcast":[]},"retry_of":"0195b1c8-2800-7000-8000-000000000078"}},
    error: {"summary":"No reason","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":{"reasons":[]},"status":400,"answer":{"message":"Broadcast could not be retried","details":"reasons[0]: is required"}}
  },
  "broadcasts.estimate": {
    success: {"summary":"Everybody with a number","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment_reminder","from":"493090180","parameters":{"body_order":["name","time"]},"audience":{"include":[{"search":{"advanced_search":[{"field":"phone_number","operator":"exists"}]}}],"parameters":{"body":{"name":{"field":"first_name","fallback":"there"},"time":{"value":"9:30"}}}}},"status":200,"answer":{"contacts":1,"recipients":1,"exclusions":{},"seconds":1,"examples":[{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","identifier":"4930901820","message":{"header":null,"body":"Hello Zoë, your appointment is at 9:30.","footer":null,"buttons":[],"cards":null}}]}},
    error: {"summary":"A slip in a name","parameters":{},"body":{"channel_type":"chatapp","name":"Reminders","template_name":"appointment_reminder","from":"493090180","parameters":{"body_order":["name","time"]},"audience":{"include":[{"search":{"advanced_search":[{"field":"phone_number","operator":"exists"}]}}],"parameters":{"body":{"name":{"field":"first_name","fallback":"there"},"time":{"value":"9:30"}}},"exlude":[]}},"status":400,"answer":{"message":"Audience could not be estimated","details":"audience.exlude: is a name that is not one of include, exclude, address, client_reference, parameters, resolve; is exclude meant?"}}
  },
  "broadcasts.cancel": {
    success: {"summary":"Before it is sent","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000090"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000090","status":"cancelled"}},
    error: {"summary":"It is sent already","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000078"},"body":null,"status":400,"answer":{"message":"Broadcast could not be cancelled","details":"The broadcast 0195b1c8-2800-7000-8000-000000000078 is completed and cannot become cancelled."}}
  },
  "broadcasts.pause": {
    success: {"summary":"While it is sent","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000096"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000096","status":"paused"}},
    error: {"summary":"It is cancelled","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000090"},"body":null,"status":400,"answer":{"message":"Broadcast could not be paused","details":"The broadcast 0195b1c8-2800-7000-8000-000000000090 is cancelled and cannot become paused."}}
  },
  "broadcasts.resume": {
    success: {"summary":"After a while","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000096"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000096","status":"sending"}},
    error: {"summary":"It is cancelled","parameters":{"uuid":"0195b1c8-2800-7000-8000-000000000090"},"body":null,"status":400,"answer":{"message":"Broadcast could not be resumed","details":"The broadcast 0195b1c8-2800-7000-8000-000000000090 is cancelled and cannot become sending."}}
  },
  "broadcasts.list": {
    success: {"summary":"Those that were sent","parameters":{"status":"completed"},"body":null,"status":200,"answer":{"broadcasts":[{"uuid":"0195b1c8-2800-7000-8000-000000000078","name":"Reminders","status":"completed","status_reason":null,"channel_type":"chatapp","template_name":"appointment_reminder","locale":"en","from":"493090180","scheduled_at":"2027-03-01T09:02:00.000Z","valid_until":null,"created_at":"2027-03-01T09:02:00.000Z"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":400,"answer":{"message":"Broadcasts could not be listed","details":"limit: must be at most 1000"}}
  },
  "events.read": {
    success: {"summary":"What happened to broadcasts","parameters":{"types":"broadcast.completed,broadcast.cancelled"},"body":null,"status":200,"answer":{"events":[{"cursor":"18","type":"broadcast.completed","at":"2027-03-01T09:02:00.250Z","contact_uuid":null,"merged_contact_uuid":null,"contact_import_uuid":null,"broadcast_uuid":"0195b1c8-2800-7000-8000-000000000078","recipient_uuid":null,"received_message_uuid":null,"channel_notice_uuid":null,"webhook_uuid":null,"reason":null,"notice":null},{"cursor":"25","type":"broadcast.cancelled","at":"2027-03-01T09:03:00.000Z","contact_uuid":null,"merged_contact_uuid":null,"contact_import_uuid":null,"broadcast_uuid":"0195b1c8-2800-7000-8000-000000000090","recipient_uuid":null,"received_message_uuid":null,"channel_notice_uuid":null,"webhook_uuid":null,"reason":null,"notice":null}],"next":"29","has_more":false}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 1000"}]}}}}
  },
  "webhooks.create": {
    success: {"summary":"What happens to broadcasts","parameters":{},"body":{"url":"https://receiver.example/hooks","types":["broadcast.completed","broadcast.failed"]},"status":201,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":["broadcast.completed","broadcast.failed"],"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.000Z","secret":"whsec_c2FtcGxlIHNlY3JldCBvZiBhIHdlYmhvb2s="}},
    error: {"summary":"No https","parameters":{},"body":{"url":"http://receiver.example/hooks"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"url","msg":"must be an https URL"}]}}}}
  },
  "webhooks.list": {
    success: {"summary":"The only one","parameters":{},"body":null,"status":200,"answer":{"webhooks":[{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":["broadcast.completed","broadcast.failed"],"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.000Z"}],"pagination":{"limit":50,"offset":0,"total":1}}},
    error: {"summary":"A page that is too long","parameters":{"limit":1001},"body":null,"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"less_than_equal","in":"query","field":"limit","msg":"must be at most 100"}]}}}}
  },
  "webhooks.get": {
    success: {"summary":"It waits for events","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":["broadcast.completed","broadcast.failed"],"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.000Z"}},
    error: {"summary":"No such webhook","parameters":{"webhook_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no webhook 00000000-0000-4000-8000-000000000000."}}}
  },
  "webhooks.update": {
    success: {"summary":"All types from now on","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":{"types":null},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":null,"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.001Z"}},
    error: {"summary":"A private address","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":{"url":"https://10.0.0.1/hooks"},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"url","msg":"must not name a private or special address"}]}}}}
  },
  "webhooks.rotate": {
    success: {"summary":"Another secret","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":null,"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.002Z","secret":"whsec_c2FtcGxlIHNlY3JldCBvZiBhIHdlYmhvb2s="}},
    error: {"summary":"No such webhook","parameters":{"webhook_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no webhook 00000000-0000-4000-8000-000000000000."}}}
  },
  "webhooks.replay": {
    success: {"summary":"After the last event that was processed","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":{"after":"29"},"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-0000000000a2","url":"https://receiver.example/hooks","types":null,"status":"enabled","status_reason":null,"cursor":"29","waiting":0,"failing_since":null,"retry_at":null,"failure":null,"missed_at":null,"created_at":"2027-03-01T09:03:00.000Z","updated_at":"2027-03-01T09:03:00.003Z"}},
    error: {"summary":"No such webhook","parameters":{"webhook_uuid":"00000000-0000-4000-8000-000000000000"},"body":{"after":"29"},"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no webhook 00000000-0000-4000-8000-000000000000."}}}
  },
  "webhooks.delete": {
    success: {"summary":"It is not needed","parameters":{"webhook_uuid":"0195b1c8-2800-7000-8000-0000000000a2"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such webhook","parameters":{"webhook_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no webhook 00000000-0000-4000-8000-000000000000."}}}
  },
  "settings.replace": {
    success: {"summary":"At most two marketing messages a week, and none at night","parameters":{},"body":{"frequency_cap":{"messages":2,"days":7},"quiet_hours":{"from":"21:00","until":"08:00","time_zone_field":null,"time_zone":"Europe/Berlin"}},"status":200,"answer":{"frequency_cap":{"messages":2,"days":7},"quiet_hours":{"from":"21:00","until":"08:00","time_zone_field":null,"time_zone":"Europe/Berlin"}}},
    error: {"summary":"A cap of nothing","parameters":{},"body":{"frequency_cap":{"messages":0,"days":7},"quiet_hours":null},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"value_error","in":"body","field":"frequency_cap.messages","msg":"must be an integer from 1 to 1000"}]}}}}
  },
  "settings.get": {
    success: {"summary":"As they were set","parameters":{},"body":null,"status":200,"answer":{"frequency_cap":{"messages":2,"days":7},"quiet_hours":{"from":"21:00","until":"08:00","time_zone_field":null,"time_zone":"Europe/Berlin"}}},
    error: null
  },
  "customFields.clearValue": {
    success: {"summary":"Zoë's shoe size","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such field","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","custom_field_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no custom field 00000000-0000-4000-8000-000000000000."}}}
  },
  "customFields.archive": {
    success: {"summary":"The shoe size","parameters":{"custom_field_uuid":"0195b1c8-2800-7000-8000-00000000001e"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such field","parameters":{"custom_field_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no custom field 00000000-0000-4000-8000-000000000000."}}}
  },
  "segments.archive": {
    success: {"summary":"Large shoes","parameters":{"segment_uuid":"0195b1c8-2800-7000-8000-000000000042"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such segment","parameters":{"segment_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no segment 00000000-0000-4000-8000-000000000000."}}}
  },
  "notes.archive": {
    success: {"summary":"The call","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"0195b1c8-2800-7000-8000-000000000050"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such note","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006","note_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no note 00000000-0000-4000-8000-000000000000."}}}
  },
  "contactLists.removeMembers": {
    success: {"summary":"Zoë","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"contact_uuids":["0195b1c8-2800-7000-8000-000000000006"]},"status":204,"answer":null},
    error: {"summary":"What is no uuid","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":{"contact_uuids":["Zoë"]},"status":422,"answer":{"error":{"message":"422 UNPROCESSABLE ENTITY","details":{"errors":[{"type":"uuid_parsing","in":"body","field":"contact_uuids[0]","msg":"must be a UUID"}]}}}}
  },
  "contactLists.archive": {
    success: {"summary":"The regulars","parameters":{"contact_list_uuid":"0195b1c8-2800-7000-8000-00000000002f"},"body":null,"status":204,"answer":null},
    error: {"summary":"No such list","parameters":{"contact_list_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact list 00000000-0000-4000-8000-000000000000."}}}
  },
  "contacts.archive": {
    success: {"summary":"Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":true,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:03:00.000Z","last_engaged_at":"2027-03-01T09:02:00.208Z","custom_fields":{}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  },
  "contacts.unarchive": {
    success: {"summary":"Zoë","parameters":{"contact_uuid":"0195b1c8-2800-7000-8000-000000000006"},"body":null,"status":200,"answer":{"uuid":"0195b1c8-2800-7000-8000-000000000006","workspace_uuid":"0195b1c8-2800-7000-8000-000000000005","first_name":"Zoë","last_name":"Müller","external_contact_id":null,"email":"zoe@example.org","phone_number":"+49 30 901820","chatapp_id":null,"socialmsg_id":null,"archived":false,"created_at":"2027-03-01T09:00:00.000Z","updated_at":"2027-03-01T09:03:00.000Z","last_engaged_at":"2027-03-01T09:02:00.208Z","custom_fields":{}}},
    error: {"summary":"No such contact","parameters":{"contact_uuid":"00000000-0000-4000-8000-000000000000"},"body":null,"status":404,"answer":{"error":{"message":"404 NOT FOUND","details":"There is no contact 00000000-0000-4000-8000-000000000000."}}}
  }
}
