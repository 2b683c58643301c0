import { assert, describe, it } from "vitest"
import {
  changesOf,
  type Contact,
  type CustomField,
  localOf,
  noDraft,
  readDraft,
  typedOf,
  valueOf
} from "../../src/contacts/ContactEntry.ts"

const fieldOf = (field_type: CustomField["field_type"], field_key = "field"): CustomField => ({
  uuid: `uuid-of-${field_key}`,
  workspace_uuid: "workspace",
  name: field_key,
  icon: null,
  field_type,
  field_key,
  status: "active",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  archived_at: null,
  editable: true,
  sensitive: false
})

const contact: Contact = {
  uuid: "contact",
  workspace_uuid: "workspace",
  first_name: "Ada",
  last_name: null,
  phone_number: "030 23125 004",
  email: null,
  chatapp_id: null,
  socialmsg_id: null,
  external_contact_id: null,
  archived: false,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  last_engaged_at: null,
  custom_fields: { visits: 3, tags: ["a", "b"], since: "2026-03-29T00:59:30Z" }
}

const visits = fieldOf("number:integer", "visits")
const tags = fieldOf("multiselect", "tags")
const since = fieldOf("date:date_time", "since")

describe("a contact form's input", () => {
  it("sends only the fields that differ from the contact's", () => {
    const draft = { first_name: "Ada", last_name: " ", email: "ada@example.org", "custom_fields.visits": "3" }
    assert.deepStrictEqual(changesOf(draft, contact, [visits, tags, since]), { email: "ada@example.org" })
    assert.deepStrictEqual(changesOf(noDraft, contact, [visits, tags, since]), {})
  })

  it("clears emptied fields", () => {
    const draft = { phone_number: "", "custom_fields.visits": "", "custom_fields.tags": [] }
    assert.deepStrictEqual(changesOf(draft, contact, [visits, tags]), {
      phone_number: null,
      custom_fields: { visits: null, tags: null }
    })
  })

  it("leaves out a field that is no longer offered", () => {
    assert.deepStrictEqual(changesOf({ "custom_fields.visits": "4" }, contact, []), {})
  })

  it("creates a contact with the typed values", () => {
    const draft = { first_name: "Zoë", last_name: "", "custom_fields.tags": ["b"] }
    assert.deepStrictEqual(changesOf(draft, undefined, [visits, tags]), {
      first_name: "Zoë",
      custom_fields: { tags: ["b"] }
    })
  })

  it.each([
    ["number:integer", "12", 12],
    ["number:decimal", "-1.5e3", -1500],
    ["number:decimal", "1,5", "1,5"],
    ["number:integer", "0x10", "0x10"],
    ["number:percentage", " 7 ", 7],
    ["checkbox", "true", true],
    ["checkbox", "false", false],
    ["date", "2026-02-03", "2026-02-03"],
    ["date:time", "09:30", "09:30"],
    ["text", " two\nlines ", " two\nlines "],
    ["text", "  ", null],
    ["select", "", null],
    ["date:date_time", "tomorrow", "tomorrow"]
  ] as const)("for %s %j is parsed as %j", (kind, typed, value) => {
    assert.strictEqual(valueOf(fieldOf(kind), typed), value)
  })

  it("keeps a timestamp unchanged through an input", () => {
    for (const iso of ["2026-03-29T00:59:30Z", "2026-07-01T12:00:00Z", "1999-12-31T23:00:00Z"]) {
      assert.strictEqual(valueOf(since, typedOf(since, iso)), iso)
    }
    assert.match(localOf("2026-07-01T12:00:00+02:00"), /^2026-07-01T\d\d:\d\d$/)
    assert.strictEqual(localOf("no instant"), "")
  })

  it("is read from a stored draft, and from nothing else", () => {
    assert.deepStrictEqual(readDraft({ email: "a", "custom_fields.tags": ["b"] }), {
      email: "a",
      "custom_fields.tags": ["b"]
    })
    assert.isUndefined(readDraft({ email: 3 }))
    assert.isUndefined(readDraft(["email"]))
  })
})
