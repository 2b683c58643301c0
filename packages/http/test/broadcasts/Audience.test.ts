import { assert, describe } from "@effect/vitest"
import { BroadcastUuid, ContactListUuid, ContactUuid } from "@rollcall/core"
import { SegmentUuid } from "@rollcall/core/operations"
import type { AudienceBroadcast, BroadcastPart } from "@rollcall/core/sending"
import { Effect } from "effect"
import { makeApp, uuid } from "../App.ts"
import { audienceJson, broadcastJson } from "../Endpoints.ts"
import { acceptance } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const list = { contactListUuid: ContactListUuid.make(uuid) }

/** An application that accepts broadcasts to audiences, and what it was asked for. */
const accepting = Effect.gen(function* () {
  const asked: Array<AudienceBroadcast> = []
  const judged: Array<BroadcastPart> = []
  const send = yield* makeApp({
    broadcasts: {
      create: (_caller, request) => {
        if (!("audience" in request)) return Effect.die("no audience was given")
        asked.push(request)
        return Effect.succeed({
          ...acceptance,
          status: "resolving",
          recipients: null,
          rejectedRecipients: null
        } as const)
      },
      issues: (_workspace, part) => (judged.push(part), Effect.succeed([]))
    }
  })
  return { asked, judged, send }
})

describe("POST /broadcasts with an audience", () => {
  test("calls core with the audience, and returns null for numbers not known yet", function* () {
    const { asked, send } = yield* accepting
    const json = {
      ...audienceJson,
      audience: {
        include: [
          { contact_list_uuid: uuid },
          { search: { search_term: "zoe", advanced_search: [{ field: "first_name", operator: "exists" }] } },
          { segment_uuid: uuid },
          { contact_uuids: [uuid] }
        ],
        exclude: [{ broadcast_uuid: uuid, outcomes: ["sent", "read"] }, { contact_list_uuid: uuid }],
        require: { field: "marketing_consent" },
        address: ["phone_number"],
        client_reference: { field: "external_contact_id" },
        parameters: {
          header: { value: "Hello" },
          body: { name: { field: "first_name", fallback: "there" }, city: { field: "city", format: "date" } }
        },
        resolve: "start"
      },
      expect: { recipients: 5, tolerance: 1 }
    }
    const answer = yield* send("POST", "/broadcasts", { json })
    assert.strictEqual(answer.status, 202)
    assert.deepInclude(answer.json, { status: "resolving", recipients: null, rejected_recipients: null })
    const first = { field: "firstName", operator: "exists", value: undefined, dataType: "text" } as const
    assert.deepStrictEqual(asked[0]?.audience, {
      include: [
        list,
        { search: { searchTerm: "zoe", advancedSearch: [first] } },
        { segmentUuid: SegmentUuid.make(uuid) },
        { contactUuids: [ContactUuid.make(uuid)] }
      ],
      exclude: [{ broadcastUuid: BroadcastUuid.make(uuid), outcomes: ["sent", "read"] }, list],
      require: { field: "marketing_consent" },
      address: ["phoneNumber"],
      clientReference: { field: "externalContactId" },
      parameters: {
        header: { value: "Hello" },
        body: { name: { field: "firstName", fallback: "there" }, city: { field: "city", format: "date" } }
      },
      resolve: "start"
    })
    assert.deepStrictEqual(asked[0]?.expect, { recipients: 5, tolerance: 1 })
  })

  test("rejects what could reach more people than intended: misspelt members, both kinds of recipients, parts of two kinds", function* () {
    const { asked, send } = yield* accepting
    const refusals = [
      [{ ...audienceJson.audience, exlude: [] }, "audience.exlude: is a name that is not one of"],
      [
        { include: [{ contact_list_uuid: uuid, filter: [] }] },
        "audience.include[0].filter: is a name that is not one of"
      ],
      [{ include: [{ search: { filters: [] } }] }, "audience.include[0].search.filters: is a name that is not one of"],
      [{ include: [{ contact_list_uuid: uuid, segment_uuid: uuid }] }, "cannot be combined with the other members"],
      [{ include: [{ broadcast_uuid: uuid, outcomes: ["sent"] }] }, "audience.include[0]"],
      [{ include: [{ contact_list_uuid: "VIP" }] }, "audience.include[0].contact_list_uuid"],
      [{ include: [{ serch: {} }] }, "audience.include[0].serch: is not a known member: did you mean search?"],
      [
        { include: [{}] },
        "audience.include[0]: must have one of contact_list_uuid, search, segment_uuid, contact_uuids"
      ],
      [
        { include: [{ search: {} }], exclude: [{ everybody: true }] },
        "known are contact_list_uuid, search, segment_uuid, contact_uuids, broadcast_uuid, outcomes"
      ],
      [{ ...audienceJson.audience, parameters: { header: { field: "city", format: "day" } } }, "audience.parameters"],
      [{}, "audience.include: is required"]
    ] as const
    for (const [audience, details] of refusals) {
      const answer = yield* send("POST", "/broadcasts", { json: { ...audienceJson, audience } })
      assert.strictEqual(answer.status, 400, details)
      assert.include(JSON.stringify(answer.json), details)
    }
    const both = yield* send("POST", "/broadcasts", { json: { ...broadcastJson, ...audienceJson } })
    assert.strictEqual(both.status, 400)
    assert.include(JSON.stringify(both.json), "audience: cannot be combined with recipients")
    const expected = yield* send("POST", "/broadcasts", { json: { ...broadcastJson, expect: { recipients: 1 } } })
    assert.strictEqual(expected.status, 400)
    assert.include(JSON.stringify(expected.json), "expect: needs an audience")
    assert.deepStrictEqual(asked, [])
  })

  test("checks the audience's rules together with members that cannot be parsed", function* () {
    const { judged, send } = yield* accepting
    yield* send("POST", "/broadcasts", { json: { ...audienceJson, name: 5 } })
    assert.deepStrictEqual(judged[0]?.audience, {
      include: [list],
      exclude: undefined,
      require: undefined,
      address: undefined,
      clientReference: undefined,
      parameters: undefined,
      resolve: undefined
    })
    assert.notProperty(judged[0], "recipients")
  })
})

describe("POST /broadcasts/validate with an audience", () => {
  test("A2: needs the create scope, because its warnings contain contact data", function* () {
    const validate = () => Effect.succeed({ warnings: [], predictions: {} })
    const send = yield* makeApp({ broadcasts: { validate } })
    const reading = yield* send("POST", "/broadcasts/validate", { json: audienceJson, token: "broadcasts-read" })
    assert.strictEqual(reading.status, 403)
    assert.include(JSON.stringify(reading.json), "broadcasts:write")
    assert.strictEqual((yield* send("POST", "/broadcasts/validate", { json: audienceJson, token: "full" })).status, 200)
    const named = yield* send("POST", "/broadcasts/validate", { json: broadcastJson, token: "broadcasts-read" })
    assert.strictEqual(named.status, 200)
  })
})
