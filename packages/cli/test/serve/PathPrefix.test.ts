import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { ask, call, Contact, ContactPage, live } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { temporaryFolder } from "./ServerProcess.ts"

const served = Effect.flatMap(temporaryFolder, (folder) =>
  hostServer({ folder, env: { ROLLCALL_PATH_PREFIX: "/crm/", ROLLCALL_DATABASE_URL: "memory:" } })
)

const redirectOf = (url: string) =>
  Effect.promise(async () => {
    const { headers, status } = await fetch(url, { redirect: "manual" })
    return [status, headers.get("location")]
  })

/** What is answered to bytes that are no request of HTTP/1.1. */
const answerTo = (url: string, first: string) =>
  Effect.promise(async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.write(`${first} HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)
    return await text(socket)
  })

describe("below a proxy's path (D2)", () => {
  it.live("D2: everything is served below the prefix, and to a proxy that removes the prefix", () =>
    Effect.gen(function* () {
      const { logged, printed, url } = yield* served
      const { origin, pathname } = new URL(url)
      assert.strictEqual(pathname, "/crm")
      const ada = yield* ask(
        { url },
        ["POST", "/v1/contacts", { first_name: "Ada", email: "ada@example.org" }],
        [201, Contact]
      )
      for (const base of [url, origin]) {
        const target = { url: base }
        assert.strictEqual((yield* call({ ...target, token: null }, "GET", "/health")).status, 200)
        assert.deepStrictEqual(yield* ask(target, ["GET", `/v1/contacts/${ada.uuid}`], [200, Contact]), ada)
        const search = yield* ask(target, ["POST", "/v1/contacts/search", { search_term: "ada" }], [200, ContactPage])
        assert.strictEqual(search.pagination.total, 1)
        const document = yield* ask(
          target,
          ["GET", "/openapi.json"],
          [200, Schema.Struct({ servers: Schema.Array(Schema.Struct({ url: Schema.String })) })]
        )
        assert.deepStrictEqual(document.servers, [{ url: "/crm" }])
        assert.hasAllKeys((yield* call(target, "GET", "/v1/nothing")).body, ["error"])
        assert.hasAllKeys((yield* call(target, "GET", "/broadcasts/x/y/z")).body, ["message", "details"])
        assert.deepStrictEqual(yield* redirectOf(`${base}/`), [302, "/crm/console"])
        for (const path of ["/docs", "/console", "/console/contacts"]) {
          assert.strictEqual(yield* Effect.promise(async () => (await fetch(`${base}${path}`)).status), 200)
        }
      }
      assert.deepStrictEqual(yield* redirectOf(url), [302, "/crm/console"])
      assert.strictEqual((yield* call({ url: origin }, "GET", "/crmx/health")).status, 404)
      assert.include(yield* logged, "/crm/v1/contacts/:contact_uuid")
      assert.strictEqual(yield* printed, "")
    }).pipe(Effect.scoped, Effect.provide(live))
  )

  it.live("W5: an unreadable request gets an error in its area's envelope", () =>
    Effect.gen(function* () {
      const { url } = yield* served
      for (const prefix of ["/crm", ""]) {
        assert.include(yield* answerTo(url, `GET ${prefix}/broadcasts`), '{"message":')
        assert.include(yield* answerTo(url, `GET ${prefix}/v1/contacts`), '{"error":')
      }
    }).pipe(Effect.scoped, Effect.provide(live))
  )
})
