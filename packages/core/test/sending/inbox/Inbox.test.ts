import { assert } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Option } from "effect"
import { applied, type Fixture, messageTo, none, noticeTo } from "./InboxFixture.ts"
import { suite } from "../../Suite.ts"
import { systemCaller } from "@rollcall/core"

/** The messages that the events of the workspace name, in their order. */
const received = (fixture: Fixture) =>
  Effect.gen(function* () {
    const { events } = yield* fixture.events.read(systemCaller(fixture.workspace))
    const named = events.flatMap((event) => ("receivedMessageUuid" in event ? [event.receivedMessageUuid] : []))
    return yield* Effect.forEach(named, (uuid) =>
      Effect.option(fixture.messages.get(systemCaller(fixture.workspace), uuid))
    )
  })

suite(storage)("reports over a channel's webhook", (test) => {
  test("C7, E5: store a message once with its event, however often it is reported, and erase it with its contact", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { contacts, inbox, optOuts, workspace } = fixture
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+49 170 111111" })
    const first = { ...messageTo(fixture, "one", "When are you open?", "49170111111"), username: "ana.lima" }
    const second = { ...messageTo(fixture, "two", null, "49170222222"), username: "" }
    yield* inbox.take("chatapp", { ...none, messages: [first, second, first] })
    yield* inbox.take("chatapp", { ...none, messages: [second] })
    yield* inbox.take("chatapp", none)
    yield* fixture.startProcess
    yield* applied(fixture)
    yield* inbox.take("chatapp", { ...none, messages: [second, first] })
    yield* applied(fixture)
    const shown = (yield* received(fixture)).map((message) =>
      Option.map(message, ({ channelMessageId, from, text, username }) => [channelMessageId, from, username, text])
    )
    assert.deepStrictEqual(shown, [
      Option.some(["one", "49170111111", "ana.lima", "When are you open?"]),
      Option.some(["two", "49170222222", null, null])
    ])
    assert.isNull((yield* optOuts.get(systemCaller(workspace), uuid)).optOut)
    yield* Effect.provide(
      ContactErasure.use(({ erase }) => erase(systemCaller(workspace), uuid)),
      ContactErasure.layer
    )
    assert.deepStrictEqual((yield* received(fixture)).map(Option.isSome), [false, true])
  })

  test("C8: opt out once for a message that asks to stop, even if it is repeated after an opt-in", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { broadcasts, caller, contacts, inbox, optOuts, workspace } = fixture
    const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: "+49 170 111111" })
    yield* fixture.startProcess
    const scheduledFor = yield* fixture.later("1 day")
    const pending = yield* fixture.create({
      ...reminderTo(0, { scheduledFor }),
      recipients: reminderTo(1).recipients.map((one) => ({ ...one, identifier: "49170111111" }))
    })
    const stop = messageTo(fixture, "stop", "  sToP ", "+49170111111")
    yield* inbox.take("chatapp", {
      ...none,
      messages: [stop, messageTo(fixture, "no", "don't stop", "49170222222")]
    })
    yield* applied(fixture)
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "message")
    const [recipient] = yield* fixture.recipients(pending)
    assert.deepStrictEqual([recipient?.status, recipient?.reason], ["rejected", "opted_out"])
    yield* optOuts.optIn(systemCaller(workspace), uuid)
    yield* inbox.take("chatapp", { ...none, messages: [stop] })
    yield* applied(fixture)
    assert.isNull((yield* optOuts.get(systemCaller(workspace), uuid)).optOut)
    assert.lengthOf(yield* received(fixture), 2)
    const other = { ...reminderTo(1), recipients: reminderTo(1).recipients }
    assert.deepStrictEqual((yield* broadcasts.validate(caller, other)).warnings, [])
  })

  test("E8: write one event for a notice in its workspace, however often it is reported", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { inbox, workspace } = fixture
    const [first, second] = [noticeTo(workspace, "monday"), noticeTo(workspace, "tuesday")]
    const message = messageTo(fixture, "one", "When are you open?", "49170111111")
    yield* inbox.take("chatapp", {
      ...none,
      notices: [first, noticeTo(null, "monday"), first],
      messages: [message]
    })
    yield* inbox.take("chatapp", { ...none, notices: [first] })
    yield* fixture.startProcess
    yield* applied(fixture)
    yield* inbox.take("chatapp", { ...none, notices: [first, second], messages: [message] })
    yield* applied(fixture)
    const { detail, kind, level } = first
    const events = (yield* fixture.events.read(systemCaller(workspace))).events.filter(
      ({ type }) => !type.startsWith("contact.")
    )
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["message.received", "channel.notice", "channel.notice"]
    )
    const reported = events.flatMap((event) => ("notice" in event ? [event] : []))
    assert.deepStrictEqual(
      reported.map(({ notice }) => notice),
      [
        { kind, level, detail },
        { kind, level, detail }
      ]
    )
    assert.strictEqual(new Set(reported.map(({ channelNoticeUuid }) => channelNoticeUuid)).size, 2)
  })
})
