import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { AudienceRequest, BroadcastAudience } from "../../../../src/sending/broadcasts/audience/AudienceRequest.ts"

const list = "00000000-0000-4000-8000-000000000001"
const decode = Schema.decodeUnknownEffect(AudienceRequest, { onExcessProperty: "error" })
const Json = Schema.fromJsonString(BroadcastAudience)

describe("AudienceRequest", () => {
  it.effect("R1: accepts every kind of part, and is the same after a JSON round trip", () =>
    Effect.gen(function* () {
      const request = yield* decode({
        include: [
          { contactListUuid: list },
          { search: { searchTerm: "a", advancedSearch: [{ field: "firstName", operator: "equals", value: 1 }] } },
          { segmentUuid: list },
          { contactUuids: [list] }
        ],
        exclude: [{ contactListUuid: list }, { broadcastUuid: list, outcomes: ["sent", "read"] }],
        address: ["phoneNumber"],
        clientReference: { field: "externalContactId" },
        parameters: { body: { name: { field: "firstName", fallback: "there" }, time: { value: "9:30" } } },
        resolve: "start"
      })
      const header = { type: "text", value: null } as const
      const audience: typeof BroadcastAudience.Type = {
        request,
        parameters: { header, bodyOrder: ["name", "time"], buttonOrder: [], cards: null },
        expect: { recipients: 7 }
      }
      const text = yield* Schema.encodeEffect(Json)(audience)
      assert.deepStrictEqual(yield* Schema.decodeEffect(Json)(text), audience)
    })
  )

  it.effect.each([
    { name: "two kinds in one part", request: { include: [{ contactListUuid: list, segmentUuid: list }] } },
    { name: "a part without a kind", request: { include: [{}] } },
    { name: "a search with an order", request: { include: [{ search: { sortBy: { field: "email" } } }] } },
    { name: "a broadcast that is included", request: { include: [{ broadcastUuid: list, outcomes: ["sent"] }] } },
    { name: "a broadcast without outcomes", request: { include: [], exclude: [{ broadcastUuid: list }] } },
    { name: "a value that is a field", request: { include: [], parameters: { header: { value: "a", field: "b" } } } },
    { name: "a fallback of a value", request: { include: [], parameters: { header: { value: "a", fallback: "b" } } } },
    { name: "an address that is none", request: { include: [], address: ["email"] } }
  ])("R1: rejects $name", ({ request }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(decode(request)))._tag, "SchemaError")
    })
  )
})
