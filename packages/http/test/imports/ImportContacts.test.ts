import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, noIdentifier } from "../Endpoints.ts"
import { define, foundOf, valuesOf } from "../custom-fields/Fixture.ts"
import { contactsOf, newList } from "../lists/Fixture.ts"
import { newContact, TestApp } from "../TestApp.ts"
import { importAll, importOf, pageOf, path, progressOf, rowsOf } from "./Fixture.ts"

layer(TestApp.layer)("imports over the real services", (it) => {
  it.effect("I3: a row is the contact with its uuid, whatever rows are matched on, and else the field decides", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const own = yield* newContact(token, { chatapp_id: "491701" })
      const other = yield* newContact(token, { email: "bob@example.org" })
      const foreign = yield* newContact(yield* fresh, { email: "cyd@example.org" })
      const contacts = [
        { uuid: own, email: "bob@example.org", last_name: "Own" },
        { uuid: foreign, email: "BOB@example.org", last_name: "Other" },
        { uuid: foreign, email: "cyd@example.org", last_name: "New" },
        { uuid: "none", email: "dee@example.org" }
      ]
      const outcomes = Effect.fnUntraced(function* (policy: object) {
        const rows = yield* rowsOf(token, yield* importAll(token, { contacts, ...policy }))
        return rows.map(({ contact_uuid, outcome, reason }) => [outcome, contact_uuid, reason])
      })
      const [first, second, third, fourth] = yield* outcomes({ match_on_field: "uuid" })
      assert.deepStrictEqual(first, ["updated", own, null])
      assert.deepStrictEqual([second?.[0], third?.[0]], ["created", "created"])
      assert.notInclude([second?.[1], third?.[1]], foreign)
      assert.deepStrictEqual(fourth, ["failed", null, "value_error"])
      assert.deepStrictEqual(yield* outcomes({ match_on_field: "uuid", merge_type: "update" }), [
        ["unchanged", own, null],
        ["skipped", null, "no_match"],
        ["skipped", null, "no_match"],
        ["failed", null, "value_error"]
      ])
      yield* send("DELETE", `/v1/contacts/${second?.[1]}`, { token })
      const update = yield* outcomes({ match_on_field: "email", merge_type: "update" })
      assert.deepStrictEqual(update.slice(0, 3), [
        ["unchanged", own, null],
        ["failed", null, "ambiguous_match"],
        ["unchanged", third?.[1] ?? "", null]
      ])
      assert.isString(other)
      const all = foundOf((yield* send("GET", "/v1/contacts", { token })).json).total
      yield* importAll(token, { contacts: [{ uuid: own, email: "eve@example.org" }] })
      assert.strictEqual(foundOf((yield* send("GET", "/v1/contacts", { token })).json).total, all + 1)
    })
  )

  it.effect(
    "I4: the contact of a row joins the lists of the row; one that names no list, or an archived one, fails",
    () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const paths = [yield* newList(token), yield* newList(token), yield* newList(token)]
        const [a = "", b = "", gone = ""] = paths.map((path) => path.split("/").at(-1) ?? "")
        yield* send("DELETE", `/v1/contact-lists/${gone}`, { token })
        const contacts = [
          { email: "ada@example.org", contact_list_uuids: [a, b] },
          { email: "bob@example.org", contactListUuids: [b] },
          { email: "cyd@example.org", contact_list_uuids: [a, gone] },
          { email: "dee@example.org", contact_list_uuids: [unknownUuid] },
          { email: "eve@example.org" }
        ]
        const rows = yield* rowsOf(token, yield* importAll(token, { contacts, contact_list_uuid: a }))
        assert.deepStrictEqual(
          rows.map(({ issues, outcome }) => [outcome, ...issues.map(({ field }) => field)]),
          [
            ["created"],
            ["created"],
            ["failed", "contact_list_uuids[1]"],
            ["failed", "contact_list_uuids[0]"],
            ["created"]
          ]
        )
        const on = (list: string) =>
          Effect.map(send("GET", `/v1/contact-lists/${list}/contacts`, { token }), ({ json }) => foundOf(json).total)
        assert.deepStrictEqual([yield* on(a), yield* on(b)], [3, 2])
      })
  )

  it.effect("F2: options are added to those that a contact has, archived ones too", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "multiselect", { field_key: "likes", select_options: ["A", "B", "C"] })
      const uuid = yield* newContact(token, { email: "ada@example.org", custom_fields: { likes: ["B", "A"] } })
      const rows = [
        { email: "ada@example.org", custom_fields: { likes: { add: ["C", "A"] } } },
        { email: "bob@example.org", custom_fields: { likes: { add: ["C"] } } },
        { email: "cyd@example.org", custom_fields: { likes: { add: ["D"] } } },
        { email: "dee@example.org", custom_fields: { likes: { add: ["A"], remove: ["B"] } } }
      ]
      const imported = yield* rowsOf(token, yield* importAll(token, { contacts: rows, match_on_field: "email" }))
      assert.deepStrictEqual(
        imported.map(({ outcome }) => outcome),
        ["updated", "created", "failed", "failed"]
      )
      const contact = `/v1/contacts/${uuid}`
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { likes: ["b", "a", "c"] })
    })
  )

  it.effect("I1, I2: are accepted at once and applied later; summary and rows show the progress at any moment", () =>
    Effect.gen(function* () {
      const { fresh, importRows, send } = yield* TestApp
      const token = yield* fresh
      const contacts = [{ firstName: " Zoë ", email: "zoe@example.org", nickname: "Z" }, { first_name: "Nameless" }]
      const accepted = yield* send("POST", path, { token, json: { contacts } })
      assert.strictEqual(accepted.status, 202)
      const at = `${path}/${importOf(accepted.json)}`
      const before = { status: "pending", total: 2, created: 0, skipped: 0, failed: 0 }
      assert.deepStrictEqual(yield* progressOf(token, at), before)
      const open = { outcome: null, contact_uuid: null, reason: null, error: null, issues: [], erased: false }
      assert.deepStrictEqual(
        yield* rowsOf(token, at),
        contacts.map((contact, index) => ({ index, ...open, contact }))
      )
      assert.strictEqual(foundOf((yield* send("GET", "/v1/contacts", { token })).json).total, 0)

      yield* importRows
      const after = { status: "completed", total: 2, created: 1, skipped: 0, failed: 1 }
      assert.deepStrictEqual(yield* progressOf(token, at), after)
      const [first, second] = yield* rowsOf(token, at)
      const found = yield* send("GET", `/v1/contacts/${first?.contact_uuid}`, { token })
      assert.deepInclude(found.json, { first_name: "Zoë", email: "zoe@example.org" })
      assert.deepStrictEqual(first, {
        index: 0,
        outcome: "created",
        contact_uuid: first?.contact_uuid ?? "",
        reason: null,
        error: null,
        issues: [],
        contact: contacts[0] ?? null,
        erased: false
      })
      const msg = "one of the identifiers is required"
      const identifiers = noIdentifier.map(([, , field]) => field)
      assert.deepStrictEqual(second, {
        index: 1,
        outcome: "failed",
        contact_uuid: null,
        reason: "missing",
        error: `${identifiers.join(", ")}: ${msg}`,
        issues: identifiers.map((field) => ({ type: "missing", field, msg })),
        contact: { first_name: "Nameless" },
        erased: false
      })
      assert.strictEqual(foundOf((yield* send("GET", "/v1/contacts", { token })).json).total, 1)
    })
  )

  it.effect("I2, W2: what is wrong as a value fails its row alone, whichever way the names are spelled", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "number:integer", { field_key: "shoe_size" })
      const at = yield* importAll(token, {
        contacts: [
          { email: "a@example.org", customFields: { shoe_size: 41 } },
          { email: "x".repeat(1_001) },
          { email: "b@example.org", custom_fields: { shoeSize: 41, shoe_size: "big" } },
          { phoneNumber: "+31 6 1", customFields: { shoe_size: [[[1]]], tags: null } },
          {},
          { chatappId: "1" }
        ]
      })
      const rows = yield* rowsOf(token, at)
      assert.deepStrictEqual(
        rows.map(({ issues, outcome }) => [outcome, ...issues.map(({ field, type }) => `${type} ${field}`)]),
        [
          ["created"],
          ["failed", "too_long email"],
          ["failed", "unknown_field custom_fields.shoeSize", "value_error custom_fields.shoe_size"],
          ["failed", "value_error custom_fields.shoe_size", "unknown_field custom_fields.tags"],
          ["failed", ...noIdentifier.map(([type, , field]) => `${type} ${field}`)],
          ["created"]
        ]
      )
      const first = yield* send("GET", `/v1/contacts/${rows[0]?.contact_uuid}`, { token })
      assert.deepStrictEqual(valuesOf(first.json), { shoe_size: 41 })
      const counts = { total: 6, created: 2, skipped: 0, failed: 4 }
      assert.deepStrictEqual(yield* progressOf(token, at), { status: "completed", ...counts })
    })
  )

  it.effect(
    "I2: created counts contacts that were made, changed and left as they were; rows are listed by outcome",
    () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const ann = yield* newContact(token, { email: "Ann@example.org", first_name: "Ann" })
        yield* newContact(token, { email: "two@example.org" })
        yield* newContact(token, { email: "two@example.org" })
        const at = yield* importAll(token, {
          matchOnField: "email",
          contacts: [
            { email: "new@example.org" },
            { email: " ann@EXAMPLE.org ", last_name: "Bee" },
            { email: " ann@EXAMPLE.org " },
            { email: "two@example.org" },
            { email: "new@example.org", first_name: "Later" },
            { phone_number: "1" }
          ]
        })
        const outcomes = (yield* rowsOf(token, at)).map(({ outcome }) => outcome)
        assert.deepStrictEqual(outcomes, ["created", "updated", "unchanged", "failed", "updated", "created"])
        const counts = { total: 6, created: 5, skipped: 0, failed: 1 }
        assert.deepStrictEqual(yield* progressOf(token, at), { status: "completed", ...counts })
        const indexes = (rows: ReadonlyArray<{ readonly index: number }>) => rows.map(({ index }) => index)
        assert.deepStrictEqual(indexes(yield* rowsOf(token, at, "?outcome=updated")), [1, 4])
        assert.deepStrictEqual(indexes(yield* rowsOf(token, at, "?outcome=skipped")), [])
        const page = pageOf((yield* send("GET", `${at}/rows?outcome=created&limit=1&offset=1`, { token })).json)
        assert.deepStrictEqual(indexes(page.rows), [5])
        assert.deepStrictEqual(page.pagination, { limit: 1, offset: 1, total: 2 })
        const [failed] = yield* rowsOf(token, at, "?outcome=failed")
        assert.deepStrictEqual(
          failed?.issues.map(({ field, type }) => [type, field]),
          [["ambiguous_match", "email"]]
        )
        const { json } = yield* send("GET", `/v1/contacts/${ann}`, { token })
        assert.deepInclude(json, { first_name: "Ann", last_name: "Bee", email: "ann@EXAMPLE.org" })
      })
  )

  it.effect("I4, I5: skipped rows are no failures, and the contacts that they match join the list too", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const ann = yield* newContact(token, { phone_number: "+31 6 11" })
      const list = yield* newList(token)
      const request = { contactListUuid: list.split("/").at(-1), match_on_field: "phone_number" }
      const creating = yield* importAll(token, {
        ...request,
        merge_type: "create",
        contacts: [{ phone_number: "31611" }, { phoneNumber: "31612" }]
      })
      const [skipped, created] = yield* rowsOf(token, creating)
      assert.deepStrictEqual([skipped?.outcome, skipped?.contact_uuid], ["skipped", ann])
      const matched = { reason: "match_exists", error: "phone_number: a contact has this value already" }
      assert.deepInclude(skipped, matched)
      const { json } = yield* send("GET", `${list}/contacts`, { token })
      assert.sameMembers([...contactsOf(json)], [ann, created?.contact_uuid ?? ""])

      const updating = yield* importAll(token, {
        ...request,
        mergeType: "update",
        contacts: [{ phone_number: "9" }, { email: "a@b.c" }]
      })
      const reasons = (yield* rowsOf(token, updating)).map(({ error, outcome, reason }) => [outcome, reason, error])
      assert.deepStrictEqual(reasons, [
        ["skipped", "no_match", "phone_number: no contact has this value"],
        ["skipped", "no_match_value", "phone_number: there is nothing to match on"]
      ])
      const counts = { total: 2, created: 0, skipped: 2, failed: 0 }
      assert.deepStrictEqual(yield* progressOf(token, updating), { status: "completed", ...counts })
      const failing = yield* importAll(token, { contacts: [{}, { first_name: "Nameless" }] })
      assert.deepInclude(yield* progressOf(token, failing), { status: "failed", failed: 2 })
    })
  )

  it.effect(
    "A1, I4, L2: a list that is unknown or another workspace's is 404, an archived one 400; nothing is imported",
    () =>
      Effect.gen(function* () {
        const { fresh, importRows, send, theirs } = yield* TestApp
        const token = yield* fresh
        const uuidOf = (list: string) => list.split("/").at(-1) ?? ""
        const archived = yield* newList(token)
        yield* send("DELETE", archived, { token })
        const foreign = uuidOf(yield* newList(theirs))
        const cases = [
          [unknownUuid, 404, "404 NOT FOUND", `There is no contact list ${unknownUuid}.`],
          [foreign, 404, "404 NOT FOUND", `There is no contact list ${foreign}.`],
          [uuidOf(archived), 400, "400 BAD REQUEST", `The contact list ${uuidOf(archived)} is archived.`]
        ] as const
        for (const [contact_list_uuid, status, message, details] of cases) {
          const json = { contacts: [{ email: "a@b.c" }], contact_list_uuid }
          const answer = yield* send("POST", path, { token, json })
          assert.deepStrictEqual([answer.status, answer.json], [status, envelope("contacts", message, details)])
        }
        yield* importRows
        assert.strictEqual(foundOf((yield* send("GET", "/v1/contacts", { token })).json).total, 0)
      })
  )

  it.effect("A1: another workspace's import is as if it were not there", () =>
    Effect.gen(function* () {
      const { ours, send, theirs } = yield* TestApp
      const at = yield* importAll(ours, { contacts: [{ email: "ours@example.org" }] })
      const missing = envelope("contacts", "404 NOT FOUND", `There is no contact import ${at.split("/").at(-1)}.`)
      for (const place of [at, `${at}/rows`, `${at}/rows?outcome=created`]) {
        const answer = yield* send("GET", place, { token: theirs })
        assert.deepStrictEqual([answer.status, answer.json], [404, missing])
        assert.strictEqual((yield* send("GET", place, { token: ours })).status, 200)
      }
    })
  )

  it.effect("hostile rows are data: what they spell is kept, given back, and means nothing", () =>
    Effect.gen(function* () {
      const { fresh, importRows, send } = yield* TestApp
      const token = yield* fresh
      yield* define(token, "text", { field_key: "constructor" })
      const rows = [
        '{"__proto__":{"email":"x@y.z"},"email":"a@example.org","custom_fields":{"constructor":"kept"}}',
        '{"email":"b@example.org","custom_fields":{"__proto__":{"polluted":true},"toString":1}}',
        '{"email":"\'; DROP TABLE contacts; --","first_name":"%_\\\\${x}","$.a[0]":{"":[null,1.5e-7,true]}}'
      ]
      const accepted = yield* send("POST", path, { token, body: `{"contacts":[${rows.join()}]}` })
      yield* importRows
      const at = `${path}/${importOf(accepted.json)}`
      const page = yield* send("GET", `${at}/rows`, { token })
      for (const row of rows) assert.include(page.text, `"contact":${JSON.stringify(JSON.parse(row))}`)
      const [first, second, third] = yield* rowsOf(token, at)
      assert.deepStrictEqual([first?.outcome, second?.outcome, third?.outcome], ["created", "failed", "created"])
      assert.deepStrictEqual(
        second?.issues.map(({ field }) => field),
        ["custom_fields.__proto__", "custom_fields.toString"]
      )
      const { json } = yield* send("GET", `/v1/contacts/${first?.contact_uuid}`, { token })
      assert.deepInclude(json, { email: "a@example.org", custom_fields: { constructor: "kept" } })
      assert.isUndefined(Reflect.get({}, "polluted"))
    })
  )

  it.effect("1,000 rows in several batches come out whole", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const contacts = Array.from({ length: 1_000 }, (_, n) =>
        n % 10 === 9 ? { first_name: `${n}` } : { external_contact_id: `${n}` }
      )
      const at = yield* importAll(token, { contacts })
      const counts = { total: 1_000, created: 900, skipped: 0, failed: 100 }
      assert.deepStrictEqual(yield* progressOf(token, at), { status: "completed", ...counts })
      const failed = yield* rowsOf(token, at, "?outcome=failed&limit=100")
      assert.deepStrictEqual(
        failed.map(({ index }) => index),
        Array.from({ length: 100 }, (_, n) => 10 * n + 9)
      )
      assert.strictEqual(foundOf((yield* send("GET", "/v1/contacts", { token })).json).total, 900)
    })
  )
})
