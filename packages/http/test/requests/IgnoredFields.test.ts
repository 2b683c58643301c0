import { assert, describe, it, layer } from "@effect/vitest"
import { ignoredFieldsHeader } from "@rollcall/api"
import { InvalidInput } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { Effect, Schema } from "effect"
import { makeApp, type Sent, SharedApp, uuid } from "../App.ts"
import { broadcastJson, endpoints, issuesOf } from "../Endpoints.ts"
import { agreeing } from "../Stubs.ts"
import { ignoredPlaces, unknownMembers } from "../../src/requests/body/BodyNames.ts"

/** What an answer says was ignored. */
const ignoredIn = Effect.fnUntraced(function* (method: string, path: string, sent: Sent) {
  const send = yield* SharedApp
  const { headers, status } = yield* send(method, path, sent)
  assert.include([200, 201, 202, 204], status, path)
  return headers.get(ignoredFieldsHeader)
})

const contact = { email: "zoe@example.org" }
const note = { content: { text: "x" } }
const field = { name: "Shoe size", field_type: "text", editable: true, sensitive: false, icon: null }

layer(SharedApp.layerOf(agreeing))("the answer to a body with fields that are ignored", (it) => {
  const examples: ReadonlyArray<readonly [method: string, path: string, json: object, named: string | null]> = [
    // Every unknown name, also what only answers have.
    ["POST", "/v1/contacts", { ...contact, fist_name: "Zoë" }, "fist_name"],
    [
      "POST",
      "/v1/contacts",
      { ...contact, fristName: "Zoë", "Last-Name": "A", "phone number": "1" },
      "fristName, Last-Name, phone%20number"
    ],
    ["PATCH", `/v1/contacts/${uuid}`, { archived: true, createdAt: "x", uuid: "x" }, "archived, createdAt, uuid"],
    ["POST", "/v1/contacts", { ...contact, nickname: "Z", tags: [] }, "nickname, tags"],
    // Data, and what is known in camelCase.
    ["POST", "/v1/contacts", { ...contact, firstName: "Z", custom_fields: { fist_name: 1, uuid: 2 } }, null],
    // Below the top.
    [
      "POST",
      `/v1/contacts/${uuid}/notes`,
      { title: "x", content: { text: "x", txt: "y", uuid: "z" } },
      "content.txt, content.uuid"
    ],
    ["PUT", `/v1/contacts/${uuid}/notes/${uuid}`, { ...note, title: "x", status: "archived" }, "status"],
    ["PATCH", `/v1/custom-fields/${uuid}`, { ...field, field_key: "other" }, "field_key"],
    ["PATCH", `/v1/contact-lists/${uuid}`, { name: "x", emojis: "x", count: 3 }, "emojis, count"],
    // The rows of an import and the recipients of a broadcast are not looked at.
    [
      "POST",
      "/v1/contacts/bulk",
      { contacts: [{ ...contact, fist_name: "Z" }], match_on_feld: "email" },
      "match_on_feld"
    ],
    ["POST", "/v1/contacts/bulk/preview", { contacts: [contact], match_on_feld: "email" }, "match_on_feld"],
    ["POST", "/broadcasts", { ...broadcastJson, recipients: [{ identifier: "31612345678", paramters: {} }] }, null],
    // What a broadcast ignores is below the top, and the metadata; what only create takes is known to validate, too.
    ["POST", "/broadcasts", { ...broadcastJson, metadata: { a: 1 } }, "metadata"],
    ["POST", "/broadcasts/validate", { ...broadcastJson, client_unique_identifier: "k" }, null],
    [
      "POST",
      "/broadcasts/validate",
      { ...broadcastJson, parameters: { bodyorder: [] }, metadata: {} },
      "parameters.bodyorder, metadata"
    ],
    // Parameters of what is no listing.
    ["POST", "/v1/contacts?dry_run=true&x=1", { ...contact, fist_name: "Z" }, "?dry_run, ?x, fist_name"],
    ["POST", `/broadcasts/${uuid}/cancel?force=1`, {}, "?force"]
  ]
  for (const [method, path, json, named] of examples) {
    it.effect(`W3: reports ${named ?? "none"} of ${method} ${path.replaceAll(uuid, "{uuid}")}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ignoredIn(method, path, { json }), named)
      })
    )
  }

  it.effect("W3: reports nothing for a valid request", () =>
    Effect.gen(function* () {
      for (const { json, method, path } of endpoints) {
        assert.isNull(yield* ignoredIn(method, path, { json }), `${method} ${path}`)
      }
    })
  )

  it.effect("W3: reports ignored fields in a rejection too, because they may be its reason", () =>
    Effect.gen(function* () {
      const issues = [issue("missing", ["externalContactId"], "at least one is required")]
      const send = yield* makeApp({ contacts: { create: () => Effect.fail(new InvalidInput({ issues })) } })
      const refused = yield* send("POST", "/v1/contacts", { json: { emial: "a@b.c" } })
      assert.deepStrictEqual([refused.status, refused.headers.get(ignoredFieldsHeader)], [422, "emial"])
      const undecoded = yield* send("POST", "/v1/contacts", { json: { emial: "a@b.c", first_name: 5 } })
      assert.deepStrictEqual([undecoded.status, undecoded.headers.get(ignoredFieldsHeader)], [422, "emial"])
      const { recipients: _, ...rest } = broadcastJson
      const broadcast = yield* send("POST", "/broadcasts", { json: { ...rest, recipient: [], name: 5 } })
      assert.strictEqual(broadcast.headers.get(ignoredFieldsHeader), "recipient")
    })
  )

  it.effect("a header contains every name, percent-encoded if necessary, or omits it", () =>
    Effect.gen(function* () {
      const json = { ...contact, émail: 1, "email,": 2, "email\r\n": 3, "email\ud800": 4 }
      const send = yield* SharedApp
      const hostile = yield* send("POST", "/v1/contacts", { json })
      assert.strictEqual(hostile.headers.get(ignoredFieldsHeader), "%C3%A9mail, email%2C, email%0D%0A")
      const prototype = yield* ignoredIn("POST", "/v1/contacts", {
        body: '{"email":"a","__proto__":{},"constructor":1}'
      })
      assert.strictEqual(prototype, "__proto__, constructor")
    })
  )
})

layer(SharedApp.layerOf(agreeing))("a search that is not understood (W3, S7)", (it) => {
  const known = "is a name that is not one of search_term, advanced_search, sort_by"
  const nearest: ReadonlyArray<readonly [json: object, field: string, msg: string]> = [
    ...[{ filters: [] }, { query: "x" }, { email: "a@b.c" }, { archived: true }, { contact_list_uuid: uuid }].map(
      (json) => [json, Object.keys(json).join(), `${known}"`] as const
    ),
    [{ searchterm: "ada" }, "searchterm", `${known}; is search_term meant?`],
    [{ "Advanced-Search": [] }, "Advanced-Search", `${known}; is advanced_search meant?`],
    [{ sort: { field: "email" } }, "sort", `${known}; is sort_by meant?`],
    [
      { advanced_search: [{ field: "email", operator: "exists", feild: 1 }] },
      "advanced_search[0].feild",
      "is field meant?"
    ],
    [{ advanced_search: [{ not: { any: [], anny: [] } }] }, "advanced_search[0].not.anny", "is any meant?"],
    [
      { advanced_search: [{ any: [{ not: { all: [{ field: "a", operator: "exists", vaule: 1 }] } }] }] },
      "advanced_search[0].any[0].not.all[0].vaule",
      "is value meant?"
    ],
    [{ sortBy: { field: "email", sort_oder: "asc" } }, "sort_by.sort_oder", "is sort_order meant?"]
  ]
  it.effect.each(nearest)("%j is rejected, with the known names", ([json, field, msg]) =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      const answer = yield* send("POST", "/v1/contacts/search", { json })
      assert.deepStrictEqual(issuesOf(answer), [["extra_forbidden", "body", field]])
      assert.include(answer.text, msg)
      assert.strictEqual(answer.headers.get(ignoredFieldsHeader), field)
    })
  )

  it.effect("is rejected together with all other errors", () =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      const json = { search_term: 5, filters: [], ["x".repeat(65)]: 1 }
      const answer = yield* send("POST", "/v1/contacts/search?page=2", { json })
      assert.deepStrictEqual(issuesOf(answer), [
        ["extra_forbidden", "query", "page"],
        ["string_type", "body", "search_term"],
        ["extra_forbidden", "body", "filters"],
        ["extra_forbidden", "body", ""]
      ])
    })
  )
})

describe("unknownMembers", () => {
  it("finds at most twenty, and skips long names", () => {
    const find = unknownMembers({
      schema: Schema.Struct({ first_name: Schema.String }),
      bothCases: true,
      isRefused: () => false
    })
    const others = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`other_${n}`, 1]))
    assert.lengthOf(ignoredPlaces(find(others)), 20)
    assert.deepStrictEqual(ignoredPlaces(find({ firstName: "Ada", ["x".repeat(65)]: 1 })), [])
  })

  it("treats a part without known names as data at any place, even if several places share it", () => {
    const values = Schema.Record(Schema.String, Schema.String)
    const part = { body: values, button: values }
    const schema = Schema.Struct({ ...part, cards: Schema.Array(Schema.Struct(part)) })
    const find = unknownMembers({ schema, bothCases: true, isRefused: () => false })
    const given = { body: { "1": "a" }, button: { "1": "b" } }
    assert.deepStrictEqual(find({ ...given, cards: [given, given] }), [])
    assert.deepStrictEqual(ignoredPlaces(find({ ...given, cards: [{ ...given, buttons: {} }] })), ["cards[0].buttons"])
  })
})
