import { Api, ignoredFieldsHeader } from "@rollcall/api"
import { allScopes } from "@rollcall/core/access"
import { Predicate, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { assert, describe, it } from "@effect/vitest"

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.String,
  description: Schema.optionalKey(Schema.String),
  security: Schema.Array(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  parameters: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      in: Schema.String,
      required: Schema.Boolean,
      schema: Schema.Json,
      description: Schema.optionalKey(Schema.String)
    })
  ),
  responses: Schema.Record(
    Schema.String,
    Schema.Struct({ headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
  )
})

const Document = Schema.Struct({
  openapi: Schema.String,
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(Schema.String, Schema.Json),
    securitySchemes: Schema.Record(
      Schema.String,
      Schema.Struct({ type: Schema.String, scheme: Schema.String, description: Schema.String })
    )
  })
})

const isNested = (value: Schema.Json): value is JsonObject | ReadonlyArray<Schema.Json> =>
  Predicate.isObjectOrArray(value)

type JsonObject = { readonly [name: string]: Schema.Json }

const isObject = (value: Schema.Json | undefined): value is JsonObject => Predicate.isReadonlyObject(value)

const Part = Schema.Record(Schema.String, Schema.Json)
const Whole = Schema.Struct({ components: Part, paths: Part, tags: Schema.Array(Part) })

const text = JSON.stringify(OpenApi.fromApi(Api))
const document = Schema.decodeSync(Schema.fromJsonString(Document))(text)

