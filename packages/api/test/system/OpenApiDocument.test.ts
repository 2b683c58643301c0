import { Api } from "@rollcall/api"
import { allScopes } from "@rollcall/core/operations"
import { Predicate, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { assert, describe, expect, it } from "@effect/vitest"

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

/** JSON with each value on one line where it fits, so that a review shows what changed and little around it. */
const layOut = (value: Schema.Json, indent = "", before = ""): string => {
  const line = `${indent}${before}${JSON.stringify(value)}`
  if (!isNested(value) || line.length <= 120) return line
  const inner = `${indent}  `
  const [open, close, lines] = Array.isArray(value)
    ? ["[", "]", value.map((item: Schema.Json) => layOut(item, inner))]
    : ["{", "}", Object.entries(value).map(([name, member]) => layOut(member, inner, `"${name}": `))]
  return `${indent}${before}${open}\n${lines.join(",\n")}\n${indent}${close}`
}

describe("the OpenAPI document of the API", () => {
  it("is the document in openapi.json, which `npm test -- packages/api -u` writes", async () => {
    const whole = Schema.decodeSync(Schema.fromJsonString(Schema.Json))(text)
    await expect(`${layOut(whole)}\n`).toMatchFileSnapshot("openapi.json")
  })

  it("S14: an item in a search is a filter or a group of items, and lists only its possible members", () => {
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

  it("every reference resolves, and operation ids are unique", () => {
    const { components, paths } = document
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    assert.isAbove(references.length, 20)
    for (const name of references) assert.property(components.schemas, name ?? "")
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId)
    )
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it("A2: every operation except those for load balancers requires a bearer token", () => {
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

  it("describes every operation, parameter, header, response, schema and property", () => {
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

  it("has one schema per name", () => {
    assert.deepStrictEqual(
      Object.keys(document.components.schemas).filter((name) => /_\d+$/.test(name)),
      []
    )
  })

  it("W3: does not say that unknown fields are rejected", () => {
    assert.notInclude(text, '"additionalProperties":false')
  })
})
