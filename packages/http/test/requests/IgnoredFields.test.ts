import { assert, describe, it, layer } from "@effect/vitest"
import { ignoredFieldsHeader } from "@rollcall/api"
import { InvalidInput } from "@rollcall/core"
import { issue } from "@rollcall/core/shared"
import { Effect, Schema } from "effect"
import { makeApp, type Sent, SharedApp, uuid } from "../App.ts"
import { broadcastJson, endpoints } from "../Endpoints.ts"
import { agreeing } from "../Stubs.ts"
import { ignoredFields } from "../../src/requests/body/BodyNames.ts"

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
    // A slip, another spelling, and what only answers have.
    ["POST", "/v1/contacts", { ...contact, fist_name: "Zoë" }, "fist_name"],
    [
      "POST",
      "/v1/contacts",
      { ...contact, fristName: "Zoë", "Last-Name": "A", "phone number": "1" },
      "fristName, Last-Name, phone%20number"
    ],
    ["PATCH", `/v1/contacts/${uuid}`, { archived: true, createdAt: "x", uuid: "x" }, "archived, createdAt, uuid"],
    // Neither, data, and what is known in camelCase.
    ["POST", "/v1/contacts", { ...contact, nickname: "Z", tags: [] }, null],
    ["POST", "/v1/contacts", { ...contact, firstName: "Z", custom_fields: { fist_name: 1, uuid: 2 } }, null],
    // Below the top.
    ["POST", `/v1/contacts/${uuid}/notes`, { title: "x", content: { text: "x", txt: "y", uuid: "z" } }, "content.txt"],
    ["PUT", `/v1/contacts/${uuid}/notes/${uuid}`, { ...note, title: "x", status: "archived" }, "status"],
    [
      "POST",
      "/v1/contacts/search",
      {
        advanced_search: [{ field: "email", operator: "exists", feild: 1 }],
        sortBy: { field: "email", sort_oder: "asc" }
      },
      "advanced_search[0].feild, sort_by.sort_oder"
    ],
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
    [
      "POST",
      "/broadcasts",
      { ...broadcastJson, templateName: "x", recipients: [{ identifier: "31612345678", paramters: {} }] },
      "templateName"
    ],
    // Every unknown name at the top of a broadcast; what only create takes is known to validate, too.
    [
      "POST",
      "/broadcasts",
      { ...broadcastJson, dry_run: true, throttle: 5, recipients: [{ identifier: "31612345678", dry_run: true }] },
      "dry_run, throttle"
    ],
    ["POST", "/broadcasts/validate", { ...broadcastJson, client_unique_identifier: "k", dry_run: true }, "dry_run"],
    [
      "POST",
      "/broadcasts/validate",
      { ...broadcastJson, status: "x", parameters: { bodyorder: [] } },
      "parameters.bodyorder, status"
    ],
    [
      "POST",
      "/broadcasts/message_statuses",
      { filters: { broadcastUuid: uuid, broadcast_uuid: uuid }, limit: 1, offset: 0 },
      "filters.broadcast_uuid"
    ]
  ]
  for (const [method, path, json, named] of examples) {
    it.effect(`W3: names ${named ?? "none"} of ${method} ${path.replaceAll(uuid, "{uuid}")}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ignoredIn(method, path, { json }), named)
      })
    )
  }

  it.effect("W3: names nothing of a request that is in order", () =>
    Effect.gen(function* () {
      for (const { json, method, path } of endpoints) {
        assert.isNull(yield* ignoredIn(method, path, { json }), `${method} ${path}`)
      }
    })
  )

  it.effect("W3: names them in a refusal too, which they may be the reason of", () =>
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

  it.effect("a header can carry every name: what it cannot is percent-encoded, or not named", () =>
    Effect.gen(function* () {
      const json = { ...contact, émail: 1, "email,": 2, "email\r\n": 3, "email\ud800": 4 }
      const send = yield* SharedApp
      const hostile = yield* send("POST", "/v1/contacts", { json })
      assert.strictEqual(hostile.headers.get(ignoredFieldsHeader), "%C3%A9mail, email%2C, email%0D%0A")
      const prototype = yield* ignoredIn("POST", "/v1/contacts", {
        body: '{"email":"a","__proto__":{},"constructor":1}'
      })
      assert.isNull(prototype)
    })
  )
})

describe("ignoredFields", () => {
  const find = ignoredFields({ body: Schema.Struct({ first_name: Schema.String }), bothCases: true })

  it("names twenty at most, and compares no more than two hundred names, none of them a long one", () => {
    const slips = (count: number, prefix = "") =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `${prefix}${"_".repeat(n % 40)}fist${"_".repeat(Math.floor(n / 40))}name`,
          1
        ])
      )
    assert.lengthOf(find(slips(50)), 20)
    const others = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`other_${n}`, 1]))
    assert.deepStrictEqual(find({ ...others, fist_name: 1 }), [])
    const { other_0: _, ...fewer } = others
    assert.deepStrictEqual(find({ ...fewer, fist_name: 1 }), ["fist_name"])
    assert.deepStrictEqual(find({ [`fist${"_".repeat(60)}name`]: 1 }), [])
  })

  it.each(["", "_", "name", "first", "title", "first_names_12"])("takes %j for no slip of first_name", (name) => {
    assert.deepStrictEqual(find({ [name]: 1 }), [])
  })
})
