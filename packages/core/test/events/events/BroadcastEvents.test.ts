import { assert } from "@effect/vitest"
import { systemCaller, Contacts, EventSettings, type RollcallEvent } from "@rollcall/core"
import { transition } from "@rollcall/core/sending"
import { ContactErasure } from "@rollcall/core/people"
import { EventStore } from "@rollcall/core/storage"
import {
  channelError,
  dispatchFixture,
  quickSettings,
  reminderTo,
  scriptedChannel,
  type ScriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Layer } from "effect"
import { beginSends } from "../../sending/delivery/BeginSends.ts"
import { suite } from "../../Suite.ts"

/** A process over a channel, and the events of its workspace. */
const fixtureOver = Effect.fnUntraced(function* (channel: ScriptedChannel) {
  const store = yield* EventStore
  const fixture = yield* dispatchFixture(channel, { ...quickSettings, lease: Duration.seconds(8) })
  yield* fixture.startProcess
  const events = Effect.map(store.read(fixture.workspace, { after: null, types: null, limit: 1_000 }), (reading) =>
    reading._tag === "Read" ? reading.events : []
  )
  return { ...fixture, events }
})

/** The events in short: the type, and the reason if there is one. */
const short = (events: ReadonlyArray<RollcallEvent>) =>
  events.map((event) => ("reason" in event && event.reason !== null ? `${event.type}: ${event.reason}` : event.type))

/** The events of each recipient in short, those of one joined, in no order of the recipients. */
const ofRecipients = (events: ReadonlyArray<RollcallEvent>) => {
  const each = Map.groupBy(
    events.filter((event) => "recipientUuid" in event),
    ({ recipientUuid }) => recipientUuid
  )
  return Array.from(each.values(), (events) => short(events).join(", ")).sort()
}

const withRecipients = Layer.merge(
  storage,
  Layer.succeed(EventSettings, { ...EventSettings.defaultValue(), recipients: true })
)

const isIn =
  (status: string) =>
  ({ broadcast }: { readonly broadcast: { readonly status: string } }) =>
    broadcast.status === status

const refused = reminderTo(1).recipients.map((recipient) => ({ ...recipient, identifier: "+4917" }))

suite(storage)("the events of broadcasts", (test) => {
  test("E5, E6: record a broadcast from its acceptance to its end, without its recipients", function* () {
    const { caller, create, events, until, workspace } = yield* fixtureOver(scriptedChannel({ receipts: true }))
    const uuid = yield* create(reminderTo(3, { recipients: [...reminderTo(3).recipients, ...refused] }))
    yield* until(uuid, isIn("completed"))
    yield* until(uuid, ({ counters }) => counters.delivered === 3)
    const found = yield* events
    assert.deepStrictEqual<ReadonlyArray<unknown>>(
      found.map(({ at: _at, cursor: _cursor, ...event }) => event),
      ["broadcast.accepted", "broadcast.started", "broadcast.completed"].map((type) => {
        // The worker does the rest.
        const by = type === "broadcast.accepted" ? caller.actor : null
        return { type, workspaceUuid: workspace, by, actor: by, broadcastUuid: uuid, reason: null }
      })
    )
  })

  test("E5: record that a broadcast is paused with a reason, resumed and cancelled", function* () {
    const script = () => channelError("TemplateRejected")
    const { broadcasts, create, events, until, workspace } = yield* fixtureOver(scriptedChannel({ script }))
    const uuid = yield* create(reminderTo(2))
    yield* until(uuid, isIn("paused"))
    yield* broadcasts.resume(systemCaller(workspace), uuid)
    yield* until(uuid, isIn("paused"))
    yield* broadcasts.cancel(systemCaller(workspace), uuid)
    yield* broadcasts.cancel(systemCaller(workspace), uuid)
    const paused = "broadcast.paused: template_rejected"
    assert.deepStrictEqual(short(yield* events), [
      "broadcast.accepted",
      "broadcast.started",
      paused,
      "broadcast.resumed",
      paused,
      "broadcast.cancelled"
    ])
  })

  test("E5: record that a broadcast expires, and that a broadcast fails", function* () {
    const { create, events, later, pass, until, workspace } = yield* fixtureOver(scriptedChannel())
    const times = { scheduledFor: yield* later("10 minutes"), validUntil: yield* later("20 minutes") }
    const failing = yield* create(reminderTo(1, times))
    yield* transition({ workspace, broadcast: failing }, "start")
    yield* transition({ workspace, broadcast: failing }, "fail")
    const slow = yield* create(
      reminderTo(1, { validUntil: yield* later("1 minute"), scheduledFor: yield* later("30 seconds") })
    )
    yield* transition({ workspace, broadcast: slow }, "start")
    yield* transition({ workspace, broadcast: slow }, "pause", { reason: "by hand" })
    yield* pass("2 minutes")
    yield* until(slow, isIn("expired"))
    const found = yield* events
    const of = (uuid: string) =>
      short(found.filter((event) => "broadcastUuid" in event && event.broadcastUuid === uuid))
    assert.deepStrictEqual(of(failing), ["broadcast.accepted", "broadcast.started", "broadcast.failed"])
    assert.deepStrictEqual(of(slow), [
      "broadcast.accepted",
      "broadcast.started",
      "broadcast.paused: by hand",
      "broadcast.expired"
    ])
  })

  test("E1: record nothing for a replayed or rejected request", function* () {
    const { broadcasts, caller, events, later } = yield* fixtureOver(scriptedChannel())
    const request = reminderTo(1, { clientUniqueIdentifier: "once", scheduledFor: yield* later("1 hour") })
    yield* broadcasts.create(caller, request)
    yield* broadcasts.create(caller, request)
    yield* Effect.flip(broadcasts.create(caller, { ...request, name: "Another" }))
    yield* broadcasts.validate(caller, request)
    assert.deepStrictEqual(short(yield* events), ["broadcast.accepted"])
  })
})

