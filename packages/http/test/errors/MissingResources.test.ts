import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { unknownUuid, uuid } from "../App.ts"
import { broadcastJson, type Endpoint, endpoints, envelope, titled } from "../Endpoints.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

/** The uuid of a resource by the part of a path before it; one that is not here is of no resource. */
type Uuids = Readonly<Record<string, string>>

/** Every request that names a resource. */
const requests: ReadonlyArray<Endpoint> = [
  ...endpoints.filter(({ path }) => path.includes(uuid)),
  ...endpoints.filter(({ path }) => path === "/broadcasts/message_statuses"),
  { method: "GET", path: `/v1/contacts?contact_list_uuid=${uuid}`, area: "contacts", scopes: [] },
  {
    method: "POST",
    path: "/v1/contacts/bulk",
    area: "contacts",
    scopes: [],
    json: { contacts: [{ email: "a@b.c" }], contact_list_uuid: uuid }
  }
]

/** Where a request names resources beside the parts of its path, and of what kind each is. */
const members = {
  contact_list_uuid: "contact-lists",
  contact_uuid: "contacts",
  custom_field_uuid: "custom-fields",
  broadcastUuid: "broadcasts"
}

/** The same request for other resources. */
const naming = ({ json, path }: Endpoint, uuids: Uuids) => {
  const uuidOf = (kind: string) => uuids[kind] ?? unknownUuid
  const named = path
    .replace(/([a-z-]+)[/]0197[^/]+/g, (_, part: string) => `${part}/${uuidOf(part)}`)
    .replace(uuid, uuidOf("contact-lists"))
  const body = Object.entries(members).reduce(
    (text, [name, kind]) => text?.replace(`"${name}":"${uuid}"`, `"${name}":"${uuidOf(kind)}"`),
    json === undefined ? undefined : JSON.stringify(json)
  )
  return { path: named, ...(body !== undefined && { body }) }
}

const messageOf = ({ area, path }: Endpoint) => {
  if (area === "contacts") return "404 NOT FOUND"
  return /recipients|statuses/.test(path) ? "Broadcast or recipients were not found" : "Resource was not found"
}

const sentenceOf = Schema.decodeUnknownSync(
  Schema.Union([
    Schema.Struct({ error: Schema.Struct({ details: Schema.String }) }),
    Schema.Struct({ details: Schema.String })
  ])
)
const detailsOf = (json: unknown) => {
  const decoded = sentenceOf(json)
  return "error" in decoded ? decoded.error.details : decoded.details
}

/** One resource of each kind, and a contact that has something of each. */
const stocked = Effect.fnUntraced(function* (token: string) {
  const { importRows, send } = yield* TestApp
  const make = (path: string, json: object) =>
    Effect.map(send("POST", path, { token, json }), (answer) => uuidOf(answer.json).uuid)
  const field = yield* make("/v1/custom-fields", { name: "Shoe size", field_type: "number:integer" })
  const contact = yield* newContact(token, { phone_number: "31612345678", custom_fields: { shoe_size: 41 } })
  const list = yield* make("/v1/contact-lists", { name: "Regulars" })
  yield* send("POST", `/v1/contact-lists/${list}/contacts`, { token, json: { contact_uuids: [contact] } })
  const accepted = yield* send("POST", "/v1/contacts/bulk", { token, json: { contacts: [{ email: "a@b.c" }] } })
  yield* importRows
  const uuids: Uuids = {
    contacts: contact,
    "custom-fields": field,
    "contact-lists": list,
    additions: yield* make(`/v1/contact-lists/${list}/contacts`, { search: {} }),
    jobs: yield* make("/v1/opt-outs/jobs", { action: "opt_in", contact_uuids: [contact] }),
    segments: yield* make("/v1/segments", { name: "VIPs", search: {} }),
    notes: yield* make(`/v1/contacts/${contact}/notes`, { content: { text: "Asked about Monday." } }),
    bulk: Schema.decodeUnknownSync(Schema.Struct({ contact_import_uuid: Schema.String }))(accepted.json)
      .contact_import_uuid,
    webhooks: yield* make("/v1/webhooks", { url: "https://receiver.example/hooks" }),
    broadcasts: yield* make("/broadcasts", { ...broadcastJson, template_name: "reminder" })
  }
  return uuids
})

suite(TestApp.layer)("a missing resource", (test) => {
  test.each(titled(requests))("A1, W9: %s returns 404 with the uuid in its area's envelope", function* ([, endpoint]) {
    const { ours: token, send } = yield* TestApp
    const { path, ...sent } = naming(endpoint, {})
    const answer = yield* send(endpoint.method, path, { token, ...sent })
    assert.strictEqual(answer.status, 404)
    const details = detailsOf(answer.json)
    assert.match(details, new RegExp(`^There is no [a-z ]+ ${unknownUuid}[.]$`))
    assert.deepStrictEqual(answer.json, envelope(endpoint.area, messageOf(endpoint), details))
  })

  test("A1, W9: gets the same response as another workspace's resource, which is not changed", function* () {
    const { fresh, send } = yield* TestApp
    const [ours, token] = [yield* fresh, yield* fresh]
    const uuids = yield* stocked(ours)
    const reads = requests.filter(({ method, path }) => method === "GET" && !path.includes("/messages/"))
    const read = Effect.forEach(reads, (endpoint) => send("GET", naming(endpoint, uuids).path, { token: ours }))
    const before = yield* read
    for (const { status } of before) assert.strictEqual(status, 200)
    const blank = (text: string) =>
      [unknownUuid, ...Object.values(uuids)].reduce((text, uuid) => text.replaceAll(uuid, "?"), text)
    for (const endpoint of requests) {
      const [theirs, nothing] = yield* Effect.forEach([naming(endpoint, uuids), naming(endpoint, {})], (sent) =>
        send(endpoint.method, sent.path, { token, ...sent })
      )
      assert.deepStrictEqual([theirs?.status, blank(theirs?.text ?? "")], [404, blank(nothing?.text ?? "")])
    }
    assert.deepStrictEqual(
      (yield* read).map(({ text }) => text),
      before.map(({ text }) => text)
    )
  })

  test("A1: of two in a path is the second if the first exists", function* () {
    const { fresh, send } = yield* TestApp
    const [ours, token] = [yield* fresh, yield* fresh]
    const uuids: Uuids = { ...(yield* stocked(ours)), contacts: yield* newContact(token) }
    const nested = endpoints.filter((endpoint) => {
      const { body, path } = naming(endpoint, uuids)
      return (
        path.includes(`/contacts/${uuids["contacts"]}`) &&
        /notes[/]|custom_field_uuid|custom-fields[/]/.test(path + body)
      )
    })
    assert.lengthOf(nested, 5)
    for (const endpoint of nested) {
      const { path, ...sent } = naming(endpoint, uuids)
      const answer = yield* send(endpoint.method, path, { token, ...sent })
      const missing = path.includes("notes") ? `note ${uuids["notes"]}` : `custom field ${uuids["custom-fields"]}`
      const details = `There is no ${missing}.`
      assert.deepStrictEqual([answer.status, answer.json], [404, envelope("contacts", "404 NOT FOUND", details)])
    }
  })
})
