import { assert, describe } from "@effect/vitest"
import { BroadcastUuid } from "@rollcall/core"
import { Api } from "@rollcall/api"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { makeFetch, type Stubs, token, uuid } from "./App.ts"
import { broadcastJson } from "./Endpoints.ts"
import { acceptance, contact, contactImport, customField, erasureReceipt, recipient } from "./Samples.ts"
import { test } from "../../core/test/Suite.ts"

/** A client that is made of the API's definition alone, on the routes in place of a network. */
const makeClient = Effect.fnUntraced(function* (stubs: Stubs, credential: string = token) {
  const fetch = yield* makeFetch(stubs)
  return yield* HttpApiClient.make(Api, {
    baseUrl: "http://localhost",
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(credential))
  }).pipe(Effect.provide(FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))))
})

describe("a client generated from the API's definition", () => {
  test("encodes requests for the routes and decodes their responses", function* () {
    const client = yield* makeClient({
      contacts: {
        create: () => Effect.succeed(contact),
        archive: () => Effect.succeed({ ...contact, archived: true }),
        restore: () => Effect.succeed({ ...contact, archived: false }),
        list: (_workspace, _sort, { limit }) => Effect.succeed({ items: [contact], total: limit, next: null })
      },
      contactErasure: { erase: () => Effect.succeed(erasureReceipt) },
      customFields: { replace: () => Effect.succeed(customField) },
      contactImports: {
        create: () => Effect.succeed(contactImport),
        rows: () => Effect.succeed({ items: [], total: 3 })
      },
      contactValues: { replace: () => Effect.succeed(contact.customFields) },
      broadcasts: { create: () => Effect.succeed({ ...acceptance, replayed: true }) },
      deliveries: { list: () => Effect.succeed({ items: [recipient], total: 1, next: null }) }
    })
    const created = yield* client.contacts.create({ payload: { email: "zoe@example.org" } })
    assert.deepStrictEqual(created.created_at, contact.createdAt)
    const params = { contact_uuid: contact.uuid }
    assert.isTrue((yield* client.contacts.archive({ params })).archived)
    assert.isFalse((yield* client.contacts.unarchive({ params })).archived)
    const erased = yield* client.contacts.erase({ params, responseMode: "response-only" })
    assert.strictEqual(
      erased.headers["rollcall-erased"],
      "notes=2, custom_fields=1, contact_lists=3, recipients=4, import_rows=5, messages=6, complete=true"
    )
    const page = yield* client.contacts.list({
      query: { limit: 7, offset: 0, order: "asc", order_field: "last_name" }
    })
    assert.strictEqual(page.pagination.total, 7)
    const field = yield* client.customFields.update({
      params: { custom_field_uuid: customField.uuid },
      payload: { name: "Shoe size", field_type: "number:integer", editable: true, sensitive: false, icon: null }
    })
    assert.deepStrictEqual(field.updated_at, customField.updatedAt)
    const accepted = yield* client.imports.create({
      payload: { contacts: [{ email: "zoe@example.org" }, { custom_fields: { shoe_size: 41 } }] }
    })
    assert.deepStrictEqual(accepted, { contact_import_uuid: contactImport.uuid })
    const rows = yield* client.imports.rows({
      params: accepted,
      query: { limit: 1, offset: 2, outcome: "failed" }
    })
    assert.deepStrictEqual(rows, { rows: [], pagination: { limit: 1, offset: 2, total: 3 } })
    const { custom_fields } = yield* client.customFields.setValue({
      params: { contact_uuid: contact.uuid },
      payload: { custom_field_uuid: customField.uuid, value: 41 }
    })
    assert.deepStrictEqual(custom_fields, contact.customFields)
    const { body, headers } = yield* client.broadcasts.create({ payload: broadcastJson })
    assert.deepStrictEqual(body.scheduled_at, acceptance.scheduledAt)
    assert.deepStrictEqual(headers, { "idempotent-replayed": "true" })
    const statuses = yield* client.broadcasts.statuses({
      payload: { filters: { broadcastUuid: BroadcastUuid.make(uuid) }, limit: 1, offset: 0 }
    })
    assert.strictEqual(statuses.recipients[0]?.status, "delivered")
    assert.deepStrictEqual(yield* client.health(), { status: "ok" })
  })

  test("decodes the errors of both areas", function* () {
    const client = yield* makeClient({}, "unknown")
    const contacts = yield* Effect.flip(client.contacts.get({ params: { contact_uuid: contact.uuid } }))
    assert.deepInclude(contacts, {
      body: { error: { message: "401 UNAUTHORIZED", details: "Unauthorized access." } }
    })
    const broadcasts = yield* Effect.flip(client.broadcasts.details({ params: { uuid: BroadcastUuid.make(uuid) } }))
    assert.deepInclude(broadcasts, { body: { message: "401 UNAUTHORIZED", details: "Unauthorized access." } })
  })
})
