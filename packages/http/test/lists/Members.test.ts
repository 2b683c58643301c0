import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { actor, makeAskedApp, unknownUuid, uuid, workspace } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { contact, contactJson } from "../Samples.ts"
import { newContact, TestApp } from "../TestApp.ts"
import { foundOf } from "../custom-fields/Fixture.ts"
import { contactsOf, listOf, namesOf, newList } from "./Fixture.ts"

/** So many uuids that no resource has. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)

layer(TestApp.layer)("the contacts on a list", (it) => {
  it.effect("L3: are added; those that were not are warnings, in the order of the request", () =>
    Effect.gen(function* () {
      const { ours: token, send, theirs } = yield* TestApp
      const list = yield* newList(token)
      const [ann, bob] = [yield* newContact(token), yield* newContact(token)]
      const foreign = yield* newContact(theirs)
      const first = yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: [ann] } })
      assert.strictEqual(first.status, 201)
      assert.deepStrictEqual(first.json, { message: "1 of 1 contacts added to the list", added: [ann], warnings: [] })
      const json = { contactUuids: [unknownUuid, bob.toUpperCase(), ann, foreign, bob] }
      const second = yield* send("POST", `${list}/contacts`, { token, json })
      assert.strictEqual(second.status, 201)
      assert.deepStrictEqual(second.json, {
        message: "1 of 5 contacts added to the list",
        added: [bob],
        warnings: [
          { uuid: unknownUuid, message: "contact does not exist" },
          { uuid: ann, message: "contact is already in the list" },
          { uuid: foreign, message: "contact does not exist" },
          { uuid: bob, message: "contact is named more than once" }
        ]
      })
      const none = yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: [unknownUuid] } })
      assert.strictEqual(none.status, 201)
      assert.deepInclude((yield* send("GET", list, { token })).json, { count: 2 })
      const listed = yield* send("GET", `${list}/contacts`, { token })
      assert.strictEqual(listed.status, 200)
      assert.sameMembers([...contactsOf(listed.json)], [ann, bob])
      assert.deepInclude(listed.json, { pagination: { limit: 50, offset: 0, total: 2 } })
    })
  )

  it.effect("L3: are removed with 204 and no body, also those that are not on it", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const list = yield* newList(token)
      const [ann, bob] = [yield* newContact(token), yield* newContact(token)]
      yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: [ann, bob] } })
      const json = { contact_uuids: [ann, unknownUuid, ann] }
      const removed = yield* send("DELETE", `${list}/contacts`, { token, json })
      assert.deepStrictEqual([removed.status, removed.text], [204, ""])
      const again = yield* send("DELETE", `${list}/contacts`, { token, json: { contactUuids: [ann] } })
      assert.strictEqual(again.status, 204)
      const { json: left } = yield* send("GET", `${list}/contacts`, { token })
      assert.deepStrictEqual(contactsOf(left), [bob])
      assert.deepInclude((yield* send("GET", list, { token })).json, { count: 1 })
    })
  )

  it.effect(
    "L3, C4: count is the total of the contacts of the list, by either listing; archived ones are asked for",
    () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const list = yield* newList(token)
        const members = [yield* newContact(token), yield* newContact(token), yield* newContact(token)]
        const [ann, bob] = members
        yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: members } })
        const figures = Effect.gen(function* () {
          const paths = [
            `${list}/contacts?limit=1`,
            `/v1/contacts?limit=1&contact_list_uuid=${list.split("/").at(-1)}`,
            `${list}/contacts?limit=1&include_archived=true`
          ]
          const answers = yield* Effect.forEach(paths, (path) => send("GET", path, { token }))
          const { count } = listOf((yield* send("GET", list, { token })).json)
          return [count, ...answers.map(({ json }) => foundOf(json).total)]
        })
        assert.deepStrictEqual(yield* figures, [3, 3, 3, 3])
        yield* send("POST", `/v1/contacts/${ann}/archive`, { token })
        assert.deepStrictEqual(yield* figures, [2, 2, 2, 3])
        yield* send("DELETE", `/v1/contacts/${bob}`, { token })
        assert.deepStrictEqual(yield* figures, [1, 1, 1, 2])
        yield* send("POST", `/v1/contacts/${ann}/unarchive`, { token })
        assert.deepStrictEqual(yield* figures, [2, 2, 2, 2])
        yield* send("DELETE", `/v1/contacts/${ann}`, { token })
        assert.deepStrictEqual(yield* figures, [1, 1, 1, 1])
      })
  )

  const refused: ReadonlyArray<readonly [json: object, ...issue: readonly [type: string, field: string]]> = [
    [{}, "missing", "contact_uuids"],
    [{ contact_uuids: null }, "list_type", "contact_uuids"],
    [{ contact_uuids: uuid }, "list_type", "contact_uuids"],
    [{ contact_uuids: [] }, "too_short", "contact_uuids"],
    [{ contactUuids: strangers(101) }, "too_long", "contact_uuids"],
    [{ contact_uuids: [uuid, "none"] }, "uuid_parsing", "contact_uuids[1]"],
    [{ contact_uuids: [uuid, 5] }, "string_type", "contact_uuids[1]"],
    [{ contact_uuids: [uuid], contactUuids: [uuid] }, "value_error", "contact_uuids"]
  ]
  for (const [json, type, field] of refused) {
    for (const method of ["POST", "DELETE"]) {
      it.effect(`W4: ${method} of ${JSON.stringify(json).slice(0, 50)} is 422 ${type}`, () =>
        Effect.gen(function* () {
          const { ours: token, send } = yield* TestApp
          const answer = yield* send(method, `${yield* newList(token)}/contacts`, { token, json })
          assert.deepStrictEqual(issuesOf(answer), [[type, "body", field]])
        })
      )
    }
  }

  it.effect("1 and 100 at once are taken; a body that is no object is 400", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const members = `${yield* newList(token)}/contacts`
      for (const count of [1, 100]) {
        const json = { contact_uuids: strangers(count) }
        assert.strictEqual((yield* send("POST", members, { token, json })).status, 201)
        assert.strictEqual((yield* send("DELETE", members, { token, json })).status, 204)
      }
      for (const method of ["POST", "DELETE"]) {
        for (const sent of [{}, { body: "{" }, { body: "[]" }]) {
          assert.strictEqual((yield* send(method, members, { token, ...sent })).status, 400)
        }
      }
    })
  )

  it.effect("are listed by GET /v1/contacts too, in any of its orders, page by page", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const list = yield* newList(token)
      const cleo = yield* newContact(token, { first_name: "Cleo" })
      const ann = yield* newContact(token, { first_name: "Ann" })
      const bob = yield* newContact(token, { first_name: "Bob" })
      yield* newContact(token, { first_name: "Outsider" })
      yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: [bob, cleo, ann] } })
      const filter = `/v1/contacts?contact_list_uuid=${list.split("/").at(-1)}`
      const byName = yield* send("GET", `${filter}&order_field=first_name&order=asc`, { token })
      assert.deepStrictEqual(contactsOf(byName.json), [ann, bob, cleo])
      assert.deepInclude(byName.json, { pagination: { limit: 50, offset: 0, total: 3 } })
      const page = yield* send("GET", `${filter}&order_field=first_name&order=desc&limit=1&offset=1`, { token })
      assert.deepStrictEqual(contactsOf(page.json), [bob])
      const newest = yield* send("GET", filter, { token })
      assert.deepStrictEqual(contactsOf(newest.json), [bob, ann, cleo])
      for (const query of ["contact_list_uuid=none", "contact_list_uuid="]) {
        const answer = yield* send("GET", `/v1/contacts?${query}`, { token })
        assert.deepStrictEqual(issuesOf(answer), [["uuid_parsing", "query", "contact_list_uuid"]])
      }
    })
  )

  it.effect("show which lists they are on, by name and status", () =>
    Effect.gen(function* () {
      const { ours: token, send, theirs } = yield* TestApp
      const ann = yield* newContact(token)
      const path = `/v1/contacts/${ann}/contact-lists`
      const names = (query: string) =>
        Effect.map(send("GET", `${path}${query}`, { token }), ({ json }) => namesOf(json))
      for (const name of ["Beta", "alpha", "Gone"]) {
        const list = yield* newList(token, name)
        yield* send("POST", `${list}/contacts`, { token, json: { contact_uuids: [ann] } })
        if (name === "Gone") yield* send("DELETE", list, { token })
      }
      yield* newList(token, "Without her")
      assert.deepStrictEqual(yield* names(""), ["alpha", "Beta", "Gone"])
      assert.deepStrictEqual(yield* names("?status=active"), ["alpha", "Beta"])
      assert.deepStrictEqual(yield* names("?status=archived"), ["Gone"])
      const page = yield* send("GET", `${path}?limit=1&offset=1`, { token })
      assert.deepStrictEqual(namesOf(page.json), ["Beta"])
      assert.deepInclude(page.json, { pagination: { limit: 1, offset: 1, total: 3 } })
      assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}?status=none&limit=101`, { token })), [
        ["less_than_equal", "query", "limit"],
        ["enum", "query", "status"]
      ])
      const missing = envelope("contacts", "404 NOT FOUND", `There is no contact ${ann}.`)
      const foreign = yield* send("GET", path, { token: theirs })
      assert.deepStrictEqual([foreign.status, foreign.json], [404, missing])
      const none = yield* send("GET", "/v1/contacts/none/contact-lists", { token })
      assert.deepStrictEqual(issuesOf(none), [["uuid_parsing", "path", "contact_uuid"]])
    })
  )
})

describe("GET /v1/contact-lists/{contact_list_uuid}/contacts", () => {
  const asking = makeAskedApp((answer) => ({
    contactLists: { members: answer({ items: [contact], total: 7 }), removeMembers: answer(undefined) }
  }))
  const path = `/v1/contact-lists/${uuid}/contacts`

  it.effect(
    "C4: archived contacts are left out unless they are asked for; GET /v1/contacts cannot be asked for them",
    () =>
      Effect.gen(function* () {
        const { asked, send } = yield* asking
        const answer = yield* send("GET", path)
        assert.deepStrictEqual(answer.json, { contacts: [contactJson], pagination: { limit: 50, offset: 0, total: 7 } })
        yield* send("GET", `${path}?include_archived=false`)
        yield* send("GET", `${path}?include_archived=true&limit=2&offset=3`)
        yield* send("GET", `/v1/contacts?contact_list_uuid=${uuid}&limit=2`)
        const sort = "added_last_first"
        const newestFirst = { field: { kind: "instant", name: "createdAt" }, direction: "desc" }
        assert.deepStrictEqual(asked, [
          [workspace, uuid, { includeArchived: false, sort }, { limit: 50, offset: 0 }],
          [workspace, uuid, { includeArchived: false, sort }, { limit: 50, offset: 0 }],
          [workspace, uuid, { includeArchived: true, sort }, { limit: 2, offset: 3 }],
          [workspace, uuid, { includeArchived: false, sort: newestFirst }, { limit: 2, offset: 0 }]
        ])
      })
  )

  for (const value of ["True", "1", "yes", "", "true&include_archived=true"]) {
    it.effect(`W3: include_archived=${value} is 422`, () =>
      Effect.gen(function* () {
        const { asked, send } = yield* asking
        const answer = yield* send("GET", `${path}?include_archived=${value}`)
        assert.deepStrictEqual(issuesOf(answer), [["enum", "query", "include_archived"]])
        assert.deepStrictEqual(asked, [])
      })
    )
  }

  it.effect("A1: what changes is changed by the token's actor", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* asking
      yield* send("DELETE", path, { json: { contact_uuids: [uuid] } })
      assert.deepStrictEqual(asked, [[{ workspace, actor }, uuid, [uuid]]])
    })
  )
})
