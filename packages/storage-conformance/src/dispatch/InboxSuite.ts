import { assert, layer as layerSuite } from "@effect/vitest"
import type { ChannelNotice, InboundBatch, InboundMessage, InboundPreference } from "@rollcall/core/channel"
import type { WorkspaceUuid } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import { DateTime, Effect, type Layer, Option } from "effect"
import { allEvents, read } from "../events/Fixture.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { dispatchFixture, reminderTo } from "./DispatchFixture.ts"
import { scriptedChannel } from "./ScriptedChannel.ts"

type Fixture = Effect.Success<ReturnType<typeof dispatchFixture>>

const messageTo = ({ workspace }: Fixture, id: string, text: string | null, from: string): InboundMessage => ({
  workspace,
  channelMessageId: id,
  from,
  to: "4915100000000",
  at: DateTime.makeUnsafe(1_700_000_000_000),
  kind: "text",
  text
})

const none: InboundBatch = { receipts: [], messages: [], notices: [] }

/** The messages that the events of the workspace name, in their order. */
const received = (fixture: Fixture) =>
  Effect.gen(function* () {
    const events = yield* allEvents(fixture.workspace)
    const named = events.flatMap((event) => ("receivedMessageUuid" in event ? [event.receivedMessageUuid] : []))
    return yield* Effect.forEach(named, (uuid) => Effect.option(fixture.messages.get(fixture.workspace, uuid)))
  })

const noticeTo = (workspace: WorkspaceUuid | null, occurrence: string): ChannelNotice => ({
  workspace,
  kind: "quality",
  level: "warning",
  detail: "The quality of the number is low.",
  occurrence,
  data: { number: "49170111111" }
})

/** Waits until everything that was reported before is applied: reports are, in the order in which they came. */
const applied = Effect.fnUntraced(function* ({ inbox, pass }: Fixture) {
  const workspace = yield* newWorkspace
  yield* inbox.take("chatapp", { ...none, notices: [noticeTo(workspace, "")] })
  const seen = Effect.andThen(pass("250 millis"), read(workspace))
  yield* Effect.repeat(seen, { until: ({ events }) => events.length > 0 })
})

