import type { FieldKind } from "./filters/Filter.ts"

const text = (title: string) => ({ title, kind: "text" }) as const

/** The editable fields, in display order. */
export const writable = {
  first_name: text("First name"),
  last_name: text("Last name"),
  phone_number: text("Phone number"),
  email: text("E-mail"),
  chatapp_id: text("Chat app id"),
  socialmsg_id: text("Social messenger id"),
  external_contact_id: text("External id")
}

/** The predefined fields, with their titles and how they are compared. */
export const predefinedFields = {
  ...writable,
  client_reference: text("Client reference"),
  created_at: { title: "Created", kind: "instant" },
  updated_at: { title: "Changed", kind: "instant" },
  last_engaged_at: { title: "Last engaged", kind: "instant" },
  archived: { title: "Archived", kind: "boolean" },
  contact_list_uuid: { title: "List", kind: "set" },
  segment_uuid: { title: "Segment", kind: "set" }
} as const satisfies { readonly [key: string]: { readonly title: string; readonly kind: FieldKind } }
