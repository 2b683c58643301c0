import { assert } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import { type BroadcastRequest, type BroadcastUuid, systemCaller } from "@rollcall/core"
import { correlationOf } from "@rollcall/core/channel"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  recipientError,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Stream } from "effect"
import { suite } from "../../Suite.ts"

/** A reminder to these identifiers, which the library reduces to digits. */
const reminder = (identifiers: ReadonlyArray<string>): BroadcastRequest => ({
  ...reminderTo(0),
  recipients: identifiers.flatMap((identifier) => reminderTo(1).recipients.map((one) => ({ ...one, identifier })))
})

type Fixture = Effect.Success<ReturnType<typeof dispatchFixture>>

/** The status and the reason of each recipient of a broadcast. */
const endsOf = (fixture: Fixture, uuid: BroadcastUuid) =>
  Effect.map(fixture.recipients(uuid), (recipients) => recipients.map(({ reason, status }) => [status, reason]))

const rejected = ["rejected", "opted_out"]
const pending = ["pending", null]

suite(storage)("broadcasts to people who asked for no more messages", (test) => {
  test("C8: later broadcasts exclude an opted-out contact, however it is addressed, until it opts in", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { broadcasts, caller, contacts, optOuts, workspace } = fixture
    const { uuid: contact } = yield* contacts.create(systemCaller(workspace), {
      phoneNumber: "+49 (170) 111-111",
      chatappId: "49 170 222222"
    })
    const request = reminder(["+49 170 111111", "49170222222", "49170333333", "49170111111"])
    yield* optOuts.record([{ workspace, address: "49170222222" }], "message")
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), contact)).optOut?.source, "message")
    for (const streamed of [false, true]) {
      const given = streamed ? stream(request) : request
      const { warnings } = yield* broadcasts.validate(caller, given)
      const accepted = yield* broadcasts.create(caller, given)
      assert.deepStrictEqual(accepted.warnings, warnings)
      assert.deepStrictEqual(
        warnings.map(({ identifier, reasons }) => [identifier, reasons]),
        [
          ["49170111111", ["opted_out"]],
          ["49170222222", ["opted_out"]],
          ["49170111111", ["duplicate_identifier", "opted_out"]]
        ]
      )
      assert.deepStrictEqual([accepted.recipients, accepted.rejectedRecipients], [1, 3])
      assert.deepStrictEqual(yield* endsOf(fixture, accepted.uuid), [
        rejected,
        rejected,
        pending,
        ["rejected", "duplicate_identifier"]
      ])
      const { counters } = yield* fixture.deliveries.get(systemCaller(workspace), accepted.uuid)
      assert.deepInclude(counters, { recipients: 1, rejected: 3 })
    }
    assert.strictEqual((yield* optOuts.optIn(systemCaller(workspace), contact)).optOut, null)
    assert.deepStrictEqual(
      (yield* broadcasts.validate(caller, request)).warnings.map(({ reasons }) => reasons),
      [["duplicate_identifier"]]
    )
  })

  test("C7, C8: an opt-out outlives its contact, and also applies to a number without a contact", function* () {
    const { broadcasts, caller, contacts, optOuts, workspace } = yield* dispatchFixture(scriptedChannel())
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+49 170 111111" })
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    yield* Effect.provide(
      ContactErasure.use(({ erase }) => erase(systemCaller(workspace), uuid)),
      ContactErasure.layer
    )
    yield* optOuts.record([{ workspace, address: "49170222222" }], "channel")
    const { warnings } = yield* broadcasts.validate(caller, reminder(["49170111111", "49170222222", "49170333333"]))
    assert.deepStrictEqual(
      warnings.map(({ identifier }) => identifier),
      ["49170111111", "49170222222"]
    )
  })

  test("C10: a number without a country code excludes everyone with that national number, even if pending", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { broadcasts, caller, contacts, optOuts, workspace } = fixture
    const request = reminder(["493023125004", "43023125004", "493023125005"])
    const later = yield* fixture.create({ ...request, scheduledFor: yield* fixture.later("1 minute") })
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "030 23125 004" })
    const { optOut } = yield* optOuts.optOut(systemCaller(workspace), uuid)
    assert.strictEqual(optOut?.source, "request")
    assert.deepStrictEqual(yield* optOuts.get(systemCaller(workspace), uuid), { contactUuid: uuid, optOut })
    assert.deepStrictEqual(yield* endsOf(fixture, later), [rejected, rejected, pending])
    const { warnings } = yield* broadcasts.validate(caller, request)
    assert.deepStrictEqual(
      warnings.map(({ identifier }) => identifier),
      ["493023125004", "43023125004"]
    )
    const accepted = yield* broadcasts.create(caller, request)
    assert.deepStrictEqual(accepted.warnings, warnings)
    const { uuid: abroad } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+43 3023125004" })
    assert.deepStrictEqual((yield* optOuts.get(systemCaller(workspace), abroad)).optOut, optOut)
    assert.strictEqual((yield* optOuts.optIn(systemCaller(workspace), uuid)).optOut, null)
    assert.deepStrictEqual((yield* broadcasts.validate(caller, request)).warnings, [])
  })

  test("C10: an opt-out applies to the contact's former addresses, and is rejected without an address", function* () {
    const { broadcasts, caller, contacts, optOuts, workspace } = yield* dispatchFixture(scriptedChannel())
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+49 30 23125001" })
    yield* contacts.update(systemCaller(workspace), uuid, { phoneNumber: "49 30 23125002" })
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    const request = reminder(["493023125001", "493023125002", "493023125003"])
    const leftOut = (yield* broadcasts.validate(caller, request)).warnings.map(({ identifier }) => identifier)
    assert.deepStrictEqual(leftOut, ["493023125001", "493023125002"])
    const { uuid: changed } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "012" })
    yield* contacts.update(systemCaller(workspace), changed, { phoneNumber: "call me" })
    assert.strictEqual((yield* Effect.flip(optOuts.optOut(systemCaller(workspace), changed)))._tag, "InvalidInput")
    for (const fields of [{ email: "a@b.c" }, { phoneNumber: "call me" }, { phoneNumber: "0 12" }]) {
      const { uuid } = yield* contacts.create(systemCaller(workspace), fields)
      const refusal = yield* Effect.flip(optOuts.optOut(systemCaller(workspace), uuid))
      assert.strictEqual(refusal._tag, "InvalidInput")
    }
  })

  test("C8, C10: an opt-out follows the person after a number change, and applies to the number's new holder", function* () {
    const { broadcasts, caller, contacts, optOuts, workspace } = yield* dispatchFixture(scriptedChannel())
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: "030 23125001" })
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    yield* contacts.update(systemCaller(workspace), uuid, { phoneNumber: "+1 415 555 0177" })
    const request = reminder(["14155550177", "493023125001", "14155550178"])
    const leftOut = Effect.map(broadcasts.validate(caller, request), ({ warnings }) =>
      warnings.map(({ identifier }) => identifier)
    )
    assert.deepStrictEqual(yield* leftOut, ["14155550177", "493023125001"])
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "request")
    const other = yield* contacts.create(systemCaller(workspace), { phoneNumber: "030-23125001" })
    assert.deepStrictEqual(yield* leftOut, ["14155550177", "493023125001"])
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "request")
    yield* optOuts.optIn(systemCaller(workspace), uuid)
    assert.deepStrictEqual(yield* leftOut, ["493023125001"])
    yield* optOuts.optIn(systemCaller(workspace), other.uuid)
    assert.deepStrictEqual(yield* leftOut, [])
  })

  test("C8: an opt-out from marketing stops only marketing, even if pending", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { broadcasts, caller, contacts, optOuts, workspace } = fixture
    const address = "49170111111"
    const { uuid } = yield* contacts.create(systemCaller(workspace), { phoneNumber: `+${address}` })
    const scheduledFor = yield* fixture.later("1 minute")
    const request = (templateName: string) => ({ ...reminder([address]), templateName })
    const categories = ["reminder", "receipt"] as const
    const pendingOf = yield* Effect.forEach(categories, (name) => fixture.create({ ...request(name), scheduledFor }))
    const leftOut = Effect.forEach(categories, (name) =>
      Effect.map(broadcasts.validate(caller, request(name)), ({ warnings }) => warnings.length === 1)
    )
    assert.deepStrictEqual(yield* leftOut, [false, false])
    yield* optOuts.record([{ workspace, address }], "channel")
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.scope, "marketing")
    assert.deepStrictEqual(yield* leftOut, [true, false])
    const ends = Effect.map(
      Effect.forEach(pendingOf, (broadcast) => endsOf(fixture, broadcast)),
      (found) => found.flat().map(([status]) => status)
    )
    assert.deepStrictEqual(yield* ends, ["rejected", "pending"])
    yield* optOuts.record([{ workspace, address }], "message")
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.scope, "all")
    assert.deepStrictEqual(yield* leftOut, [true, true])
    assert.deepStrictEqual(yield* ends, ["rejected", "rejected"])
    yield* optOuts.resume([{ workspace, address, at: yield* fixture.store.now }], "channel")
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.scope, "all")
    yield* optOuts.optIn(caller, uuid)
    assert.deepStrictEqual(yield* leftOut, [false, false])
    assert.strictEqual((yield* optOuts.optOut(caller, uuid, "marketing")).optOut?.scope, "marketing")
    assert.deepStrictEqual(yield* leftOut, [true, false])
  })

  test("C8: an opt-out applies to each of a person's addresses from when the contact gets it, and not to other people", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { broadcasts, caller, contacts, optOuts, workspace } = fixture
    const [first, second, third, fourth] = ["49170111111", "49170222222", "49170333333", "49170444444"]
    const leftOut = Effect.map(broadcasts.validate(caller, reminder([first, second, third, fourth])), ({ warnings }) =>
      warnings.map(({ identifier }) => identifier)
    )
    const scheduledFor = yield* fixture.later("1 minute")
    const later = yield* fixture.create({ ...reminder([second, third]), scheduledFor })
    yield* optOuts.record([{ workspace, address: first }], "message")
    assert.deepStrictEqual(yield* leftOut, [first])
    const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: first, phoneNumber: `+${second}` })
    assert.deepStrictEqual(yield* leftOut, [first, second])
    assert.strictEqual((yield* optOuts.get(systemCaller(workspace), uuid)).optOut?.source, "message")
    yield* fixture.startProcess
    yield* fixture.pass("1 minute")
    yield* fixture.until(later, ({ broadcast }) => broadcast.status === "completed")
    assert.deepStrictEqual(yield* endsOf(fixture, later), [rejected, ["sent", null]])
    yield* contacts.update(caller, uuid, { phoneNumber: `+${third}` })
    assert.deepStrictEqual(yield* leftOut, [first, third])
    // Who shares an address with a person who is opted out by name is kept out there, and nowhere else.
    yield* optOuts.optIn(caller, uuid)
    yield* optOuts.optOut(caller, uuid)
    yield* contacts.create(systemCaller(workspace), { chatappId: fourth, phoneNumber: `+${third}` })
    assert.deepStrictEqual(yield* leftOut, [first, second, third])
    yield* Effect.provide(
      ContactErasure.use(({ erase }) => erase(systemCaller(workspace), uuid)),
      ContactErasure.layer
    )
    assert.deepStrictEqual(yield* leftOut, [first, second, third])
  })

  test("C8: an opt-out rejects pending recipients of every accepted broadcast, and no sent ones", function* () {
    const channel = scriptedChannel()
    const fixture = yield* dispatchFixture(channel)
    const { contacts, optOuts, workspace } = fixture
    const request = reminder(["49170111111", "49170333333"])
    const later = yield* fixture.create({ ...request, scheduledFor: yield* fixture.later("1 minute") })
    const sent = yield* fixture.create(request)
    yield* fixture.startProcess
    yield* fixture.until(sent, ({ broadcast }) => broadcast.status === "completed")
    const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: "49170111111" })
    yield* optOuts.optOut(systemCaller(workspace), uuid)
    assert.deepStrictEqual(yield* endsOf(fixture, later), [rejected, pending])
    assert.deepStrictEqual(yield* endsOf(fixture, sent), [
      ["sent", null],
      ["sent", null]
    ])
    // Taking it back is for later broadcasts.
    yield* optOuts.optIn(systemCaller(workspace), uuid)
    yield* fixture.pass("1 minute")
    const { counters } = yield* fixture.until(later, ({ broadcast }) => broadcast.status === "completed")
    assert.deepInclude(counters, { recipients: 2, sent: 1, rejected: 1 })
    assert.strictEqual(channel.accepted.filter(({ to }) => to === "49170111111").length, 1)
  })

  test("C8: an opt-out during a send prevents another send", function* () {
    const channel = scriptedChannel({
      script: ({ to }, earlier) => (earlier === 0 && to !== "49170333333" ? channelError("Transient") : "accept")
    })
    const fixture = yield* dispatchFixture(channel, { ...quickSettings, retryAfter: quickSettings.lease })
    const { optOuts, workspace } = fixture
    yield* fixture.startProcess
    const uuid = yield* fixture.create(reminder(["49170111111", "49170222222", "49170333333"]))
    yield* fixture.eventually(() => channel.calls.length === 3)
    yield* optOuts.record([{ workspace, address: "49170111111" }], "message")
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    assert.deepStrictEqual(yield* endsOf(fixture, uuid), [rejected, ["sent", null], ["sent", null]])
    assert.strictEqual(channel.calls.filter(({ message }) => message.to === "49170111111").length, 1)
  })

  test("C8: a channel's response or receipt that says so opts the address out", function* () {
    const channel = scriptedChannel({
      script: ({ to }) => (to === "49170111111" ? recipientError("opted_out") : "accept")
    })
    const fixture = yield* dispatchFixture(channel)
    const { broadcasts, caller, optOuts, receipts, workspace } = fixture
    yield* fixture.startProcess
    const request = reminder(["49170111111", "49170222222", "49170333333"])
    const uuid = yield* fixture.create(request)
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    const [, second] = yield* fixture.recipients(uuid)
    if (second === undefined) return assert.fail("there is no recipient")
    const at = yield* fixture.store.now
    yield* receipts.apply("chatapp", [
      {
        workspaces: [workspace],
        correlation: correlationOf(workspace, second.uuid),
        messageId: "its message",
        status: "undeliverable",
        error: "stopped",
        reason: "opted_out",
        at
      }
    ])
    yield* fixture.eventually(() => channel.calls.length === 3)
    const refused = ["undeliverable", "opted_out"]
    assert.deepStrictEqual(yield* endsOf(fixture, uuid), [refused, refused, ["sent", null]])
    // The opt-out of a send follows its outcome; another worker may complete the broadcast in between.
    let leftOut: ReadonlyArray<string> = []
    const validated = Effect.map(broadcasts.validate(caller, request), ({ warnings }) => {
      leftOut = warnings.map(({ identifier }) => identifier)
      return leftOut.length
    })
    yield* Effect.repeat(
      Effect.tap(validated, () => fixture.pass("40 millis")),
      {
        until: (count) => count === 2,
        times: 50
      }
    )
    assert.deepStrictEqual(leftOut, ["49170111111", "49170222222"])
    yield* optOuts.record([{ workspace, address: "not a number" }], "message")
  })

  test("C8: opt-outs concurrent with acceptances are all applied", function* () {
    const fixture = yield* dispatchFixture(scriptedChannel())
    const { optOuts, workspace } = fixture
    const count = 30
    const request = reminderTo(1_200, { scheduledFor: yield* fixture.later("1 hour") })
    const addresses = request.recipients.flatMap(({ identifier }, n) => (n % 40 === 0 ? [identifier] : []))
    assert.lengthOf(addresses, count)
    const recording = Effect.forEach(addresses, (address) =>
      Effect.andThen(optOuts.record([{ workspace, address }], "message"), Effect.yieldNow)
    )
    const creating = Effect.replicateEffect(fixture.create(request), 4, { concurrency: "unbounded" })
    const [uuids] = yield* Effect.all([creating, recording], { concurrency: "unbounded" })
    for (const uuid of uuids) {
      const page = { limit: 1_000, offset: 0 }
      const first = yield* fixture.deliveries.recipients(systemCaller(workspace), uuid, {}, page)
      const rest = yield* fixture.deliveries.recipients(systemCaller(workspace), uuid, {}, { ...page, offset: 1_000 })
      const left = [...first.items, ...rest.items].filter(({ status }) => status === "pending")
      assert.lengthOf(left, 1_200 - count)
      assert.isTrue(left.every(({ identifier }) => !addresses.includes(identifier)))
      const { counters } = yield* fixture.deliveries.get(systemCaller(workspace), uuid)
      assert.strictEqual(counters.rejected, count)
    }
  })
})

/** The same request with its recipients as a stream, as HTTP gives it: with digits. */
const stream = ({ recipients, ...rest }: BroadcastRequest) => ({
  ...rest,
  recipients: Stream.make(
    recipients.map((recipient) => ({ ...recipient, identifier: recipient.identifier.replaceAll(/[^0-9]/g, "") }))
  ),
  count: recipients.length
})
