import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { resultRecord, RowWithOutcome } from "../../src/imports/ImportedRow.ts"

const decode = Schema.decodeUnknownSync(RowWithOutcome)

const row = (issues: string) => ({
  row_index: 3,
  content: '{"fields":{},"customFields":{},"original":{}}',
  outcome: "failed",
  contact_uuid: null,
  issues,
  undo: null
})

describe("a row's issues", () => {
  it("are decoded as they were encoded", () => {
    const issues = [{ path: ["customFields", "a.b"], code: "value_error", message: "is not a custom field" }] as const
    const result = { index: 3, outcome: "failed", contactUuid: null, issues } as const
    assert.deepStrictEqual(decode(row(resultRecord(result).issues)).issues, issues)
  })

  it("are decoded from the earlier form with the API's names", () => {
    const former = [
      { type: "missing", in: "body", field: "external_contact_id", msg: "is required" },
      { type: "value_error", in: "body", field: "custom_fields.shoe_size.eu", msg: "is not a custom field" },
      { type: "unreadable", in: "body", field: "", msg: "was unreadable" }
    ]
    assert.deepStrictEqual(decode(row(JSON.stringify(former))).issues, [
      { path: ["externalContactId"], code: "missing", message: "is required" },
      { path: ["customFields", "shoe_size.eu"], code: "value_error", message: "is not a custom field" },
      { path: [], code: "unreadable", message: "was unreadable" }
    ])
  })
})
