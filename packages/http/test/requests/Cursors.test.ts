import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Sent } from "../App.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

const Pagination = Schema.Struct({
  offset: Schema.Number,
  total: Schema.Number,
  next: Schema.NullOr(Schema.String)
})
const decodeContacts = Schema.decodeUnknownSync(
  Schema.Struct({ contacts: Schema.Array(Schema.Struct({ uuid: Schema.String })), pagination: Pagination })
)
const decodeRecipients = Schema.decodeUnknownSync(
  Schema.Struct({ recipients: Schema.Array(Schema.Struct({ identifier: Schema.String })), pagination: Pagination })
)
const decodeRefusal = Schema.decodeUnknownSync(
  Schema.Struct({
    error: Schema.Struct({
      details: Schema.Struct({
        errors: Schema.Array(Schema.Struct({ in: Schema.String, field: Schema.String, msg: Schema.String }))
      })
    })
  })
)

/** A listing of contacts: how it is asked for, with a query that begins with `?`. */
interface Listing {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly sent: Sent
}

/** Reads all pages of a listing of contacts, each after the one before. */
const walk = Effect.fnUntraced(function* ({ method, path, sent }: Listing) {
  const { send } = yield* TestApp
  const uuids: Array<string> = []
  let after = ""
  while (true) {
    const answer = yield* send(method, `${path}&limit=2${after}`, sent)
    assert.strictEqual(answer.status, 200, answer.text)
    const { contacts, pagination } = decodeContacts(answer.json)
    assert.deepInclude(pagination, { offset: 0, total: 5 })
    uuids.push(...contacts.map(({ uuid }) => uuid))
    if (pagination.next === null) return uuids
    after = `&after=${pagination.next}`
  }
})

const nextOf = Effect.fnUntraced(function* (token: string, path: string) {
  const { send } = yield* TestApp
  const { next } = decodeContacts((yield* send("GET", path, { token })).json).pagination
  return assertText(next)
})

const assertText = (text: string | null): string => {
  assert.isNotNull(text)
  return text ?? ""
}

