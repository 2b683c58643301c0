import { assert } from "@effect/vitest"
import { issuesOf } from "../Endpoints.ts"
import { caller, makeAskedApp } from "../App.ts"
import { TestApp } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

suite(TestApp.layer)("GET /v1/templates", (test) => {
  test("W1, B5: returns 200 with the templates that broadcasts can use, by name, with every field of each", function* () {
    const { ourToken, send } = yield* TestApp
    const token = yield* ourToken(["broadcasts:read"])
    const unset = { header: null, body_names: null, text: null, cards: null, problem: null }
    const nothing = { account: null, category: "marketing", ...unset }
    const plain = { kind: "plain", channel_type: "chatapp", locale: "en", buttons: 0, ...nothing }
    const draft = { ...plain, name: "draft", status: "pending", body: 1 }
    const reminder = { ...plain, name: "reminder", status: "approved", body: 2 }
    const all = yield* send("GET", "/v1/templates", { token })
    assert.strictEqual(all.status, 200)
    const pagination = { limit: 50, offset: 0, total: 2 }
    assert.deepStrictEqual(all.json, { templates: [draft, reminder], pagination })
    const { json } = yield* send("GET", "/v1/templates?limit=1&offset=1", { token })
    assert.deepStrictEqual(json, { templates: [reminder], pagination: { limit: 1, offset: 1, total: 2 } })
  })

  test("B25, R50, W1: returns every field of each kind, null if the kind lacks it", function* () {
    const common = { locale: "en", status: "approved" } as const
    const named = {
      kind: "plain",
      name: "a",
      ...common,
      category: "utility",
      header: null,
      body: 1,
      buttons: 0
    } as const
    const place = { kind: "unsendable", name: "b", ...common, problem: "a header of the type location" } as const
    const words = { body: "{{1}}", buttons: [{ label: "Buy", value: "https://a.example/{{1}}" }, { label: "Stop" }] }
    const cards = [{ header: "image", body: 1, buttons: 1, text: words }] as const
    const carousel = { kind: "carousel", name: "c", ...common, body: 0, cards } as const
    const { asked, send } = yield* makeAskedApp((answer) => ({
      channels: {
        templates: answer([
          { ...named, bodyNames: ["day"], channelType: "chatapp", account: "221" },
          { ...place, channelType: "chatapp" },
          { ...carousel, channelType: "sms" }
        ])
      }
    }))
    const { json } = yield* send("GET", "/v1/templates")
    const none = {
      account: null,
      category: "marketing",
      header: null,
      body: null,
      body_names: null,
      text: null,
      buttons: null,
      cards: null,
      problem: null
    }
    const label = { label: "Buy", value: "https://a.example/{{1}}" }
    const cardsJson = cards.map((card) => ({
      ...card,
      body_names: null,
      text: { header: null, body: "{{1}}", footer: null, buttons: [label, { label: "Stop", value: null }] }
    }))
    assert.deepInclude(json, {
      templates: [
        { ...none, ...named, body_names: ["day"], channel_type: "chatapp", account: "221" },
        { ...none, ...place, channel_type: "chatapp" },
        { ...none, ...carousel, cards: cardsJson, channel_type: "sms" }
      ]
    })
    assert.deepStrictEqual(asked, [[caller]])
  })

  test("W3: returns 422 for an invalid query value, and the contacts scope is not sufficient", function* () {
    const { ourToken, send } = yield* TestApp
    assert.deepStrictEqual(
      issuesOf(yield* send("GET", "/v1/templates?limit=0", { token: yield* ourToken(["broadcasts:read"]) })),
      [["greater_than_equal", "query", "limit"]]
    )
    const token = yield* ourToken(["contacts:read"])
    assert.strictEqual((yield* send("GET", "/v1/templates", { token })).status, 403)
  })
})
