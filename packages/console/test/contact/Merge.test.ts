import { assert, it } from "vitest"
import type { Contact, CustomField } from "../../src/contacts/ContactEntry.ts"
import { differencesOf, keptWith, lookalikesOf } from "../../src/contact/merge/Merge.ts"

const ours: Contact = {
  uuid: "ours",
  workspace_uuid: "workspace",
  first_name: "Ada",
  last_name: null,
  phone_number: "+49 30 1",
  email: "ada@example.org",
  chatapp_id: null,
  socialmsg_id: null,
  external_contact_id: null,
  archived: false,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  last_engaged_at: null,
  custom_fields: {}
}

it("a merge asks only about fields with different values in both contacts", () => {
  const theirs = { ...ours, first_name: "A.", last_name: "Lovelace", email: null }
  assert.deepStrictEqual(
    differencesOf(ours, theirs, []).map(({ field }) => field),
    ["first_name"]
  )
})

it("a merge offers both contacts' options, and keeps them by default", () => {
  const tags: CustomField = {
    uuid: "tags",
    workspace_uuid: "workspace",
    name: "Tags",
    icon: null,
    field_type: "multiselect",
    field_key: "tags",
    status: "active",
    editable: true,
    sensitive: false,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    archived_at: null
  }
  const [difference] = differencesOf(
    { ...ours, custom_fields: { tags: ["a", "b"] } },
    { ...ours, custom_fields: { tags: ["b", "c"] } },
    [tags]
  )
  assert.deepStrictEqual(difference?.union, ["a", "b", "c"])
  assert.deepStrictEqual(keptWith({ tags: "from", email: "this" }, "tags", undefined), { email: "this" })
})

it("a merge searches other contacts by each address, and a number in both fields", () => {
  assert.deepStrictEqual(lookalikesOf(ours), {
    advanced_search: [
      {
        any: [
          { field: "email", operator: "equals", value: "ada@example.org" },
          { field: "phone_number", operator: "equals", value: "+49 30 1" },
          { field: "chatapp_id", operator: "equals", value: "+49 30 1" }
        ]
      }
    ]
  })
  assert.isUndefined(lookalikesOf({ ...ours, phone_number: null, email: null }))
})
