import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { makeAskedApp, workspace } from "../App.ts"
import { TestApp } from "../TestApp.ts"

layer(TestApp.layer)("GET /v1/templates", (it) => {
  it.effect("B5: answers 200 with the templates that broadcasts may name, by name, with every field of each", () =>
    Effect.gen(function* () {
      const { ourToken, send } = yield* TestApp
      const token = yield* ourToken(["broadcasts:read"])
      const nothing = { account: null, header: null, body_names: null, cards: null, problem: null }
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
  )

  it.effect(
    "B25, W1: names the parameters that are taken by name, and the part that keeps a template from being sent",
    () =>
      Effect.gen(function* () {
        const named = { kind: "plain", name: "a", locale: "en", status: "approved", header: null, buttons: 0 } as const
        const problem = "a header of the type location"
        const place = { kind: "unsendable", name: "b", locale: "en", status: "approved", problem } as const
        const offered = [
          { ...named, body: 1, bodyNames: ["day"], channelType: "chatapp", account: "221" },
          { ...place, channelType: "chatapp" }
        ]
        const { send } = yield* makeAskedApp((answer) => ({ channels: { templates: answer(offered) } }))
        const { json } = yield* send("GET", "/v1/templates")
        const channel_type = "chatapp"
        assert.deepInclude(json, {
          templates: [
            { ...named, body: 1, body_names: ["day"], channel_type, account: "221", cards: null, problem: null },
            {
              ...place,
              channel_type,
              account: null,
              header: null,
              body: null,
              body_names: null,
              buttons: null,
              cards: null
            }
          ]
        })
      })
  )

  it.effect("W1: what a carousel does not have is null", () =>
    Effect.gen(function* () {
      const cards = [{ header: "image", body: 1, buttons: 1 }] as const
      const carousel = { kind: "carousel", name: "a", locale: "en", status: "approved", body: 0, cards } as const
      const offered = [{ ...carousel, channelType: "sms" }]
      const { asked, send } = yield* makeAskedApp((answer) => ({ channels: { templates: answer(offered) } }))
      const { json } = yield* send("GET", "/v1/templates")
      const nothing = { account: null, header: null, body_names: null, buttons: null, problem: null }
      const shown = { ...carousel, cards: cards.map((card) => ({ ...card, body_names: null })) }
      assert.deepInclude(json, { templates: [{ ...shown, ...nothing, channel_type: "sms" }] })
      assert.deepStrictEqual(asked, [[workspace]])
    })
  )

  it.effect("W3: a wrong value in the query is 422, and the scope of contacts is not enough", () =>
    Effect.gen(function* () {
      const { ourToken, send } = yield* TestApp
      assert.deepStrictEqual(
        issuesOf(yield* send("GET", "/v1/templates?limit=0", { token: yield* ourToken(["broadcasts:read"]) })),
        [["greater_than_equal", "query", "limit"]]
      )
      const token = yield* ourToken(["contacts:read"])
      assert.strictEqual((yield* send("GET", "/v1/templates", { token })).status, 403)
    })
  )
})
