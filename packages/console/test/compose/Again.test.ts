import { describe, expect, it } from "vitest"
import { againOf, type Earlier, isCut } from "../../src/compose/draft/Again.ts"
import { testBody } from "../../src/compose/draft/Body.ts"
import { readFilters } from "../../src/contacts/filters/FilterQuery.ts"
import { draftOf, field, list, plain, text } from "./Fixture.ts"

const earlier: Earlier = {
  name: "Spring",
  channel_type: "chatapp",
  template_name: "order",
  locale: "en",
  from: "493090180",
  audience_request: {
    include: [
      { contact_list_uuid: list },
      { search: { search_term: "ada", advanced_search: [{ field: "city", operator: "equals", value: "Berlin" }] } }
    ],
    exclude: [{ broadcast_uuid: list, outcomes: ["sent"] }, { contact_uuids: [list] }],
    require: { field: "consent" },
    parameters: {
      body: { "1": { field: "visit", fallback: "soon", format: "time" } },
      button: { "1": { value: "A1" } }
    },
    resolve: "start"
  }
}

describe("a rewritten broadcast", () => {
  it("sends the same message to the same contacts, at once and with its own key", () => {
    const { include, key, ...draft } = againOf(earlier, [plain])
    expect(key).not.toBe("")
    expect(draft).toEqual({
      name: "Spring",
      template: JSON.stringify(["order", "en", "chatapp", null]),
      from: "493090180",
      start: "now",
      startAt: "",
      until: "",
      who: "audience",
      exclude: [
        { kind: "broadcast", uuid: list },
        { kind: "contacts", uuids: [list] }
      ],
      required: "consent",
      values: { "body.1": field("visit", "soon", "time"), "button.1": text("A1") },
      resolve: "start"
    })
    const [first, second] = include ?? []
    expect(first).toEqual({ kind: "list", uuid: list })
    expect(second).toMatchObject({ kind: "search", term: "ada" })
    expect(second?.kind === "search" ? readFilters(second.filters).items : []).toEqual([
      { kind: "filter", field: "city", operator: "equals", value: "Berlin" }
    ])
  })

  it("omits an audience that cannot be shown completely, and a template that no longer exists", () => {
    const contact_uuids = Array.from({ length: 100 }, () => list)
    const audience = { include: [{ contact_list_uuid: list }], exclude: [{ contact_uuids }] }
    expect(isCut(audience)).toBe(true)
    const draft = againOf({ ...earlier, audience_request: audience }, [])
    expect([draft.include, draft.exclude, draft.template]).toEqual([undefined, undefined, ""])
    expect(againOf({ ...earlier, audience_request: null }, [plain])).not.toHaveProperty("include")
  })
})

describe("a draft's test send", () => {
  it("has an example's values, starts at once, and ends", () => {
    const draft = draftOf({ start: "later", startAt: "2030-01-01T09:00", until: "2030-02-01T09:00" })
    const parameters = { header: null, body: { "1": "Ada" }, button: null, cards: null }
    const known = { template: plain, searchOf: () => ({}) }
    const until = new Date("2026-01-01T10:00:00Z")
    const body = testBody(draft, known, { parameters }, ["4930901820", "4930901821"], until)
    expect(body).toMatchObject({ valid_until: "2026-01-01T10:00:00.000Z", template_name: "order" })
    expect(body).not.toHaveProperty("scheduled_for")
    expect(body).not.toHaveProperty("audience")
    expect(body.recipients).toEqual([
      { identifier: "4930901820", parameters },
      { identifier: "4930901821", parameters }
    ])
  })
})
