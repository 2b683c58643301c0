import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, fieldsOf, newContactPath, path, valuesOf, whole } from "./Fixture.ts"

/** Every endpoint that names a definition or a contact, as a request for these. */
const requests = (contact: string, field: string) =>
  [
    ["GET", `${path}/${field}`],
    ["PATCH", `${path}/${field}`, whole],
    ["DELETE", `${path}/${field}`],
    ["GET", `${contact}/custom-fields`],
    ["POST", `${contact}/custom-fields`, { custom_field_uuid: field, value: "a" }],
    ["PATCH", `${contact}/custom-fields`, { custom_fields: { tier: "a" } }],
    ["DELETE", `${contact}/custom-fields/${field}`]
  ] as const

layer(TestApp.layer)("custom fields of others", (it) => {
  it.effect("A1: another workspace's are exactly as if they were not there, at every endpoint", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const ours = yield* fresh
      const theirs = yield* fresh
      const field = yield* define(ours, "text", { field_key: "tier" })
      const contact = yield* newContactPath(ours, { tier: "gold" })
      const theirContact = yield* newContactPath(theirs)

      const shape = ({ headers, json, status, text }: Answer, uuids: ReadonlyArray<string>) => ({
        status,
        text: uuids.reduce((blanked, uuid) => blanked.replaceAll(uuid, "?"), text),
        type: headers.get("content-type"),
        isJson: json !== null
      })
      const foreign = requests(contact, field.uuid)
      const missing = requests(`/v1/contacts/${unknownUuid}`, unknownUuid)
      const uuids = [unknownUuid, field.uuid, contact.slice("/v1/contacts/".length)]
      for (const [index, [method, at, json]] of foreign.entries()) {
        const other = missing[index]
        assert.isDefined(other)
        const answer = yield* send(method, at, { token: theirs, json })
        const nothing = yield* send(method, other?.[1] ?? "", { token: theirs, json: other?.[2] })
        assert.strictEqual(answer.status, 404, `${method} ${at}`)
        assert.deepStrictEqual(shape(answer, uuids), shape(nothing, uuids))
      }

      const mixed = [
        yield* send("POST", `${theirContact}/custom-fields`, {
          token: theirs,
          json: { custom_field_uuid: field.uuid, value: "a" }
        }),
        yield* send("DELETE", `${theirContact}/custom-fields/${field.uuid}`, { token: theirs })
      ]
      const details = `There is no custom field ${field.uuid}.`
      for (const { json, status } of mixed) {
        assert.deepStrictEqual([status, json], [404, envelope("contacts", "404 NOT FOUND", details)])
      }
      const custom_fields = { tier: "a" }
      const written = yield* send("PATCH", theirContact, { token: theirs, json: { custom_fields } })
      assert.deepStrictEqual(issuesOf(written), [["value_error", "body", "custom_fields.tier"]])
      const advanced_search = [{ field: "tier", operator: "exists" }]
      const searched = yield* send("POST", "/v1/contacts/search", { token: theirs, json: { advanced_search } })
      assert.deepStrictEqual(issuesOf(searched), [["value_error", "body", "advanced_search[0].field"]])
      assert.deepStrictEqual(fieldsOf((yield* send("GET", path, { token: theirs })).json), { keys: [], total: 0 })

      assert.deepStrictEqual((yield* send("GET", `${path}/${field.uuid}`, { token: ours })).json, field)
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token: ours })).json), { tier: "gold" })
    })
  )

  it.effect("A1: fields of one key in two workspaces have nothing to do with each other", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const ours = yield* fresh
      const theirs = yield* fresh
      const mine = yield* define(ours, "text", { field_key: "tier" })
      yield* define(theirs, "number:integer", { field_key: "tier" })
      yield* newContactPath(ours, { tier: "gold" })
      const contact = yield* newContactPath(theirs, { tier: 5 })
      yield* send("DELETE", `${path}/${mine.uuid}`, { token: ours })
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token: theirs })).json), { tier: 5 })
    })
  )

  it.effect("A2: no token is 401, and a token that may only read writes nothing", () =>
    Effect.gen(function* () {
      const { ours, ourToken, send } = yield* TestApp
      const reader = yield* ourToken(["contacts:read"])
      const field = yield* define(ours, "text", { field_key: "tier" })
      const contact = yield* newContactPath(ours, { tier: "gold" })
      for (const [method, at, json] of [
        ...requests(contact, field.uuid),
        ["POST", path, whole] as const,
        ["GET", path] as const
      ]) {
        const anonymous = yield* send(method, at, { token: null, json })
        assert.deepStrictEqual(
          [anonymous.status, anonymous.json],
          [401, envelope("contacts", "401 UNAUTHORIZED", "Unauthorized access.")]
        )
        const reading = yield* send(method, at, { token: reader, json })
        assert.strictEqual(reading.status, method === "GET" ? 200 : 403, `${method} ${at}`)
      }
      assert.deepStrictEqual((yield* send("GET", `${path}/${field.uuid}`, { token: ours })).json, field)
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token: ours })).json), { tier: "gold" })
    })
  )
})
