import type { FieldKind } from "./filters/Filter.ts"

/** The fields that every contact has: what each is called, and how it is compared. */
export const predefinedFields = {
  first_name: { title: "First name", kind: "text" },
  last_name: { title: "Last name", kind: "text" },
  phone_number: { title: "Phone number", kind: "text" },
  email: { title: "E-mail", kind: "text" },
  external_contact_id: { title: "External id", kind: "text" },
  chatapp_id: { title: "Chat app id", kind: "text" },
  socialmsg_id: { title: "Social messenger id", kind: "text" },
  client_reference: { title: "Client reference", kind: "text" },
  created_at: { title: "Created", kind: "instant" },
  updated_at: { title: "Changed", kind: "instant" },
  last_engaged_at: { title: "Last engaged", kind: "instant" },
  archived: { title: "Archived", kind: "boolean" },
  contact_list_uuid: { title: "List", kind: "set" },
  segment_uuid: { title: "Segment", kind: "set" }
} as const satisfies { readonly [key: string]: { readonly title: string; readonly kind: FieldKind } }
