import { assert, layer } from "@effect/vitest"
import { ContactSettings } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { uuidOf, TestApp } from "../TestApp.ts"

/** Identifiers of a contact, and others that mean the same (C3); ids of other systems are what they are, to the letter. */
const ada = {
  external_contact_id: "Crm-1",
  email: "Ada@example.org",
  phone_number: "+49 (170) 123",
  chatapp_id: "49 150 456",
  socialmsg_id: "ada"
}
const sameAsAda = { ...ada, email: " ADA@Example.org ", phone_number: "49170-123", chatapp_id: "+49150456" }
const clashes = Object.keys(ada).map((field) => ["already_exists", "body", field] as const)

const appWith = (uniqueIdentifiers: boolean) =>
  Layer.fresh(TestApp.layer).pipe(Layer.provide(Layer.succeed(ContactSettings, { uniqueIdentifiers })))

/** A workspace with Ada and Bob in it. */
const peopled = Effect.gen(function* () {
  const { fresh, send } = yield* TestApp
  const token = yield* fresh
  const pathOf = (json: unknown) =>
    Effect.map(send("POST", "/v1/contacts", { token, json }), (answer) => `/v1/contacts/${uuidOf(answer.json).uuid}`)
  return { send, token, ada: yield* pathOf(ada), bob: yield* pathOf({ email: "bob@example.org" }) }
})

/** A request that gives identifiers to another contact than Ada. */
const requests = (bob: string) =>
  [
    ["POST", "/v1/contacts", 201],
    ["PATCH", bob, 200]
  ] as const

layer(appWith(true))("where identifiers are unique", (it) => {
  it.effect("C2, W4: each one that another contact has is 422 at its field, all of them at once", () =>
    Effect.gen(function* () {
      const { bob, send, token } = yield* peopled
      for (const [method, path] of requests(bob)) {
        const answer = yield* send(method, path, { token, json: sameAsAda })
        assert.strictEqual(answer.status, 422)
        assert.sameDeepMembers([...issuesOf(answer)], clashes)
      }
      const { json } = yield* send("GET", bob, { token })
      assert.deepInclude(json, { email: "bob@example.org", phone_number: null })
    })
  )

  it.effect("C2, W4: they are reported with whatever else is wrong, in either spelling of the names", () =>
    Effect.gen(function* () {
      const { bob, send, token } = yield* peopled
      const json = { phoneNumber: "49170123", first_name: "x".repeat(1_001), customFields: { unknown: 1 } }
      for (const [method, path] of requests(bob)) {
        assert.sameDeepMembers(
          [...issuesOf(yield* send(method, path, { token, json }))].map(([, , field]) => field),
          ["first_name", "phone_number", "custom_fields.unknown"]
        )
      }
    })
  )

  it.effect("C2: no contact clashes with itself, with another workspace, or by what is no identifier", () =>
    Effect.gen(function* () {
      const { ada: path, bob, send, token } = yield* peopled
      const { fresh } = yield* TestApp
      const statuses = [
        yield* send("PATCH", path, { token, json: sameAsAda }),
        yield* send("PATCH", bob, { token, json: { external_contact_id: "crm-1", first_name: "Ada", email: null } }),
        yield* send("POST", "/v1/contacts", { token: yield* fresh, json: ada })
      ].map(({ status }) => status)
      assert.deepStrictEqual(statuses, [200, 200, 201])
    })
  )

  it.effect("C2: what a contact gives up is free for another", () =>
    Effect.gen(function* () {
      const { ada: path, bob, send, token } = yield* peopled
      const json = { email: "ada@example.org" }
      assert.deepStrictEqual(issuesOf(yield* send("PATCH", bob, { token, json })), [
        ["already_exists", "body", "email"]
      ])
      yield* send("PATCH", path, { token, json: { email: null } })
      assert.strictEqual((yield* send("PATCH", bob, { token, json })).status, 200)
    })
  )
})

layer(appWith(false))("where identifiers are not unique, as by default", (it) => {
  it.effect("C2: another contact may have the same", () =>
    Effect.gen(function* () {
      const { bob, send, token } = yield* peopled
      for (const [method, path, status] of requests(bob)) {
        const answer = yield* send(method, path, { token, json: ada })
        assert.strictEqual(answer.status, status)
        assert.deepInclude(answer.json, ada)
      }
    })
  )
})
