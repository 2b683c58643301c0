import { assert, describe, it } from "@effect/vitest"
import { Api } from "@rollcall/api"
import { Effect, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { makeApp, uuid } from "../App.ts"
import { endpoints } from "../Endpoints.ts"
import { contactImport } from "../Samples.ts"

const Examples = Schema.Struct({ examples: Schema.Tuple([Schema.Json]) })
const Document = Schema.Struct({
  components: Schema.Struct({
    schemas: Schema.Struct({
      ContactImportBody: Examples,
      AcceptedContactImport: Examples,
      ContactImport: Examples,
      ContactImportRowPage: Examples
    })
  })
})

describe("GET /openapi.json", () => {
  it.effect("is the document of the API", () =>
    Effect.gen(function* () {
      const send = yield* makeApp()
      const answer = yield* send("GET", "/openapi.json", { token: null })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.text, JSON.stringify(OpenApi.fromApi(Api)))
    })
  )

  it.effect("shows an import by examples, which the server takes as they are", () =>
    Effect.gen(function* () {
      const send = yield* makeApp({ contactImports: { create: () => Effect.succeed(contactImport) } })
      const { json } = yield* send("GET", "/openapi.json", { token: null })
      const { components } = yield* Schema.decodeUnknownEffect(Document)(json)
      const { AcceptedContactImport, ContactImportBody } = components.schemas
      const answer = yield* send("POST", "/v1/contacts/bulk", { json: ContactImportBody.examples[0] })
      assert.strictEqual(answer.status, 202)
      assert.deepStrictEqual<unknown>(AcceptedContactImport.examples, [answer.json])
    })
  )
})

describe("the endpoints that the tests ask", () => {
  it("are all of the API but the health check", () => {
    const served: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { method, path } }) => served.push(`${method} ${path.replace(/:\w+/g, uuid)}`)
    })
    assert.sameMembers([...endpoints.map(({ method, path }) => `${method} ${path}`), "GET /health"], served)
  })
})

describe("GET /docs", () => {
  it.effect("is a page that holds the document and fetches nothing from elsewhere", () =>
    Effect.gen(function* () {
      const send = yield* makeApp()
      const answer = yield* send("GET", "/docs", { token: null })
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/)
      assert.include(answer.text, "/v1/contacts/search")
      assert.notMatch(answer.text, /<(?:script|link|img|iframe)[^>]+(?:src|href)=/i)
      const policy = answer.headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.notMatch(policy, /https?:|\*/)
    })
  )
})