suite(TestApp.layer)("listings that are read page by page", (test) => {
  test("W1, S16: each page begins after the previous page's next; the last page has none", function* () {
    const { fresh, send } = yield* TestApp
    const token = yield* fresh
    const names = [{ last_name: "Ann" }, { last_name: "ann" }, {}, { last_name: "Bob" }, {}]
    const uuids = yield* Effect.forEach(names, (name) => newContact(token, name))
    const list = yield* send("POST", "/v1/contact-lists", { token, json: { name: "All" } })
    const { uuid } = uuidOf(list.json)
    yield* send("POST", `/v1/contact-lists/${uuid}/contacts`, { token, json: { contact_uuids: uuids } })
    const search = { sort_by: { field: "last_name", sort_order: "desc" } }
    const listings: ReadonlyArray<Listing> = [
      { method: "GET", path: "/v1/contacts?order=asc", sent: { token } },
      { method: "GET", path: "/v1/contacts?order_field=last_name", sent: { token } },
      { method: "GET", path: `/v1/contacts?contact_list_uuid=${uuid}`, sent: { token } },
      { method: "GET", path: `/v1/contact-lists/${uuid}/contacts?include_archived=true`, sent: { token } },
      { method: "POST", path: "/v1/contacts/search?", sent: { token, json: search } }
    ]
    for (const listing of listings) {
      const whole = yield* send(listing.method, `${listing.path}&limit=5`, listing.sent)
      const { contacts, pagination } = decodeContacts(whole.json)
      assert.isNull(pagination.next)
      assert.deepStrictEqual(
        yield* walk(listing),
        contacts.map(({ uuid }) => uuid)
      )
    }
  })

  test("S16, W3: a cursor that is malformed, from another order or listing, or given with an offset is 422", function* () {
    const { fresh, send } = yield* TestApp
    const token = yield* fresh
    const uuids = yield* Effect.forEach(["Ann", "Bob", "Cid"], (last_name) => newContact(token, { last_name }))
    const list = yield* send("POST", "/v1/contact-lists", { token, json: { name: "All" } })
    const { uuid } = uuidOf(list.json)
    const members = `/v1/contact-lists/${uuid}/contacts`
    yield* send("POST", members, { token, json: { contact_uuids: uuids } })
    const path = "/v1/contacts?limit=1"
    const next = yield* nextOf(token, path)
    const text = (json: unknown) => Buffer.from(JSON.stringify(json)).toString("base64url")
    const parts = { of: "contacts", by: "createdAt desc", key: 5, uuid: uuids[0] }
    const order = "&order_field=last_name"
    for (const [at, after, said] of [
      [path, "", "must be the `next` of an earlier page"],
      [path, "%21", "must be the `next` of an earlier page"],
      [path, text("a"), "must be the `next` of an earlier page"],
      [path, text({ ...parts, key: "five" }), "must be the `next` of an earlier page"],
      [path, text({ ...parts, key: 0.5 }), "must be the `next` of an earlier page"],
      [path, text({ ...parts, uuid: "five" }), "must be the `next` of an earlier page"],
      [`${path}${order}`, text({ ...parts, by: "lastName desc", key: "a\0" }), "must be the `next` of an earlier page"],
      [`${path}${order}`, next, "another order"],
      [`${path}&order=asc`, next, "another order"],
      [`${path}&offset=1`, next, "cannot be combined with an offset"],
      [`${members}?limit=1`, next, "this is a listing of contacts on a list"],
      [`${path}&contact_list_uuid=${uuid}`, next, "this is a listing of contacts on a list"],
      [path, yield* nextOf(token, `${members}?limit=1`), "this is a listing of contacts"]
    ] as const) {
      const answer = yield* send("GET", `${at}&after=${after}`, { token })
      assert.strictEqual(answer.status, 422, `${at} ${after}`)
      const { errors } = decodeRefusal(answer.json).error.details
      assert.deepStrictEqual(
        errors.map(({ field, in: place }) => [place, field]),
        [["query", "after"]]
      )
      assert.include(errors[0]?.msg ?? "", said)
    }
    const searched = yield* send("POST", `/v1/contacts/search?limit=1&after=${next}`, { token, json: {} })
    assert.strictEqual(searched.status, 200)
    const json = { sort_by: { field: "last_name" } }
    const refused = yield* send("POST", `/v1/contacts/search?limit=1&after=${next}`, { token, json })
    assert.deepInclude(decodeRefusal(refused.json).error.details.errors[0], { in: "query", field: "after" })
    const lists = yield* send("GET", `/v1/contact-lists?after=${next}`, { token })
    assert.strictEqual(lists.status, 422)
  })

  test("W1, S16, B14: recipients and message statuses are read page by page, and an invalid cursor is 400", function* () {
    const { fresh, send } = yield* TestApp
    const token = yield* fresh
    const identifiers = ["31612345671", "31612345672", "31612345673"]
    const recipients = identifiers.map((identifier) => ({
      identifier,
      parameters: { body: { name: "Zoë", time: "9" } }
    }))
    const created = yield* send("POST", "/broadcasts", {
      token,
      json: {
        channel_type: "chatapp",
        name: "Reminders",
        template_name: "reminder",
        from: "31200000000",
        parameters: { body_order: ["name", "time"] },
        recipients
      }
    })
    const { uuid } = uuidOf(created.json)
    const path = `/broadcasts/${uuid}/recipients?limit=2`
    const statuses = (filters: object, after: string | null) =>
      send("POST", "/broadcasts/message_statuses", { token, json: { filters, limit: 2, offset: 0, after } })
    const since = { updatedSince: "1969-01-01T00:00:00Z" }
    for (const read of [
      (after: string | null) => send("GET", after === null ? path : `${path}&after=${after}`, { token }),
      (after: string | null) => statuses({ broadcastUuid: uuid }, after),
      (after: string | null) => statuses(since, after)
    ]) {
      const first = decodeRecipients((yield* read(null)).json)
      const last = decodeRecipients((yield* read(assertText(first.pagination.next))).json)
      assert.deepInclude(last.pagination, { total: 3, next: null })
      assert.sameMembers(
        [...first.recipients, ...last.recipients].map(({ identifier }) => identifier),
        identifiers
      )
    }
    const next = assertText(decodeRecipients((yield* send("GET", path, { token })).json).pagination.next)
    for (const [answer, said] of [
      [yield* send("GET", `${path}&after=x`, { token }), "after: must be the `next` of an earlier page"],
      [yield* send("GET", `${path}&offset=2&after=${next}`, { token }), "after: cannot be combined with an offset"],
      [yield* statuses({ broadcastUuid: uuid }, "x"), "after: must be the `next` of an earlier page"],
      [yield* statuses(since, next), "after: belongs to a listing of recipients"]
    ] as const) {
      assert.strictEqual(answer.status, 400)
      assert.include(answer.text, said)
    }
  })
})
