import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { payloadIssues } from "../../../src/sending/broadcasts/PayloadRules.ts"
import { type CompleteRequest, now, plainRecipient, plainRequest } from "./payloads/Payloads.ts"
import { sentenceOf } from "@rollcall/core/operations"

const violations = (change: Partial<CompleteRequest>) =>
  payloadIssues(
    { ...plainRequest([plainRecipient("4917100000001")]), ...change },
    { now, channelTypes: ["chatapp"], maxRecipients: 3 }
  ).map(sentenceOf)

const at = (seconds: number) => DateTime.add(now, { seconds })

describe("payload rules", () => {
  it.each<[string, Partial<CompleteRequest>, string]>([
    ["a sender of 256", { from: "s".repeat(256) }, "from: must have at most 255 characters"],
    [
      "B4: a key of 256",
      { clientUniqueIdentifier: "👋".repeat(256) },
      "clientUniqueIdentifier: must have 1 to 255 characters"
    ],
    [
      "B3: scheduled 60.001 s ago",
      { scheduledFor: at(-60.001) },
      "scheduledFor: must not be more than 60 seconds in the past"
    ]
  ])("%s is rejected with exactly its message", (_title, change, message) => {
    assert.deepStrictEqual(violations(change), [message])
  })

  it.each<[string, Partial<CompleteRequest>]>([
    ["B3: scheduled 60 s ago means now", { scheduledFor: at(-60) }],
    ["B3: valid a millisecond longer than the schedule", { scheduledFor: at(10), validUntil: at(10.001) }],
    ["B16: version 1", { version: 1 }],
    ["a sender of 255", { from: "s".repeat(255) }],
    ["B4, W8: a key of 255", { clientUniqueIdentifier: "👋".repeat(255) }],
    ["as many recipients as may be", { recipients: Array.from({ length: 3 }, () => plainRecipient("4917100000001")) }]
  ])("%s", (_title, change) => assert.deepStrictEqual(violations(change), []))

  it("B5: an unknown channel is rejected with the names of the existing ones", () => {
    const context = { now, channelTypes: ["chatapp", "sms"], maxRecipients: 3 }
    assert.deepStrictEqual(payloadIssues({ channelType: "sms" }, context), [])
    assert.deepStrictEqual(payloadIssues({ channelType: "email" }, context).map(sentenceOf), [
      "channelType: must be one of chatapp, sms"
    ])
  })

  it("B6: an unreadable part adds no further issues, and all issues of other parts are reported", () => {
    const context = { now, channelTypes: ["chatapp"], maxRecipients: 3 }
    assert.deepStrictEqual(payloadIssues({}, context).map(sentenceOf), [])
    assert.deepStrictEqual(
      payloadIssues({ name: "", version: 9, validUntil: now, recipients: [] }, context).map(sentenceOf),
      [
        "name: must not be empty",
        "version: must be a positive integer not above 1",
        "validUntil: must be after the broadcast starts",
        "recipients: must have at least one recipient"
      ]
    )
  })
})
