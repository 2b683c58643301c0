import { assert, describe } from "@effect/vitest"
import { Api } from "@rollcall/api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { test } from "../../packages/core/test/Suite.ts"
import { Document } from "../src/hostile/Document.ts"
import { getsOf } from "../src/scenarios/Filled.ts"

const none = "00000000-0000-4000-8000-000000000000"

describe("the GET requests for a filled store", () => {
  test("cover all GET operations in the document, with known values in their paths and pages of the maximum size", function* () {
    const document = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Document))(
      JSON.stringify(OpenApi.fromApi(Api))
    )
    const gets = getsOf(document, { uuid: "a", contact_uuid: "b" })
    const routes = Object.keys(document.paths).filter((path) => document.paths[path]?.["get"] !== undefined)
    assert.deepStrictEqual(
      gets.map(({ route }) => route),
      routes
    )
    const paths = new Map(gets.map(({ path, route }) => [route, path]))
    assert.strictEqual(paths.get("/health"), "/health")
    assert.strictEqual(paths.get("/broadcasts/{uuid}/recipients"), "/broadcasts/a/recipients?limit=1000")
    assert.strictEqual(paths.get("/v1/contacts/{contact_uuid}/notes/{note_uuid}"), `/v1/contacts/b/notes/${none}`)
  })
})
