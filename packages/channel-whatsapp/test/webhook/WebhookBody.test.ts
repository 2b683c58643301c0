import { assert, describe, it } from "@effect/vitest"
import { WorkspaceUuid } from "@rollcall/core"
import type { Schema } from "effect"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { errorTable } from "../../src/index.ts"
import { readBody } from "../../src/webhook/WebhookBody.ts"
import { accountOf, correlation, workspace } from "../Fixture.ts"

const other = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000009")
const accounts = [accountOf(1), accountOf(2, other)]

const change = (value: object, phoneNumberId = "111") => ({
  field: "messages",
  value: {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "+49 30 90180", phone_number_id: phoneNumberId },
    ...value
  }
})
const bodyOf = (...changes: ReadonlyArray<object>) =>
  JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "221", changes }] })

const status = (changes: object = {}) => ({
  id: "wamid.1",
  status: "delivered",
  timestamp: "1700000000",
  recipient_id: "4915112345678",
  biz_opaque_callback_data: correlation,
  ...changes
})
const read = (...changes: ReadonlyArray<object>) => readBody(bodyOf(...changes), accounts)
const receiptOf = (changes: object) => read(change({ statuses: [status(changes)] })).receipts[0]

describe("a webhook's body", () => {
  it("B11: has receipts for the four delivery statuses, and no others", () => {
    const given = ["sent", "delivered", "read", "failed", "deleted", "played", "something_new"]
    const batch = read(change({ statuses: given.map((status_) => status({ status: status_ })) }))
    assert.deepStrictEqual(
      batch.receipts.map((receipt) => receipt.status),
      ["sent", "delivered", "read", "undeliverable"]
    )
    assert.deepStrictEqual(
      batch.notices.map(({ kind, level }) => [kind, level]),
      [
        ["status", "info"],
        ["status", "info"],
        ["status", "warning"]
      ]
    )
  })

  it("B12: identifies the delivery by the callback data if that is a uuid, and otherwise by the message id", () => {
    assert.strictEqual(receiptOf({})?.correlation, correlation)
    for (const biz_opaque_callback_data of ["campaign 7", "", undefined]) {
      assert.deepInclude(receiptOf({ biz_opaque_callback_data }), { correlation: null, messageId: "wamid.1" })
    }
    assert.strictEqual(receiptOf({ recipient_id: undefined })?.correlation, correlation)
  })

  it("B11: is valid if an optional member is null or of another type", () => {
    for (const odd of [null, "none", 7, {}, [null], [{ code: "x" }]]) {
      const members = ["errors", "biz_opaque_callback_data", "recipient_id", "conversation", "pricing"]
      const receipt = receiptOf(Object.fromEntries(members.map((name) => [name, odd])))
      assert.deepInclude(receipt, { status: "delivered", error: null, messageId: "wamid.1" }, JSON.stringify(odd))
    }
    const failed = { status: "failed", errors: [{ code: 131026, title: "t", message: null, error_data: null }] }
    assert.deepInclude(receiptOf(failed), { error: "t (code 131026)", reason: "unreachable" })
    const batch = read(change({ statuses: [status()], messages: null, errors: null, contacts: null }))
    assert.deepStrictEqual([batch.receipts.length, batch.notices.length], [1, 0])
    const text = { id: "wamid.3", from: "4915112345678", timestamp: "1700000000", type: "text", text: { body: "Hi" } }
    const nulls = { button: null, interactive: null, image: null, video: null, document: null, from_user_id: null }
    assert.deepInclude(read(change({ statuses: null, messages: [{ ...text, ...nulls }] })).messages[0], { text: "Hi" })
  })

  it("S4: has timestamps in seconds or milliseconds, as string or number", () => {
    const at = DateTime.makeUnsafe("2023-11-14T22:13:20.000Z")
    for (const timestamp of ["1700000000", "1700000000000", 1_700_000_000, 1_700_000_000_000]) {
      assert.deepStrictEqual(receiptOf({ timestamp })?.at, at)
    }
  })

  it("B21: contains why a message failed, and what is wrong with the recipient", () => {
    const failed = (code: number) =>
      receiptOf({ status: "failed", errors: [{ code, title: "t", error_data: { details: "d" } }] })
    assert.deepInclude(failed(131026), { error: "d (code 131026)", reason: "unreachable" })
    assert.deepInclude(failed(131050), { reason: "opted_out" })
    assert.deepInclude(failed(131049), { reason: "capped" })
    assert.deepInclude(failed(131000), { error: "d (code 131000)", reason: null })
    assert.deepInclude(receiptOf({ status: "failed" }), { error: null, reason: null })
  })

  it("reports messages failing because of their template or sender, once per code", () => {
    const failed = (code: number) => status({ status: "failed", errors: [{ code, message: "m" }] })
    const { notices, receipts } = read(change({ statuses: [131042, 131042, 132015, 131026].map(failed) }))
    assert.lengthOf(receipts, 4)
    assert.deepStrictEqual(
      notices.map(({ detail, level }) => [level, detail]),
      [
        ["warning", "messages fail because of their sender: The payment of the account has a problem. (code 131042)"],
        ["warning", "messages fail because of their template: The template is paused for its quality. (code 132015)"]
      ]
    )
  })

  it("B23: contains whether a failed message would fail for others too, like a send", () => {
    const failed = (code: number) => receiptOf({ status: "failed", errors: [{ code, title: "t" }] })?.refusal
    for (const { code: codes, reason, scope } of errorTable.filter(({ subcode }) => subcode === undefined)) {
      const code = typeof codes === "number" ? codes : codes[0]
      const expected = reason === "Throttled" ? "Refused" : reason
      const isAlone = reason === "Undeliverable" || scope === "recipient"
      assert.strictEqual(failed(code)?.reason, isAlone ? undefined : expected, String(code))
    }
    assert.deepStrictEqual(failed(131_998), { reason: "Refused", code: "131998", isUnrecognized: true })
    assert.isUndefined(receiptOf({ status: "delivered", errors: [{ code: 131_053 }] })?.refusal)
  })

  it("B11: has a receipt even if its additional members cannot be read", () => {
    const odd = { status: "failed", errors: [{ code: "131026" }], biz_opaque_callback_data: 7 }
    assert.deepInclude(receiptOf(odd), { status: "undeliverable", correlation: null, error: null, reason: null })
    assert.deepInclude(receiptOf({ conversation: null, pricing: 3 }), { status: "delivered" })
  })

  it("has people's messages, for the workspace with the number, with their text or choice", () => {
    const base = { from: "4915112345678", id: "wamid.in", timestamp: "1700000000" }
    const given = [
      { ...base, type: "text", text: { body: "STOP" } },
      { ...base, type: "button", button: { text: "Stop it", payload: "p" } },
      { ...base, type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1", title: "No" } } },
      { ...base, type: "interactive", interactive: { type: "list_reply", list_reply: { id: "1", title: "Never" } } },
      { ...base, type: "image", image: { id: "9", caption: "see" } },
      { ...base, type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } },
      { ...base, from: undefined, from_user_id: "DE.1", type: "text", text: { body: "hello" } }
    ]
    const { messages, notices } = read(change({ messages: given }, "112"))
    assert.deepStrictEqual(notices, [])
    assert.deepStrictEqual(
      messages.map(({ from, kind, text }) => [from, kind, text]),
      [
        ["4915112345678", "text", "STOP"],
        ["4915112345678", "button", "Stop it"],
        ["4915112345678", "interactive", "No"],
        ["4915112345678", "interactive", "Never"],
        ["4915112345678", "image", "see"],
        ["4915112345678", "reaction", null],
        ["DE.1", "text", "hello"]
      ]
    )
    assert.deepInclude(messages[0], { workspace: other, to: "493090180", channelMessageId: "wamid.in" })
  })

  it("C10: has a button's meaning, and the message that is answered, if they can be read", () => {
    const base = { from: "4915112345678", id: "wamid.in", timestamp: "1700000000", type: "text" }
    const given = [
      { ...base, button: { text: "Detener", payload: "STOP" }, context: { from: "493090180", id: "wamid.1" } },
      { ...base, interactive: { button_reply: { id: "STOP", title: "Detener" } }, context: { forwarded: true } },
      { ...base, interactive: { list_reply: { id: "STOP", title: "Detener" } }, context: "odd" },
      { ...base, text: { body: "STOP" } }
    ]
    assert.deepStrictEqual(
      read(change({ messages: given })).messages.map(({ choice, repliesTo, text }) => [text, choice, repliesTo]),
      [
        ["Detener", "STOP", "wamid.1"],
        ["Detener", "STOP", undefined],
        ["Detener", "STOP", undefined],
        ["STOP", undefined, undefined]
      ]
    )
  })

  it.each([
    ["ana.lima_9", "ana.lima_9"],
    ["@ana.lima_9", "ana.lima_9"],
    ["a".repeat(35), "a".repeat(35)],
    ["a".repeat(36), undefined],
    ["an", undefined],
    ["Ana", undefined],
    ["ana lima", undefined],
    ["@@ana", undefined],
    ["ana\n", undefined],
    ["", undefined],
    [null, undefined],
    [7, undefined]
  ])("C9: with the user name %j has a message with %j", (username, expected) => {
    const base = { id: "wamid.in", timestamp: "1700000000", type: "text" }
    const authors = [{ from: "4915112345678" }, { from_user_id: "DE.1" }, { from_user_id: "DE.2" }]
    const contacts = [
      { wa_id: "4915112345678", profile: { name: "A person", username } },
      { user_id: "DE.1", profile: { username } },
      { user_id: "DE.2", wa_id: "4915112345679", profile: "odd" }
    ]
    const { messages, notices, people } = read(
      change({ contacts, messages: authors.map((author) => ({ ...base, ...author })) })
    )
    assert.deepStrictEqual(
      messages.map((message) => [message.from, message.username]),
      [
        ["4915112345678", expected],
        ["DE.1", expected],
        ["4915112345679", undefined]
      ]
    )
    assert.deepStrictEqual([notices.length, people?.length], [0, 1])
  })

  it("C10: has people's marketing settings, by their number if that is known", () => {
    const set = (changes: object) => ({
      category: "marketing_messages",
      value: "stop",
      timestamp: 1700000000,
      ...changes
    })
    const value = {
      contacts: [{ wa_id: "4915112345679", user_id: "DE.1" }, { user_id: "DE.2" }, 7],
      user_preferences: [
        set({ wa_id: "4915112345678", user_id: "DE.9" }),
        set({ user_id: "DE.1", value: "resume", wa_id: null }),
        set({ user_id: "DE.2" }),
        set({ wa_id: "4915112345678", value: "pause" }),
        set({ wa_id: "4915112345678", category: "calls" }),
        set({}),
        { wa_id: "4915112345678" }
      ]
    }
    const { notices, preferences } = read({ ...change(value), field: "user_preferences" })
    const at = DateTime.makeUnsafe(1_700_000_000_000)
    assert.deepStrictEqual(preferences, [
      { workspace, from: "4915112345678", userId: "DE.9", wants: "stop", at },
      { workspace, from: "4915112345679", userId: "DE.1", wants: "resume", at },
      { workspace, from: "DE.2", wants: "stop", at }
    ])
    assert.deepStrictEqual(
      notices.map(({ kind, level }) => [kind, level]),
      [...Array.from({ length: 3 }, () => ["user_preferences", "warning"]), ["unreadable", "warning"]]
    )
    assert.notInclude(JSON.stringify(notices.map(({ detail }) => detail)), "49151")
    assert.deepStrictEqual(read(change(value)).preferences, preferences)
    const byUser = { from_user_id: "DE.1", id: "wamid.in", timestamp: "1700000000", type: "text" }
    const [message] = read(change({ contacts: value.contacts, messages: [byUser] })).messages
    assert.strictEqual(message?.from, "4915112345679")
  })

  it("C11: has the number and id of one person, from messages and statuses", () => {
    const contacts = [{ wa_id: "4915112345679", user_id: "DE.1" }, { user_id: "DE.2" }]
    const message = { from_user_id: "DE.1", id: "wamid.in", timestamp: "1700000000", type: "text" }
    const byBoth = read(change({ contacts, messages: [message] }))
    assert.deepStrictEqual(byBoth.people, [{ workspace, number: "4915112345679", userId: "DE.1" }])
    assert.deepInclude(byBoth.messages[0], { from: "4915112345679", userId: "DE.1" })
    const statuses = [
      status({ recipient_user_id: "DE.3" }),
      status({ recipient_id: undefined, recipient_user_id: "DE.4" }),
      status({ recipient_id: "g1", recipient_user_id: "DE.5", recipient_type: "group" })
    ]
    assert.deepStrictEqual(read(change({ statuses })).people, [{ workspace, number: "4915112345678", userId: "DE.3" }])
  })

  it.each([
    [
      { from: "4915112345678" },
      { body: "User Ana changed from 4915112345678 to 4915112345679", wa_id: "4915112345679", user_id: "DE.2" },
      [{ number: "4915112345679", userId: "DE.2", former: "4915112345678" }]
    ],
    [{}, { body: "User Ana changed from DE.1 to DE.2", user_id: "DE.2" }, [{ userId: "DE.2", former: "DE.1" }]],
    [{ from_user_id: "DE.1" }, { body: "", user_id: "DE.2" }, [{ userId: "DE.2", former: "DE.1" }]],
    // A name is no former address, and an id that does not become the new one is none either.
    [
      {},
      { body: "User changed from DE.7 to DE.2 changed from DE.1 to DE.2", user_id: "DE.2" },
      [{ userId: "DE.2", former: "DE.1" }]
    ],
    [{}, { body: "User Ana changed from DE.7 to DE.9", user_id: "DE.2" }, []],
    [{}, { body: "User Ana changed from 4915112345670 to 4915112345679", wa_id: "4915112345679" }, []],
    [{ from: "4915112345679" }, { body: "4915112345679 is on another phone", wa_id: "4915112345679" }, []]
  ])("C11: with %j has the system's %j, which says %j", (author, system, expected) => {
    const message = { ...author, id: "wamid.in", timestamp: "1700000000", type: "system", system }
    assert.deepStrictEqual(
      read(change({ messages: [message] })).people,
      expected.map((person) => ({ workspace, ...person }))
    )
  })

  it("is processed in parts: an unreadable part becomes a notice, and the others are processed", () => {
    const good = status({ id: "wamid.good" })
    const bad: ReadonlyArray<Schema.Json> = [
      null,
      7,
      {},
      { id: "x" },
      { ...status(), timestamp: "soon" },
      { ...status(), id: "" }
    ]
    for (const broken of bad) {
      const { notices, receipts } = read(change({ statuses: [broken, good], messages: [broken] }))
      assert.deepStrictEqual(
        receipts.map(({ messageId }) => messageId),
        ["wamid.good"]
      )
      assert.deepStrictEqual(
        notices.map(({ data, kind, level, workspace: of }) => [kind, level, of, data]),
        [broken, broken].map((data) => ["unreadable", "warning", workspace, data])
      )
    }
    const mixed = read({}, { field: "messages" }, { field: "messages", value: {} }, change({ statuses: [good] }))
    assert.lengthOf(mixed.receipts, 1)
    assert.lengthOf(mixed.notices, 3)
  })

  it("is ignored if it is about another app's account", () => {
    const forged = change({ statuses: [status()], messages: [] }, "112")
    const batch = readBody(bodyOf(forged), accounts.slice(0, 1))
    assert.deepStrictEqual([batch.receipts, batch.messages], [[], []])
    assert.deepStrictEqual(
      batch.notices.map(({ kind, workspace: of }) => [kind, of]),
      [["unknown_account", null]]
    )
  })

  it("has other reports, each with its field, for the business account's workspaces", () => {
    const report = { field: "message_template_status_update", value: { event: "PAUSED" } }
    assert.deepInclude(read(report).notices[0], { workspace, kind: report.field, level: "warning", data: report.value })
    assert.deepInclude(readBody(bodyOf(report), []).notices[0], { workspace: null })
  })

  it.each([
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, "warning", "DISABLE"],
    ["account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } }, "info", "REINSTATE"],
    [
      "account_update",
      {
        event: "ACCOUNT_RESTRICTION",
        restriction_info: [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: 1_780_000_000 }]
      },
      "warning",
      "restriction_type RESTRICTED_BIZ_INITIATED_MESSAGING, expiration 1780000000"
    ],
    ["account_update", { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SCAM" } }, "warning", "SCAM"],
    ["account_update", { event: "PARTNER_ADDED" }, "info", "PARTNER_ADDED"],
    ["account_update", { event: "SOMETHING_NEW" }, "warning", "SOMETHING_NEW"],
    ["account_alerts", { alert_info: { alert_severity: "CRITICAL", alert_type: "OBA" } }, "warning", "alert_type OBA"],
    ["account_alerts", { alert_info: { alert_severity: "INFORMATIONAL" } }, "info", "INFORMATIONAL"],
    ["message_template_status_update", { event: "APPROVED" }, "info", "APPROVED"],
    [
      "message_template_status_update",
      { event: "REJECTED", rejection_info: { reason: "a link", recommendation: "leave it out" } },
      "warning",
      "reason a link, recommendation leave it out"
    ],
    ["message_template_status_update", { event: "PAUSED", other_info: { title: "FIRST_PAUSE" } }, "warning", "FIRST_P"],
    ["message_template_quality_update", { new_quality_score: "RED" }, "warning", "RED"],
    ["message_template_quality_update", { new_quality_score: "YELLOW" }, "info", "YELLOW"],
    [
      "template_category_update",
      { correct_category: "MARKETING", new_category: "UTILITY" },
      "info",
      "correct_category"
    ],
    ["business_capability_update", { max_daily_conversations_per_business: 2_000 }, "info", "business 2000"],
    ["phone_number_quality_update", { event: "THROUGHPUT_UPGRADE" }, "info", "THROUGHPUT_UPGRADE"],
    ["something_new", { event: "DISABLED" }, "info", "event DISABLED"],
    ["account_update", null, "info", "221"]
  ])("has the report %s with %j as %s, with its content", (field, value, level, words) => {
    const [notice] = read({ field, value }).notices
    assert.deepStrictEqual([notice?.kind, notice?.level], [field, level])
    assert.include(notice?.detail, words)
  })

  it("E8: has a repeated report as the same notice, with the template or number", () => {
    const value = {
      event: "PAUSED",
      message_template_id: 7,
      message_template_name: "reminder",
      message_template_language: "de",
      reason: null,
      phone: "4915112345678"
    }
    const reportAt = (time: number | undefined, event = "PAUSED") => {
      const change = { field: "message_template_status_update", value: { ...value, event } }
      const entry = [{ id: "221", time, changes: [change] }]
      return readBody(JSON.stringify({ object: "whatsapp_business_account", entry }), accounts).notices[0]
    }
    const first = reportAt(1)
    assert.deepStrictEqual(first, reportAt(1))
    assert.strictEqual(
      first?.detail,
      "the platform reports message_template_status_update of the business account 221: event PAUSED, " +
        "message_template_name reminder, message_template_language de"
    )
    const occurrences = [first, reportAt(2), reportAt(1, "APPROVED"), reportAt(undefined)].map((one) => one?.occurrence)
    assert.strictEqual(new Set(occurrences).size, 4)
  })

  it("E8: has one notice an hour of errors that can come with every message, to any recipient", () => {
    const failed = (id: string, timestamp: number) => {
      const errors = [{ code: 132015, message: `to ${id}` }]
      return read(change({ statuses: [status({ id, timestamp, status: "failed", errors })] })).notices[0]
    }
    const [first, again, later] = [failed("a", 1_700_000_000), failed("b", 1_700_000_001), failed("c", 1_700_010_000)]
    const sameAs = (one = first) => [one?.workspace, one?.kind, one?.detail, one?.occurrence]
    assert.deepStrictEqual(sameAs(again), sameAs(first))
    assert.notDeepEqual(sameAs(later), sameAs(first))
  })

  it("never throws, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => bodyOf(change({ statuses: [value, status()] })))
        ),
        (body) => {
          const { notices, receipts } = readBody(body, accounts)
          assert.isAtLeast(notices.length + receipts.length, 1)
        }
      )
    )
  })
})
