import { assert, describe } from "@effect/vitest"
import { BroadcastUuid } from "@rollcall/core"
import { Effect } from "effect"
import { actor, makeApp, makeAskedApp, uuid, workspace } from "../App.ts"
import { acceptance } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const path = `/broadcasts/${uuid}/retry`
const retried = { ...acceptance, retryOf: BroadcastUuid.make(uuid), mayRepeat: false }

describe("POST /broadcasts/{uuid}/retry", () => {
  test("W1, R40: returns 202 with the new broadcast, and passes the request to the library", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({ broadcasts: { retry: answer(retried) } }))
    const json = {
      reasons: ["capped", "unreachable"],
      name: "Again",
      client_unique_identifier: "again",
      parameters: { body: { 1: "Zoë" } }
    }
    const answer = yield* send("POST", path, { json })
    assert.strictEqual(answer.status, 202)
    assert.deepInclude(answer.json, { uuid: acceptance.uuid, status: "scheduled", retry_of: uuid })
    const request = {
      reasons: json.reasons,
      name: "Again",
      clientUniqueIdentifier: "again",
      parameters: json.parameters
    }
    assert.deepStrictEqual(asked, [[{ workspace, actor }, uuid, request]])
  })

  test("W1, R42: warns of recipients who may get it twice; B4: marks a replayed response", function* () {
    const app = (change: Partial<typeof retried>) =>
      makeApp({ broadcasts: { retry: () => Effect.succeed({ ...retried, ...change }) } })
    const json = { reasons: ["unknown"] }
    const first = yield* (yield* app({ mayRepeat: true, replayed: true }))("POST", path, { json })
    assert.match(JSON.stringify(first.json), /may get it twice/)
    assert.strictEqual(first.headers.get("idempotent-replayed"), "true")
    const second = yield* (yield* app({}))("POST", path, { json })
    assert.notMatch(JSON.stringify(second.json), /second time/)
  })

  test("W5, R40: returns 400 for unknown reasons, no reasons and unknown members, and 404 for a path that is no UUID", function* () {
    const send = yield* makeApp()
    for (const json of [
      { reasons: [] },
      {},
      { reasons: ["rejected"] },
      { reasons: ["erased"] },
      { reason: ["capped"] }
    ]) {
      const answer = yield* send("POST", path, { json })
      assert.strictEqual(answer.status, 400, JSON.stringify(json))
      assert.deepInclude(answer.json, { message: "Broadcast could not be retried" })
    }
    assert.strictEqual((yield* send("POST", "/broadcasts/x/retry", { json: { reasons: ["capped"] } })).status, 404)
  })
})
