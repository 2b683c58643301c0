/** The titles of the fields that every contact has. */
export const fieldTitles = {
  first_name: "First name",
  last_name: "Last name",
  phone_number: "Phone number",
  email: "E-mail",
  external_contact_id: "External id",
  chatapp_id: "Chat app id",
  socialmsg_id: "Social messenger id",
  client_reference: "Client reference",
  created_at: "Created",
  updated_at: "Changed",
  last_engaged_at: "Last engaged",
  archived: "Archived",
  contact_list_uuid: "List",
  segment_uuid: "Segment"
} as const
