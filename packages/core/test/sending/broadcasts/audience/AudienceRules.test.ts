import { assert, describe, it } from "@effect/vitest"
import { BroadcastUuid, ContactListUuid, ContactUuid } from "@rollcall/core"
import { inspectInput, placeOf } from "@rollcall/core/operations"
import type {
  AudienceRequest,
  ExpectedRecipients
} from "../../../../src/sending/broadcasts/audience/AudienceRequest.ts"
import {
  audienceIssues,
  fieldIssues,
  maxNamedContacts
} from "../../../../src/sending/broadcasts/audience/AudienceRules.ts"

const uuid = "00000000-0000-4000-8000-000000000001"
const listed = { contactListUuid: ContactListUuid.make(uuid) }
const named = (count: number) => ({ contactUuids: Array.from({ length: count }, () => ContactUuid.make(uuid)) })
const nested = (depth: number): unknown => (depth === 0 ? "a" : [nested(depth - 1)])

describe("the issues of an audience", () => {
  it("R1: has as many uuids as any input allows", () => {
    assert.isTrue(inspectInput(named(maxNamedContacts)).bounded)
  })

  it.each<readonly [string, Partial<AudienceRequest>, ReadonlyArray<string>]>([
    [
      "with every kind in order",
      { exclude: [named(maxNamedContacts), { broadcastUuid: BroadcastUuid.make(uuid), outcomes: ["sent"] }] },
      []
    ],
    ["without a part", { include: [] }, ["too_short audience.include"]],
    ["with 51 parts", { include: Array.from({ length: 51 }, () => listed) }, ["too_long audience.include"]],
    ["with 51 exclusions", { exclude: Array.from({ length: 51 }, () => listed) }, ["too_long audience.exclude"]],
    [
      "with a part that names no contact",
      { include: [listed, named(0)] },
      ["too_short audience.include[1].contactUuids"]
    ],
    ["with 20,001 contacts", { exclude: [named(maxNamedContacts + 1)] }, ["too_long audience.exclude[0].contactUuids"]],
    [
      "with a broadcast and no outcome",
      { exclude: [{ broadcastUuid: BroadcastUuid.make(uuid), outcomes: [] }] },
      ["too_short audience.exclude[0].outcomes"]
    ],
    [
      "with a search that no store can keep",
      {
        include: [
          { search: { searchTerm: "\0", advancedSearch: [{ field: "email", operator: "equals", value: nested(70) }] } }
        ]
      },
      ["value_error audience.include[0].search.searchTerm"]
    ],
    ["with no address", { address: [] }, ["too_short audience.address"]],
    ["with an address twice", { address: ["chatappId", "chatappId"] }, ["value_error audience.address[1]"]]
  ])("R1: %s", (_what, change, expected) => {
    const audience = { include: [listed], ...change }
    const found = audienceIssues({ audience, expect: null }).map(({ code, path }) => `${code} ${placeOf(path)}`)
    assert.deepStrictEqual(found.slice(0, expected.length), expected)
    assert.strictEqual(found.length > 0, expected.length > 0)
  })

  it.each<readonly [ExpectedRecipients, ReadonlyArray<string>]>([
    [{ recipients: 0 }, []],
    [{ recipients: 7, tolerance: null }, []],
    [{ recipients: -1, tolerance: 0.5 }, ["expect.recipients", "expect.tolerance"]]
  ])("R7: with expected %j", (expect, expected) => {
    const issues = audienceIssues({ audience: { include: [listed] }, expect })
    assert.deepStrictEqual(
      issues.map(({ path }) => placeOf(path)),
      expected
    )
  })

  it("R1: names every missing field, at any place", () => {
    const audience: AudienceRequest = {
      include: [listed],
      clientReference: { field: "id" },
      parameters: {
        header: { field: "photo" },
        body: { name: { field: "firstName" }, time: { value: "9:30" }, diet: { field: "diet" } },
        cards: [{}, { button: { link: { field: "slug" } } }]
      }
    }
    assert.deepStrictEqual(
      fieldIssues(audience, new Map()).map(({ code, path }) => `${code} ${placeOf(path)}`),
      [
        "unknown_field audience.parameters.header.field",
        "unknown_field audience.parameters.body.diet.field",
        "unknown_field audience.parameters.cards[1].button.link.field",
        "unknown_field audience.clientReference.field"
      ]
    )
  })
})
