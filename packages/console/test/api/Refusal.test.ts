import { describe, expect, it } from "vitest"
import { refusalOf } from "../../src/api/Refusal.ts"

describe("an error response", () => {
  it("from the contacts area has the path of each issue", () => {
    const errors = [
      { type: "missing", in: "body", field: "name", msg: "is required" },
      { type: "int_parsing", in: "body", field: "advanced_search[1].any[0].value", msg: "must be an integer" }
    ]
    const refusal = refusalOf(422, { error: { message: "422 UNPROCESSABLE ENTITY", details: { errors } } })
    expect(refusal.at("name")).toBe("is required")
    expect(refusal.at("advanced_search[1].any[0]")).toBe("must be an integer")
    expect(refusal.at("advanced_search[1]")).toBe("must be an integer")
    expect(refusal.at("advanced_search[10]")).toBeUndefined()
    expect(refusal.outside(["name"]).map(({ place }) => place)).toEqual(["advanced_search[1].any[0].value"])
    expect(refusal.message).toBe("name is required; advanced_search[1].any[0].value must be an integer")
  })

  it("from the broadcasts area has the paths in its message", () => {
    const details = "recipients[0].identifier: must not be empty; template_name: is unknown; and 3 more"
    const refusal = refusalOf(400, { message: "Broadcast could not be scheduled", details })
    expect(refusal.message).toBe(details)
    expect(refusal.at("template_name")).toBe("is unknown")
    expect(refusal.at("recipients")).toBe("must not be empty")
  })

  it("has the message of a response without paths, and when to retry", () => {
    const refusal = refusalOf(503, { error: { message: "503 SERVICE UNAVAILABLE", details: "The store is busy" } }, "2")
    expect([refusal.message, refusal.faults, refusal.retryAfter]).toEqual(["The store is busy", [], 2])
  })

  it("is read from any body", () => {
    for (const body of [
      undefined,
      null,
      "<html>",
      [],
      { error: 7 },
      { details: { errors: "no" } },
      { error: { details: { errors: [1] } } }
    ]) {
      expect(refusalOf(502, body).status).toBe(502)
      expect(refusalOf(502, body).faults).toEqual([])
    }
  })
})