/** Registers the suite of what channels report over their webhooks. */
export const inboxSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: inbox`, (it) => {
    it.effect(
      "C7, E5: a message is stored once with its event, however often it is reported, and erased with its contact",
      () =>
        Effect.gen(function* () {
          const fixture = yield* dispatchFixture(scriptedChannel())
          const { contacts, inbox, optOuts, workspace } = fixture
          const { uuid } = yield* contacts.create(workspace, { phoneNumber: "+49 170 111111" })
          const first = messageTo(fixture, "one", "When are you open?", "49170111111")
          const second = messageTo(fixture, "two", null, "49170222222")
          yield* inbox.take("chatapp", { ...none, messages: [first, second, first] })
          yield* inbox.take("chatapp", { ...none, messages: [second] })
          yield* inbox.take("chatapp", none)
          yield* fixture.startProcess
          yield* applied(fixture)
          yield* inbox.take("chatapp", { ...none, messages: [second, first] })
          yield* applied(fixture)
          const shown = (yield* received(fixture)).map((message) =>
            Option.map(message, ({ channelMessageId, from, text }) => [channelMessageId, from, text])
          )
          assert.deepStrictEqual(shown, [
            Option.some(["one", "49170111111", "When are you open?"]),
            Option.some(["two", "49170222222", null])
          ])
          assert.isNull((yield* optOuts.get(workspace, uuid)).optOut)
          yield* contacts.erase(workspace, uuid)
          assert.deepStrictEqual((yield* received(fixture)).map(Option.isSome), [false, true])
        })
    )

    it.effect(
      "C8: a message that asks to stop opts out once, also after it was taken back and the message comes again",
      () =>
        Effect.gen(function* () {
          const fixture = yield* dispatchFixture(scriptedChannel())
          const { broadcasts, caller, contacts, inbox, optOuts, workspace } = fixture
          const { uuid } = yield* contacts.create(workspace, { chatappId: "+49 170 111111" })
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
          assert.strictEqual((yield* optOuts.get(workspace, uuid)).optOut?.source, "message")
          const [recipient] = yield* fixture.recipients(pending)
          assert.deepStrictEqual([recipient?.status, recipient?.reason], ["rejected", "opted_out"])
          yield* optOuts.optIn(workspace, uuid)
          yield* inbox.take("chatapp", { ...none, messages: [stop] })
          yield* applied(fixture)
          assert.isNull((yield* optOuts.get(workspace, uuid)).optOut)
          assert.lengthOf(yield* received(fixture), 2)
          const other = { ...reminderTo(1), recipients: reminderTo(1).recipients }
          assert.deepStrictEqual(yield* broadcasts.validate(caller, other), [])
        })
    )

    it.effect(
      "A1, C10: a reply that asks to stop opts out the recipient whose message it answers, and no other's",
      () =>
        Effect.gen(function* () {
          const channels = scriptedChannel()
          const fixture = yield* dispatchFixture(channels)
          const other = yield* dispatchFixture(scriptedChannel())
          const { inbox, workspace } = fixture
          const request = reminderTo(3)
          const [first, second, third] = request.recipients.map(({ identifier }) => identifier)
          const { uuid } = yield* fixture.contacts.create(workspace, { phoneNumber: `+${first}` })
          yield* fixture.startProcess
          const sent = yield* fixture.create(request)
          yield* fixture.until(sent, ({ broadcast }) => broadcast.status === "completed")
          const replyTo = (
            to: string | undefined,
            from: string,
            change: Partial<InboundMessage> = {}
          ): InboundMessage => {
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
          const warned = yield* fixture.broadcasts.validate(fixture.caller, request)
          assert.deepStrictEqual(
            warned.map(({ identifier }) => identifier),
            [first]
          )
          assert.strictEqual((yield* fixture.optOuts.get(workspace, uuid)).optOut?.source, "message")
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
            (yield* fixture.broadcasts.validate(fixture.caller, given)).map(({ identifier }) => identifier),
            [first, second, "4915155555555"]
          )
        })
    )

    it.effect(
      "C10: what a person sets at the provider opts out and in, but for an opt-out by hand or a later one",
      () =>
        Effect.gen(function* () {
          const fixture = yield* dispatchFixture(scriptedChannel())
          const { contacts, inbox, optOuts, workspace } = fixture
          const { uuid } = yield* contacts.create(workspace, {
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
            return (yield* optOuts.get(workspace, uuid)).optOut?.source
          })
          assert.strictEqual(yield* sourceAfter(preference("stop", 10)), "channel")
          assert.strictEqual(yield* sourceAfter(preference("resume", 9)), "channel")
          assert.strictEqual(yield* sourceAfter(preference("resume", 20, "DE.49170111111")), "channel")
          assert.isUndefined(yield* sourceAfter(preference("resume", 20, "+49170222222")))
          assert.strictEqual(yield* sourceAfter(preference("stop", 40), preference("resume", 30)), "channel")
          assert.isUndefined(yield* sourceAfter(preference("resume", 50), preference("stop", 45)))
          yield* optOuts.optOut(workspace, uuid)
          assert.strictEqual(yield* sourceAfter(preference("resume", 2_000_000_000)), "request")
        })
    )

    it.effect("E8: a notice is an event of its workspace once, however often it is reported", () =>
      Effect.gen(function* () {
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
        const events = (yield* allEvents(workspace)).filter(({ type }) => !type.startsWith("contact."))
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
    )

    it.effect("B11: receipts are applied, those of unknown messages kept, and a notice changes nothing", () =>
      Effect.gen(function* () {
        const fixture = yield* dispatchFixture(scriptedChannel())
        yield* fixture.startProcess
        const uuid = yield* fixture.create(reminderTo(2))
        yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
        const [first] = yield* fixture.recipients(uuid)
        if (first === undefined) return assert.fail("there is no recipient")
        const at = yield* fixture.store.now
        const receipt = {
          workspaces: [fixture.workspace],
          messageId: "m",
          status: "read",
          error: null,
          reason: null,
          at
        } as const
        yield* fixture.inbox.take("chatapp", {
          ...none,
          receipts: [
            { ...receipt, correlation: null, messageId: "of nothing" },
            { ...receipt, correlation: first.uuid }
          ],
          notices: [noticeTo(null, "now")]
        })
        const { counters } = yield* fixture.until(uuid, ({ counters }) => counters.read > 0)
        assert.deepInclude(counters, { sent: 2, delivered: 1, read: 1 })
      })
    )
  })