suite(withRecipients)("the events of recipients", (test) => {
  test("E3, E6: record each status of a recipient, in order", function* () {
    const script = ({ to }: { readonly to: string }) => (to.endsWith("2") ? channelError("Undeliverable") : "accept")
    const { create, events, until } = yield* fixtureOver(scriptedChannel({ script, receipts: true }))
    const uuid = yield* create(reminderTo(3, { recipients: [...reminderTo(3).recipients, ...refused] }))
    yield* until(uuid, ({ counters }) => counters.delivered === 2)
    yield* until(uuid, isIn("completed"))
    const found = yield* events
    assert.deepStrictEqual(ofRecipients(found), [
      "recipient.rejected: invalid_identifier",
      "recipient.sent, recipient.delivered",
      "recipient.sent, recipient.delivered",
      "recipient.undeliverable: undeliverable"
    ])
    assert.isTrue(found.every((event) => !("broadcastUuid" in event) || event.broadcastUuid === uuid))
  })

  test("E6: record the recipients that a cancelled broadcast no longer sends to", function* () {
    const { broadcasts, create, events, later, workspace } = yield* fixtureOver(scriptedChannel())
    const uuid = yield* create(reminderTo(2, { scheduledFor: yield* later("1 hour") }))
    yield* broadcasts.cancel(systemCaller(workspace), uuid)
    const rejected = "recipient.rejected: cancelled"
    assert.deepStrictEqual(short(yield* events), ["broadcast.accepted", rejected, rejected, "broadcast.cancelled"])
  })

  test("E6: record an unknown outcome, and the later known outcome", function* () {
    const channel = scriptedChannel({ script: () => "hang" })
    const { create, events, eventually, pass, recipients } = yield* fixtureOver(channel)
    const uuid = yield* create(reminderTo(1))
    yield* eventually(() => channel.calls.length === 1)
    yield* pass("30 seconds")
    const [recipient] = yield* recipients(uuid)
    if (recipient === undefined) return assert.fail("there is no recipient")
    assert.deepStrictEqual(ofRecipients(yield* events), ["recipient.unknown: unknown"])
  })

  test("E6: record a recipient of a dead process once", function* () {
    const { create, events, later, pass, workspace } = yield* fixtureOver(scriptedChannel())
    const uuid = yield* create(reminderTo(1, { scheduledFor: yield* later("1 hour") }))
    const ref = { workspace, broadcast: uuid }
    yield* transition(ref, "start")
    yield* beginSends(ref, { limit: 1, lease: Duration.seconds(5) })
    yield* pass("1 minute")
    yield* pass("1 minute")
    assert.deepStrictEqual(ofRecipients(yield* events), ["recipient.unknown: unknown"])
  })

  test("C7, E6: record a recipient whose contact is erased before the send", function* () {
    const { create, events, later, workspace } = yield* fixtureOver(scriptedChannel())
    const contacts = yield* Effect.provide(Contacts, Contacts.layer)
    const erasure = yield* Effect.provide(ContactErasure, ContactErasure.layer)
    const recipients = reminderTo(1).recipients
    yield* create(reminderTo(1, { recipients, scheduledFor: yield* later("1 hour") }))
    const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: recipients[0]?.identifier ?? "" })
    yield* erasure.erase(systemCaller(workspace), uuid)
    assert.deepStrictEqual(short(yield* events), [
      "broadcast.accepted",
      "contact.created",
      "recipient.rejected: erased",
      "contact.erased"
    ])
  })
})
