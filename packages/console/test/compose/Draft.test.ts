import { describe, expect, it } from "vitest"
import { readDraft } from "../../src/compose/draft/Draft.ts"
import { readHanded } from "../../src/compose/draft/Query.ts"
import { previewOf, tooLongIn } from "../../src/compose/preview/Message.ts"
import { markPlace } from "../../src/compose/preview/Formatting.ts"
import { carousel, draftOf, field, list, plain } from "./Fixture.ts"

describe("a stored draft", () => {
  it("is restored as written", () => {
    const draft = draftOf({
      template: "order",
      include: [
        { kind: "contacts", uuids: [list] },
        { kind: "search", filters: '{"all":[]}', term: "x" }
      ],
      exclude: [{ kind: "broadcast", uuid: list }],
      required: "consent",
      values: { "body.1": field("visit", "soon", "full_date") },
      startAt: "2026-03-29T02:30",
      start: "later",
      second: true,
      resolve: "start",
      who: "pasted",
      pasted: "4930901820"
    })
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it("uses defaults for invalid members, and is ignored without a key", () => {
    const draft = draftOf({})
    const read = readDraft({
      ...draft,
      include: [{ kind: "planet", uuid: list }],
      values: 7,
      start: "never",
      who: null
    })
    expect(read).toEqual({ ...draft, include: [], values: {}, start: "now", who: "audience" })
    for (const kept of [undefined, null, [], "x", { zone: "UTC" }]) expect(readDraft(kept)).toBeUndefined()
  })
})

describe("a URL's parameters", () => {
  it("contain lists, segments, contacts, a search, or a broadcast to write again", () => {
    const query = new URLSearchParams([
      ["list", list],
      ["segment", list],
      ["contacts", `${list},${list}`],
      ["q", "ada"]
    ])
    expect(readHanded(query)).toEqual({
      include: [
        { kind: "list", uuid: list },
        { kind: "segment", uuid: list },
        { kind: "contacts", uuids: [list, list] },
        { kind: "search", filters: "", term: "ada" }
      ],
      again: null
    })
    expect(readHanded(new URLSearchParams({ again: list }))).toEqual({ include: [], again: list })
    expect(readHanded(new URLSearchParams({ list: "<script>", tab: "x" }))).toBeUndefined()
  })
})

describe("a message before a contact is chosen", () => {
  it("has values, and placeholders for missing ones", () => {
    const message = previewOf(plain, (key) => (key === "body.1" ? { value: "{{2}} \uFDD0x" } : { place: key }))
    expect(message).toEqual({
      header: { type: "image", value: markPlace("header") },
      body: `Hello {{2}} x, *${markPlace("body.2")}*`,
      footer: "Reply STOP",
      buttons: [
        { label: "Call", value: "+4930" },
        { label: "Track", value: `https://shop.example/${markPlace("button.1")}` }
      ],
      cards: null
    })
  })

  it("has the media of cards without known wording", () => {
    const { cards } = previewOf(carousel, (place) => ({ place }))
    expect(cards?.map(({ body, header }) => [header?.value, body])).toEqual([
      [markPlace("cards.0.header"), null],
      [markPlace("cards.1.header"), null]
    ])
  })

  it("reports text that exceeds the messenger's limits", () => {
    const part = { header: null, body: null, footer: null, buttons: null }
    const message = {
      ...part,
      body: "é".repeat(1_025),
      buttons: [{ label: "x".repeat(26), value: null }],
      cards: [
        { ...part, body: "😀".repeat(160) },
        { ...part, body: "😀".repeat(161) }
      ]
    }
    expect(tooLongIn(message)).toEqual([
      { part: "body", card: null, length: 1_025, most: 1_024 },
      { part: "label", card: null, length: 26, most: 25 },
      { part: "body", card: 2, length: 161, most: 160 }
    ])
  })
})
