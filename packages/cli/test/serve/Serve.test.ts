import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { Accepted, ask, call, live, Contact, ContactPage, Details, detailsWhen, reminderTo } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { temporaryFolder } from "./ServerProcess.ts"

const searchFor = (search_term: string) => ["POST", "/v1/contacts/search", { search_term }] as const

describe("a server", () => {
  it.live("responds to health and interface requests without a token, and to no others", () =>
    Effect.gen(function* () {
      const server = yield* hostServer({ folder: yield* temporaryFolder })
      const stranger = { ...server, token: null }
      const health = yield* call(stranger, "GET", "/health")
      assert.deepStrictEqual([health.status, health.body], [200, { status: "ok" }])
      const contacts = yield* call(stranger, "GET", "/v1/contacts")
      assert.strictEqual(contacts.status, 401)
      assert.deepStrictEqual(contacts.body, {
        error: { message: "401 UNAUTHORIZED", details: "Unauthorized access." }
      })
      const broadcasts = yield* call(stranger, "POST", "/broadcasts", {})
      assert.strictEqual(broadcasts.status, 401)
      assert.deepStrictEqual(broadcasts.body, { message: "401 UNAUTHORIZED", details: "Unauthorized access." })
      const document = yield* ask(
        stranger,
        ["GET", "/openapi.json"],
        [200, Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Unknown) })]
      )
      assert.containsAllKeys(document.paths, ["/v1/contacts", "/broadcasts"])
      const home = yield* Effect.promise(() => fetch(server.url))
      assert.strictEqual(home.url, `${server.url}/console`)
      assert.include(yield* Effect.promise(() => home.text()), '<base href="console/"')
      const page = yield* Effect.promise(() => fetch(`${server.url}/docs`, { headers: { "accept-encoding": "gzip" } }))
      assert.strictEqual(page.headers.get("content-encoding"), "gzip")
      assert.include(yield* Effect.promise(() => page.text()), "/v1/contacts")
    }).pipe(Effect.provide(live))
  )

  it.live("B3: keeps everything after a restart: contacts, broadcasts, and work that became due meanwhile", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const first = yield* hostServer({ folder })
      const ada = yield* ask(
        first,
        ["POST", "/v1/contacts", { first_name: "Ada", phone_number: "+44 7700 900123" }],
        [201, Contact]
      )
      yield* ask(first, ["POST", "/v1/contacts", { first_name: "Ben", email: "ben@example.org" }], [201, Contact])
      const found = yield* ask(first, searchFor("ADA"), [200, ContactPage])
      assert.deepStrictEqual(found, { contacts: [ada], pagination: { total: 1 } })

      const { uuid } = yield* ask(
        first,
        ["POST", "/broadcasts", reminderTo(["447700900123", "447700900001", "+447700900124"])],
        [202, Accepted]
      )
      // A receipt may come before the broadcast is over.
      const details = yield* detailsWhen(
        first,
        uuid,
        ({ failed, read, status }) => read === 1 && failed === 1 && status === "completed"
      )
      assert.deepStrictEqual(details, {
        uuid,
        status: "completed",
        recipients: 2,
        sent: 2,
        delivered: 1,
        read: 1,
        rejected: 1,
        failed: 1
      })

      const dueIn = 1_000
      const dueAt = new Date((yield* Clock.currentTimeMillis) + dueIn).toISOString()
      const later = yield* ask(
        first,
        ["POST", "/broadcasts", { ...reminderTo(["447700900123"]), scheduled_for: dueAt }],
        [202, Accepted]
      )
      yield* first.stop
      yield* Effect.sleep(dueIn)

      const second = yield* hostServer({ folder })
      assert.deepStrictEqual(yield* ask(second, searchFor("ada"), [200, ContactPage]), found)
      assert.deepStrictEqual(yield* ask(second, ["GET", `/broadcasts/${uuid}`], [200, Details]), details)
      const sent = yield* detailsWhen(second, later.uuid, ({ read, status }) => read === 1 && status === "completed")
      assert.strictEqual(sent.recipients, 1)
    }).pipe(Effect.provide(live))
  )
})
