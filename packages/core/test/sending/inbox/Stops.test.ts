import { assert } from "@effect/vitest"
import type { InboundMessage, InboundPreference } from "@rollcall/core/channel"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect } from "effect"
import { applied, messageTo, none } from "./InboxFixture.ts"
import { suite } from "../../Suite.ts"
import { systemCaller } from "@rollcall/core"

suite(storage)("people who ask for no more messages", (test) => {
  test("A1, C10: a reply that asks to stop opts out the recipient of the message it answers, and nobody else", function* () {
    const channels = scriptedChannel()
    const fixture = yield* dispatchFixture(channels)
    const other = yield* dispatchFixture(scriptedChannel())
    const { inbox, workspace } = fixture
    const request = reminderTo(3)
    const [first, second, third] = request.recipients.map(({ identifier }) => identifier)
    const { uuid } = yield* fixture.contacts.create(systemCaller(workspace), { phoneNumber: `+${first}` })
    yield* fixture.startProcess
    const sent = yield* fixture.create(request)
    yield* fixture.until(sent, ({ broadcast }) => broadcast.status === "completed")
    const replyTo = (to: string | undefined, from: string, change: Partial<InboundMessage> = {}): InboundMessage => {
      const correlation = channels.accepted.find((message) => message.to === to)?.correlation
      return { ...messageTo(fixture, `to ${to}`, "Stop!", from), repliesTo: `message-${correlation}`, ...change }
    }
    yield* inbox.take("chatapp", {
      ...none,
      messages: [
        replyTo(first, "DE.1349120865530"),
        replyTo(second, "DE.2", { text: "Thanks" }),
        replyTo(third, "DE.3", { workspace: other.workspace })
      ]
    })
    yield* inbox.take("other", { ...none, messages: [replyTo(third, "DE.3")] })
    yield* applied(fixture)
    const { warnings: warned } = yield* fixture.broadcasts.validate(fixture.caller, request)
    assert.deepStrictEqual(
      warned.map(({ identifier }) => identifier),
      [first]
    )
    assert.strictEqual((yield* fixture.optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "message")
    yield* inbox.take("chatapp", {
      ...none,
      messages: [
        { ...replyTo(second, "4915155555555", { text: "Detener", choice: "STOP" }), channelMessageId: "button" },
        messageTo(fixture, "user", "stop", "DE.1349120865530")
      ]
    })
    yield* applied(fixture)
    const both = { ...request, recipients: reminderTo(4).recipients }
    const numbers = ["4915155555555", "1349120865530"].map((identifier) => ({
      ...both.recipients[3],
      identifier
    }))
    const given = { ...both, recipients: [...both.recipients.slice(0, 3), ...numbers] }
    assert.deepStrictEqual(
      (yield* fixture.broadcasts.validate(fixture.caller, given)).warnings.map(({ identifier }) => identifier),
      [first, second, "4915155555555"]
    )
  })

  test("C10: START removes earlier opt-outs by the person or the provider, and none by a user", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { contacts, inbox, optOuts, workspace } = fixture
    const address = "49170111111"
    const { uuid } = yield* contacts.create(systemCaller(workspace), {
      phoneNumber: `+${address}`,
      chatappId: "49170222222"
    })
    yield* fixture.startProcess
    let messages = 0
    const at = (text: string, millis: number, change: Partial<InboundMessage> = {}): InboundMessage => ({
      ...messageTo(fixture, `${(messages += 1)}`, text, address),
      at: DateTime.makeUnsafe(millis),
      ...change
    })
    const sourceAfter = Effect.fnUntraced(function* (...messages: ReadonlyArray<InboundMessage>) {
      yield* inbox.take("chatapp", { ...none, messages })
      yield* applied(fixture)
      return (yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source
    })
    assert.strictEqual(yield* sourceAfter(at("STOP", 10)), "message")
    assert.strictEqual(yield* sourceAfter(at("START", 9)), "message")
    assert.strictEqual(yield* sourceAfter(at("yes", 20), at("START at 9?", 20)), "message")
    assert.strictEqual(yield* sourceAfter(at("Start", 20, { choice: "start" })), "message")
    assert.isUndefined(yield* sourceAfter(at("start, please", 20, { from: "49170222222" })))
    assert.strictEqual(yield* sourceAfter(at("STOP", 40), at("START", 30)), "message")
    assert.isUndefined(yield* sourceAfter(at("START", 50), at("STOP", 45)))
    yield* inbox.take("chatapp", {
      ...none,
      preferences: [{ workspace, from: address, wants: "stop", at: DateTime.makeUnsafe(55) }]
    })
    assert.isUndefined(yield* sourceAfter(at("UNSTOP", 60)))
    // The second STOP changes nothing else, and is newer than the START that comes after both.
    assert.strictEqual(yield* sourceAfter(at("STOP", 70)), "message")
    assert.strictEqual(yield* sourceAfter(at("STOP", 90)), "message")
    assert.strictEqual(yield* sourceAfter(at("STOP", 75)), "message")
    assert.strictEqual(yield* sourceAfter(at("START", 80)), "message")
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.at.epochMilliseconds, 70)
    assert.isUndefined(yield* sourceAfter(at("START", 95)))
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    assert.strictEqual(yield* sourceAfter(at("START", 2_000_000_000)), "request")
  })

  test("C10: a word that is also an answer opts nobody out, and the message and its event say that it may ask to stop", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { contacts, events, inbox, optOuts, workspace } = fixture
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+49170111111" })
    yield* fixture.startProcess
    const texts = ["Cancel", "I'll cancel my 9:00", "stop by tomorrow?"]
    const written = texts.map((text, n) => messageTo(fixture, `${n}`, text, "49170111111"))
    const button = { ...messageTo(fixture, "button", "Cancel", "49170111111"), choice: "cancel" }
    yield* inbox.take("chatapp", { ...none, messages: [...written, button] })
    yield* applied(fixture)
    assert.isNull((yield* optOuts.get(systemCaller(workspace), uuid)).optOut)
    yield* inbox.take("chatapp", { ...none, messages: [messageTo(fixture, "stop", "Stop. Thanks", "49170111111")] })
    yield* applied(fixture)
    const named = (yield* events.read(systemCaller(workspace))).events.flatMap((event) =>
      event.type === "message.received" ? [event] : []
    )
    const stored = yield* Effect.forEach(named, (event) =>
      fixture.messages.get(systemCaller(workspace), event.receivedMessageUuid)
    )
    const asked = ["maybe", null, "maybe", null, "yes"]
    assert.deepStrictEqual([named.map((one) => one.asksToStop), stored.map((one) => one.asksToStop)], [asked, asked])
  })

  test("C10: a person's setting at the provider opts out and in, except after an opt-out by hand or a later one", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { contacts, inbox, optOuts, workspace } = fixture
    const { uuid } = yield* contacts.create(systemCaller(workspace), {
      chatappId: "49170111111",
      phoneNumber: "+49 170 222222"
    })
    yield* fixture.startProcess
    // Not after now: the clock of a test begins in 1970.
    const preference = (wants: "stop" | "resume", millis: number, from = "49170111111"): InboundPreference => ({
      ...{ workspace, from, wants },
      at: DateTime.makeUnsafe(millis)
    })
    const sourceAfter = Effect.fnUntraced(function* (...preferences: ReadonlyArray<InboundPreference>) {
      yield* inbox.take("chatapp", { ...none, preferences })
      yield* applied(fixture)
      return (yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source
    })
    assert.strictEqual(yield* sourceAfter(preference("stop", 10)), "channel")
    assert.strictEqual(yield* sourceAfter(preference("resume", 9)), "channel")
    assert.strictEqual(yield* sourceAfter(preference("resume", 20, "DE.49170111111")), "channel")
    assert.isUndefined(yield* sourceAfter(preference("resume", 20, "+49170222222")))
    assert.strictEqual(yield* sourceAfter(preference("stop", 40), preference("resume", 30)), "channel")
    assert.isUndefined(yield* sourceAfter(preference("resume", 50), preference("stop", 45)))
    assert.strictEqual(yield* sourceAfter(preference("stop", 60)), "channel")
    assert.strictEqual(yield* sourceAfter(preference("stop", 80)), "channel")
    assert.strictEqual(yield* sourceAfter(preference("resume", 70)), "channel")
    assert.isUndefined(yield* sourceAfter(preference("resume", 80)))
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    assert.strictEqual(yield* sourceAfter(preference("resume", 2_000_000_000)), "request")
  })

  test("C10: an opt-out by the writing address also excludes the number, its contact and pending messages", function* () {
    const writesFrom = (to: string) => `7${to}`
    const fixture = yield* dispatchFixture(scriptedChannel({ writesFrom }))
    const { inbox, optOuts, workspace } = fixture
    const request = reminderTo(3)
    const [first = "", second = "", third = ""] = request.recipients.map(({ identifier }) => identifier)
    const { uuid } = yield* fixture.contacts.create(systemCaller(workspace), {
      phoneNumber: `+${first}`,
      chatappId: "49170333333"
    })
    const writer = yield* fixture.contacts.create(systemCaller(workspace), { chatappId: writesFrom(third) })
    yield* fixture.startProcess
    const excluded = Effect.map(fixture.broadcasts.validate(fixture.caller, request), ({ warnings }) =>
      warnings.map(({ identifier }) => identifier)
    )
    yield* inbox.take("chatapp", { ...none, messages: [messageTo(fixture, "early", "Stop", writesFrom(second))] })
    yield* applied(fixture)
    assert.deepStrictEqual(yield* excluded, [])
    const sent = yield* fixture.create(request)
    yield* fixture.until(sent, ({ broadcast }) => broadcast.status === "completed")
    // The opt-out follows the outcome that the address came with.
    const known = Effect.repeat(Effect.andThen(fixture.pass("50 millis"), excluded), {
      until: (addresses) => addresses.length > 0,
      times: 40
    })
    assert.deepStrictEqual(yield* known, [second])
    const scheduledFor = yield* fixture.later("1 day")
    const pending = yield* fixture.create({ ...request, scheduledFor })
    yield* inbox.take("chatapp", { ...none, messages: [messageTo(fixture, "late", "Stop", writesFrom(first))] })
    yield* applied(fixture)
    yield* optOuts.optOut(systemCaller(workspace), writer.uuid)
    assert.deepStrictEqual(yield* excluded, [first, second, third])
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "message")
    assert.deepStrictEqual(
      (yield* fixture.recipients(pending)).map(({ reason }) => reason),
      ["opted_out", "opted_out", "opted_out"]
    )
    yield* optOuts.optIn(systemCaller(workspace), writer.uuid)
    const at = yield* fixture.store.now
    const resumed = { workspace, from: writesFrom(first), wants: "resume", at } as const
    yield* inbox.take("chatapp", { ...none, preferences: [resumed] })
    yield* applied(fixture)
    // A preference takes back what a preference set, and not what the person wrote.
    assert.deepStrictEqual(yield* excluded, [first, second])
    yield* optOuts.resume([{ workspace, address: writesFrom(first), at }])
    assert.deepStrictEqual(yield* excluded, [second])
  })
})
