import { describe, expect, it } from "vitest"
import { checkBody, createBody, estimateBody, placeOf, validateBody } from "../../src/compose/draft/Body.ts"
import { blanksOf } from "../../src/compose/preview/Template.ts"
import { markPlace } from "../../src/compose/preview/Formatting.ts"
import { carousel, column, draftOf, field, list, plain, text } from "./Fixture.ts"

const searchOf = ({ term }: { readonly term: string }) => ({ search_term: term })
const known = { template: plain, searchOf }

describe("a draft converted to a request", () => {
  it("to contacts has an audience, values in the template's order, a key, and the expected number", () => {
    const draft = draftOf({
      include: [
        { kind: "list", uuid: list },
        { kind: "search", filters: "", term: "ada" }
      ],
      exclude: [{ kind: "broadcast", uuid: list }],
      values: {
        header: text("https://shop.example/a.png"),
        "body.1": field("first_name", "there"),
        "body.2": field("city"),
        "button.1": text("A1"),
        "body.3": text("of another template")
      },
      start: "later",
      startAt: "2026-10-25T02:30",
      second: true
    })
    expect(createBody(draft, known, 12)).toEqual({
      channel_type: "chatapp",
      name: "Spring",
      template_name: "order",
      locale: "en",
      from: "493090180",
      client_unique_identifier: "key-1",
      scheduled_for: "2026-10-25T01:30:00.000Z",
      parameters: { header: { type: "image" }, body_order: ["1", "2"], button_order: ["1"] },
      audience: {
        include: [{ contact_list_uuid: list }, { search: { search_term: "ada" } }],
        exclude: [{ broadcast_uuid: list, outcomes: ["pending", "unknown", "sent", "delivered", "read"] }],
        parameters: {
          header: { value: "https://shop.example/a.png" },
          body: { 1: { field: "first_name", fallback: "there" }, 2: { field: "city" } },
          button: { 1: { value: "A1" } }
        }
      },
      expect: { recipients: 12 }
    })
    expect(validateBody(draft, known)).not.toHaveProperty("client_unique_identifier")
  })

  it("has no expected number if contacts are decided later", () => {
    const draft = draftOf({ include: [{ kind: "segment", uuid: list }], resolve: "start" })
    const body = createBody(draft, known, 12)
    expect(body).not.toHaveProperty("expect")
    expect(body.audience).toMatchObject({ resolve: "start" })
  })

  it("can be estimated before all values are chosen", () => {
    const draft = draftOf({ include: [{ kind: "list", uuid: list }], values: { "body.1": field("first_name") } })
    const { audience, ...head } = estimateBody(draft, known)
    expect(head).not.toHaveProperty("name")
    expect(audience.parameters?.body).toEqual({ 1: { field: "first_name" }, 2: { value: markPlace("2") } })
    expect(audience.parameters?.header).toEqual({ value: "https://example.com/…" })
  })

  it("requires a field, and contains the values' formats", () => {
    const values = { "body.1": field("visit", "", "time") }
    const draft = draftOf({ include: [{ kind: "list", uuid: list }], required: "consent", values })
    const { audience } = estimateBody(draft, known)
    expect(audience.require).toEqual({ field: "consent" })
    expect(audience.parameters?.body?.["1"]).toEqual({ field: "visit", format: "time" })
  })

  it("is estimated for its times if they are in the future", () => {
    const times = { start: "later", startAt: "2130-01-01T09:00", until: "2130-01-02T09:00", zone: "UTC" } as const
    const scheduled = { scheduled_for: "2130-01-01T09:00:00.000Z" }
    const ending = { valid_until: "2130-01-02T09:00:00.000Z" }
    const timesOf = (change: Parameters<typeof draftOf>[0]) => {
      const draft = draftOf({ ...times, ...change })
      const [estimated, checked] = [estimateBody(draft, known), checkBody({ ...draft, who: "pasted" }, known)].map(
        ({ scheduled_for, valid_until }) => ({
          ...(scheduled_for && { scheduled_for }),
          ...(valid_until && { valid_until })
        })
      )
      expect(checked).toEqual(estimated)
      return estimated
    }
    expect(timesOf({})).toEqual({ ...scheduled, ...ending })
    expect(timesOf({ start: "now" })).toEqual(ending)
    expect(timesOf({ startAt: "2020-01-01T09:00" })).toEqual(ending)
    expect(timesOf({ until: "2129-01-01T09:00" })).toEqual(scheduled)
    expect(timesOf({ startAt: "", until: "soon" })).toEqual({})
  })

  it("with a carousel has values for each card, and no header or buttons above the cards", () => {
    const values = {
      "body.who": field("first_name"),
      "cards.0.header": text("https://shop.example/1.png"),
      "cards.0.body.1": text("Hat"),
      "cards.0.button.1": text("hat"),
      "cards.1.header": text("https://shop.example/2.png")
    }
    const draft = draftOf({ include: [{ kind: "list", uuid: list }], values })
    const body = createBody(draft, { template: carousel, searchOf }, undefined)
    expect(body.parameters).toEqual({
      body_order: ["who"],
      cards: [
        { header: { type: "image" }, body_order: ["1"], button_order: ["1"] },
        { header: { type: "image" }, body_order: [], button_order: [] }
      ]
    })
    expect(body.audience?.parameters).toEqual({
      body: { who: { field: "first_name" } },
      cards: [
        {
          header: { value: "https://shop.example/1.png" },
          body: { 1: { value: "Hat" } },
          button: { 1: { value: "hat" } }
        },
        { header: { value: "https://shop.example/2.png" }, body: {}, button: {} }
      ]
    })
    expect(blanksOf(carousel).map(placeOf)).toEqual([
      "audience.parameters.body.who",
      "audience.parameters.cards[0].header",
      "audience.parameters.cards[0].body.1",
      "audience.parameters.cards[0].button.1",
      "audience.parameters.cards[1].header"
    ])
  })

  it("to pasted rows has a recipient for each row, with its columns' text or the shared text", () => {
    const draft = draftOf({
      who: "pasted",
      pasted: "Number\tName\n+4930901820\tAda\n4930901821\t",
      values: {
        header: text("https://shop.example/a.png"),
        "body.1": column(0, "there"),
        "body.2": column(0),
        "button.1": text("A1")
      }
    })
    const body = createBody(draft, known, 2)
    expect(body).not.toHaveProperty("expect")
    expect(body).not.toHaveProperty("audience")
    const shared = { header: { value: "https://shop.example/a.png" }, button: { 1: "A1" } }
    expect(body.recipients).toEqual([
      { identifier: "4930901820", parameters: { ...shared, body: { 1: "Ada", 2: "Ada" } } },
      { identifier: "4930901821", parameters: { ...shared, body: { 1: "there" } } }
    ])
  })

  it("to pasted rows with a carousel has only the cards' values", () => {
    const draft = draftOf({
      who: "pasted",
      pasted: "4930901820",
      values: { "cards.1.header": text("https://a.example/") }
    })
    const [recipient] = createBody(draft, { template: carousel, searchOf }, 1).recipients ?? []
    expect(recipient?.parameters).toEqual({
      body: {},
      cards: [
        { body: {}, button: {} },
        { header: { value: "https://a.example/" }, body: {}, button: {} }
      ]
    })
  })
})