/** Which statuses each operation answers. */
const statuses: Readonly<Record<string, ReadonlyArray<number>>> = {
  "get /v1/contacts": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/search": [200, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "post /v1/contacts": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "patch /v1/contacts/{contact_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/archive": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/unarchive": [200, 401, 403, 404, 422, 429, 500, 503],
  "delete /v1/contacts/{contact_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/bulk": [202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "post /v1/contacts/bulk/preview": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contacts/bulk/{contact_import_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contacts/bulk/{contact_import_uuid}/rows": [200, 401, 403, 404, 410, 422, 429, 500, 503],
  "get /v1/templates": [200, 401, 403, 422, 429, 500, 503],
  "get /v1/events": [200, 401, 403, 410, 422, 429, 500, 503],
  "get /v1/events/stream": [200, 401, 403, 404, 410, 422, 429, 500, 503],
  "get /v1/settings": [200, 401, 403, 422, 429, 500, 503],
  "put /v1/settings": [200, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/tokens": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/tokens": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/tokens/{token_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/webhooks": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/webhooks": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/webhooks/{webhook_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "patch /v1/webhooks/{webhook_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/webhooks/{webhook_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/webhooks/{webhook_uuid}/rotate": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/webhooks/{webhook_uuid}/replay": [200, 400, 401, 403, 404, 408, 410, 413, 415, 422, 429, 500, 503],
  "get /v1/custom-fields": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/custom-fields": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/custom-fields/{custom_field_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "patch /v1/custom-fields/{custom_field_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/custom-fields/{custom_field_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/custom-fields": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/custom-fields": [201, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "patch /v1/contacts/{contact_uuid}/custom-fields": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/contacts/{contact_uuid}/custom-fields/{custom_field_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contact-lists": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/contact-lists": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contact-lists/{contact_list_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "patch /v1/contact-lists/{contact_list_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/contact-lists/{contact_list_uuid}": [204, 400, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contact-lists/{contact_list_uuid}/contacts": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contact-lists/{contact_list_uuid}/contacts": [
    201, 202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503
  ],
  "delete /v1/contact-lists/{contact_list_uuid}/contacts": [204, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contact-lists/{contact_list_uuid}/additions/{addition_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/opt-outs/jobs": [202, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/opt-outs/jobs/{job_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/contact-lists": [200, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/segments": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/segments": [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/segments/{segment_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "patch /v1/segments/{segment_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/segments/{segment_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/segments/{segment_uuid}/contacts": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/segments/{segment_uuid}/contains": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/notes": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/notes": [201, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/notes/{note_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "put /v1/contacts/{contact_uuid}/notes/{note_uuid}": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "delete /v1/contacts/{contact_uuid}/notes/{note_uuid}": [204, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contacts/duplicates": [200, 401, 403, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/merge": [200, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/merge/undo": [200, 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503],
  "get /v1/opt-outs": [200, 401, 403, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/opt-out": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/opt-out": [200, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/contacts/{contact_uuid}/timeline": [200, 401, 403, 404, 422, 429, 500, 503],
  "get /v1/messages/{message_uuid}": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /v1/contacts/{contact_uuid}/opt-in": [200, 401, 403, 404, 422, 429, 500, 503],
  "post /broadcasts": [202, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "post /broadcasts/validate": [200, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "post /broadcasts/audience": [200, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "post /broadcasts/message_statuses": [200, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "post /broadcasts/{uuid}/cancel": [200, 400, 401, 403, 404, 429, 500, 503],
  "post /broadcasts/{uuid}/pause": [200, 400, 401, 403, 404, 429, 500, 503],
  "post /broadcasts/{uuid}/resume": [200, 400, 401, 403, 404, 429, 500, 503],
  "post /broadcasts/{uuid}/opt-outs/apply": [200, 400, 401, 403, 404, 429, 500, 503],
  "post /broadcasts/{uuid}/opt-outs/dismiss": [200, 400, 401, 403, 404, 429, 500, 503],
  "post /broadcasts/{uuid}/test": [200, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "post /broadcasts/{uuid}/retry": [202, 400, 401, 403, 404, 408, 413, 415, 429, 500, 503],
  "get /broadcasts": [200, 400, 401, 403, 429, 500, 503],
  "get /broadcasts/{uuid}": [200, 401, 403, 404, 429, 500, 503],
  "get /broadcasts/{uuid}/series": [200, 400, 401, 403, 404, 429, 500, 503],
  "get /broadcasts/{uuid}/recipients": [200, 400, 401, 403, 404, 429, 500, 503],
  "get /health": [200],
  "get /ready": [200, 503]
}

describe("the OpenAPI document of the API", () => {
  it("lists every operation with the statuses that it answers", () => {
    const { openapi, paths } = document
    assert.strictEqual(openapi, "3.1.0")
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [
        `${method} ${path}`,
        Object.keys(responses).map(Number)
      ])
    )
    assert.deepStrictEqual(Object.fromEntries(listed), statuses)
  })

  it("S14: an item of a search is a filter or a group of items, and lists no member that it cannot have", () => {
    const { ContactFilter, ContactSearchItem } = document.components.schemas
    const properties = (schema: Schema.Json | undefined) =>
      isObject(schema) && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : []
    assert.deepStrictEqual(properties(ContactFilter), ["field", "operator", "value", "data_type"])
    const kinds = isObject(ContactSearchItem) ? ContactSearchItem["anyOf"] : undefined
    assert.isArray(kinds)
    assert.deepStrictEqual(Array.isArray(kinds) ? kinds.map(properties) : [], [[], ["any"], ["all"], ["not"]])
    const within = JSON.stringify(ContactSearchItem).match(/"\$ref":"#\/components\/schemas\/ContactSearchItem"/g)
    assert.lengthOf(within ?? [], 3)
  })

  it("every reference leads somewhere, and operation ids are unique", () => {
    const { components, paths } = document
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    assert.isAbove(references.length, 20)
    for (const name of references) assert.property(components.schemas, name ?? "")
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId)
    )
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it("A2: every operation but those for load balancers asks for a bearer token", () => {
    const { components, paths } = document
    assert.deepInclude(components.securitySchemes["bearer"], { type: "http", scheme: "Bearer" })
    for (const scope of allScopes) assert.include(components.securitySchemes["bearer"]?.description, `\`${scope}\``)
    for (const [path, operations] of Object.entries(paths)) {
      for (const { description, security } of Object.values(operations)) {
        const isProbe = path === "/health" || path === "/ready"
        assert.deepStrictEqual(security, isProbe ? [] : [{ bearer: [] }], path)
        if (!isProbe)
          assert.match(description ?? "", /Needs the (scope `\w+:\w+`|scopes `\w+:\w+`( and `\w+:\w+`)+)\.$/)
      }
    }
  })

  it("describes every operation, parameter, header, answer, schema and property", () => {
    const silent: Array<string> = []
    const describes = (value: JsonObject): boolean => {
      if (typeof value["description"] === "string") return isSentence(value["description"])
      const reference = typeof value["$ref"] === "string" ? value["$ref"] : ""
      const [, name = ""] = reference.split("#/components/schemas/")
      return describesItself(document.components.schemas[name])
    }
    const describesItself = (value: Schema.Json | undefined) =>
      isObject(value) && typeof value["description"] === "string" && isSentence(value["description"])
    // What the generator writes where nothing is said is a name, or <No Content>.
    const isSentence = (text: string) => /^[^<]+ /.test(text)
    const visit = (value: Schema.Json, path: string): void => {
      if (!isNested(value)) return
      for (const [name, member] of Object.entries(value)) {
        const at = `${path}/${name}`
        const described = ["properties", "headers", "schemas", "responses", "securitySchemes"].includes(name)
        if (described && isObject(member)) {
          for (const [key, property] of Object.entries(member)) {
            if (!isObject(property) || !describes(property)) silent.push(`${at}/${key}`)
          }
        }
        visit(member, at)
      }
      if (isObject(value) && typeof (value["operationId"] ?? value["in"]) === "string" && !describes(value))
        silent.push(path)
    }
    const { components, paths, tags } = Schema.decodeUnknownSync(Whole)(JSON.parse(text))
    for (const part of [components, paths, tags]) visit(part, "")
    assert.deepStrictEqual(silent, [])
    assert.isTrue(tags.every(describes))
  })

  it("shows what the core checks: lengths, forms, and what there is to choose from", () => {
    const { schemas } = document.components
    const property = (schema: string, name: string) =>
      Schema.decodeUnknownSync(Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Json) }))(
        schemas[schema]
      ).properties[name]
    const description = (schema: string, name: string) =>
      Schema.decodeUnknownSync(Schema.Struct({ description: Schema.String }))(property(schema, name)).description
    for (const [schema, name, expected] of [
      ["Contact", "uuid", { type: "string", format: "uuid" }],
      ["ContactListCreate", "name", { type: "string", minLength: 1, maxLength: 250 }],
      ["ContactImport", "status", { type: "string", enum: ["pending", "processing", "completed", "failed"] }],
      ["BroadcastBody", "channel_type", { type: "string", enum: ["chatapp"] }],
      ["CancelledBroadcast", "status", { type: "string", enum: ["cancelled"] }],
      ["CustomFieldValuesUpdate", "custom_fields", { type: "object", additionalProperties: true }],
      ["Broadcast", "sent", { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }]
    ] as const) {
      assert.deepStrictEqual(property(schema, name), { ...expected, description: description(schema, name) }, name)
    }
  })

  it("shows limits and defaults of parameters as the integers that they are", () => {
    const { paths } = document
    assert.deepStrictEqual(paths["/v1/contacts/search"]?.["post"]?.parameters, [
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
        description: "How many items the page has at most."
      },
      {
        name: "offset",
        in: "query",
        required: false,
        schema: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
        description: "How many items are skipped."
      },
      {
        name: "after",
        in: "query",
        required: false,
        schema: { type: "string" },
        description:
          "The next of another page of the same listing in the same order: the page begins after it. Not with an offset."
      }
    ])
  })

  it("has one schema of each name", () => {
    assert.deepStrictEqual(
      Object.keys(document.components.schemas).filter((name) => /_\d+$/.test(name)),
      []
    )
  })

  it("W3: does not say that unknown fields are refused", () => {
    assert.notInclude(text, '"additionalProperties":false')
  })

  it("names the headers of answers", () => {
    const { paths } = document
    const responses = paths["/broadcasts"]?.["post"]?.responses
    assert.property(responses?.["202"]?.headers, "idempotent-replayed")
    assert.property(responses?.["401"]?.headers, "www-authenticate")
    assert.property(responses?.["503"]?.headers, "retry-after")
  })

  it("W3: names the header for ignored fields where an operation has read a body", () => {
    const named = (path: string, method: string) =>
      Object.entries(document.paths[path]?.[method]?.responses ?? {}).flatMap(([status, { headers = {} }]) =>
        Object.hasOwn(headers, ignoredFieldsHeader) ? [status] : []
      )
    assert.deepStrictEqual(named("/v1/contacts/{contact_uuid}", "patch"), ["200", "400", "404", "422"])
    assert.deepStrictEqual(named("/broadcasts", "post"), ["202", "400", "404"])
    assert.deepStrictEqual(named("/v1/contacts/{contact_uuid}", "get"), [])
    assert.deepStrictEqual(named("/v1/contacts/{contact_uuid}/archive", "post"), [])
  })
})
