import { assert } from "@effect/vitest"
import { SharedApp, uuid } from "../App.ts"
import { endpoints, envelope, issuesOf, titled } from "../Endpoints.ts"
import { suite } from "../../../core/test/Suite.ts"

/** Every name that some body takes, with a value that none takes. */
const wrong = Object.fromEntries(
  [
    ...["email", "name", "field_type", "custom_fields", "custom_field_uuid", "contact_uuids", "content", "title"],
    ...["search_term", "after", "url", "from"]
  ].map((name) => [name, 5])
)

/** What an issue calls the parameter after a part of a path. */
const parameters: Readonly<Record<string, string>> = {
  contacts: "contact_uuid",
  bulk: "contact_import_uuid",
  "custom-fields": "custom_field_uuid",
  "contact-lists": "contact_list_uuid",
  additions: "addition_uuid",
  jobs: "job_uuid",
  segments: "segment_uuid",
  notes: "note_uuid",
  messages: "message_uuid",
  webhooks: "webhook_uuid",
  tokens: "token_uuid"
}

const withUuid = endpoints.filter(({ path }) => path.includes(uuid))
const segments = ["none", "1", `${uuid}0`, "%00", "%20", "__proto__", "a".repeat(3_000)]

suite(SharedApp.layerOf())("a path that is no UUID", (test) => {
  test.each(titled(withUuid.filter(({ area }) => area === "contacts")))(
    "W4: of %s returns 422 in: path for each part, with the body's issues",
    function* ([, { json, method, path }]) {
      const send = yield* SharedApp
      const parts = [...path.matchAll(/([a-z-]+)[/]0197/g)].map(([, part = ""]) => parameters[part] ?? part)
      const inPath = parts.map((name) => ["uuid_parsing", "path", name] as const)
      for (const segment of segments) {
        const none = path.replaceAll(uuid, segment)
        if (json === undefined) {
          const sent = method === "GET" ? {} : { body: "{" }
          assert.deepStrictEqual(issuesOf(yield* send(method, none, sent)), inPath)
        } else {
          const issues = issuesOf(yield* send(method, none, { json: wrong }))
          assert.deepStrictEqual(issues.slice(0, parts.length), inPath)
          assert.deepStrictEqual([...new Set(issues.slice(parts.length).map(([, place]) => place))], ["body"])
        }
      }
    }
  )

  test.each(titled(withUuid.filter(({ area }) => area === "broadcasts")))(
    "B19: of %s returns 404, whatever the query and the body",
    function* ([, { method, path }]) {
      const send = yield* SharedApp
      const message = path.endsWith("recipients") ? "Broadcast or recipients were not found" : "Resource was not found"
      const missing = envelope("broadcasts", message, "There is no such broadcast: the uuid in the path is not a UUID.")
      for (const segment of segments) {
        const sent = method === "GET" ? {} : { body: "{" }
        const answer = yield* send(method, `${path.replace(uuid, segment)}?limit=none`, sent)
        assert.deepStrictEqual([answer.status, answer.json], [404, missing], segment)
      }
    }
  )

  test("W4: of a contact is distinguished from the paths of imports, which take precedence", function* () {
    const send = yield* SharedApp
    for (const [path, name] of [
      ["bulk/notes", "contact_import_uuid"],
      ["bulks", "contact_uuid"],
      ["bul", "contact_uuid"]
    ] as const) {
      assert.deepStrictEqual(issuesOf(yield* send("GET", `/v1/contacts/${path}`)), [["uuid_parsing", "path", name]])
    }
  })

  test("W4: is reported with the query's issues", function* () {
    const send = yield* SharedApp
    const answer = yield* send("GET", "/v1/contact-lists/none/contacts?limit=0&offset=x")
    assert.deepStrictEqual(issuesOf(answer), [
      ["uuid_parsing", "path", "contact_list_uuid"],
      ["greater_than_equal", "query", "limit"],
      ["int_parsing", "query", "offset"]
    ])
  })
})
