import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { payloadIssues } from "../../src/broadcasts/PayloadRules.ts"
import { type CompleteRequest, now, plainRecipient, plainRequest } from "./payloads/Payloads.ts"
import { sentenceOf } from "@rollcall/core/shared"

const violations = (change: Partial<CompleteRequest>) =>
  payloadIssues(
    { ...plainRequest([plainRecipient("4917100000001")]), ...change },
    { now, channelTypes: ["chatapp"], maxRecipients: 3 }
  ).map(sentenceOf)

const at = (seconds: number) => DateTime.add(now, { seconds })

describe("payload rules", () => {
  it("B6: a payload in order breaks none", () => assert.deepStrictEqual(violations({}), []))

  it.each<[string, Partial<CompleteRequest>, string]>([
    ["B5: another channel", { channelType: "sms" }, "channelType: must be chatapp"],
    ["a blank name", { name: " " }, "name: must not be empty"],
    ["a blank template", { templateName: "" }, "templateName: must not be empty"],
    ["a blank sender", { from: "" }, "from: must not be empty"],
    ["a sender of 256", { from: "s".repeat(256) }, "from: must have at most 255 characters"],
    ["B16: version 0", { version: 0 }, "version: must be a positive integer not above 1"],
    ["B16: version 2", { version: 2 }, "version: must be a positive integer not above 1"],
    ["B16: version 1.5", { version: 1.5 }, "version: must be a positive integer not above 1"],
    ["B4: an empty key", { clientUniqueIdentifier: "" }, "clientUniqueIdentifier: must have 1 to 255 characters"],
    [
      "B4: a key of 256",
      { clientUniqueIdentifier: "👋".repeat(256) },
      "clientUniqueIdentifier: must have 1 to 255 characters"
    ],
    [
      "B3: scheduled 60.001 s ago",
      { scheduledFor: at(-60.001) },
      "scheduledFor: must not be more than 60 seconds in the past"
    ],
    ["B3: valid until now", { validUntil: now }, "validUntil: must be after the broadcast starts"],
    [
      "B3: valid until the schedule",
      { scheduledFor: at(10), validUntil: at(10) },
      "validUntil: must be after the broadcast starts"
    ],
    ["no recipient", { recipients: [] }, "recipients: must have at least one recipient"],
    [
      "one recipient too many",
      { recipients: Array.from({ length: 4 }, () => plainRecipient("4917100000001")) },
      "recipients: must have at most 3 recipients"
    ]
  ])("%s is refused with exactly its message", (_title, change, message) => {
    assert.deepStrictEqual(violations(change), [message])
  })

  it.each<[string, Partial<CompleteRequest>]>([
    ["B3: scheduled 60 s ago means now", { scheduledFor: at(-60) }],
    ["B3: valid a millisecond longer than the schedule", { scheduledFor: at(10), validUntil: at(10.001) }],
    ["B4: a key of 255", { clientUniqueIdentifier: "k".repeat(255) }],
    ["B16: version 1", { version: 1 }],
    ["a sender of 255", { from: "s".repeat(255) }],
    ["B4, W8: a key of 255", { clientUniqueIdentifier: "👋".repeat(255) }],
    ["as many recipients as may be", { recipients: Array.from({ length: 3 }, () => plainRecipient("4917100000001")) }]
  ])("%s", (_title, change) => assert.deepStrictEqual(violations(change), []))

  it("B5: an unknown channel is refused with the names of those that there are", () => {
    const context = { now, channelTypes: ["chatapp", "sms"], maxRecipients: 3 }
    assert.deepStrictEqual(payloadIssues({ channelType: "sms" }, context), [])
    assert.deepStrictEqual(payloadIssues({ channelType: "email" }, context).map(sentenceOf), [
      "channelType: must be one of chatapp, sms"
    ])
  })

  it("B6: of a part that could not be read nothing is said, of the others all", () => {
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

  it("B6: every violation is listed, not the first alone", () => {
    assert.strictEqual(violations({ name: "", from: "", version: 9, recipients: [] }).length, 4)
  })
})
