import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import type { BroadcastUuid, Contact } from "@rollcall/core"
import { type AudienceBroadcast, layerWaitingRecipients } from "@rollcall/core/sending"
import { Settings } from "@rollcall/core/people"
import {
  dispatchFixture,
  recipientError,
  reminderTo,
  type ScriptedChannel,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer } from "effect"
import { suite } from "../../Suite.ts"

/** Contacts with numbers from 4917100000000, and broadcasts to them. */
const contactsOf = Effect.fnUntraced(function* (count: number, channel: ScriptedChannel = scriptedChannel()) {
  const fixture = yield* dispatchFixture(channel)
  const { broadcasts, caller, contacts, workspace } = fixture
  const made: Array<Contact> = []
  for (let n = 0; n < count; n++) {
    made.push(
      yield* contacts.create(systemCaller(workspace), {
        firstName: `Ana ${n}`,
        phoneNumber: `+${4_917_100_000_000 + n}`
      })
    )
  }
  const toAll = Effect.fnUntraced(function* (change: Partial<AudienceBroadcast> = {}) {
    const { uuid } = yield* broadcasts.create(caller, {
      name: "Reminder",
      templateName: "receipt",
      from: "4915100000000",
      parameters: { bodyOrder: ["name"] },
      audience: {
        include: [{ contactUuids: made.map(({ uuid }) => uuid) }],
        parameters: { body: { name: { field: "firstName" } } }
      },
      ...change
    })
    return uuid
  })
  const done = (uuid: BroadcastUuid) => fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
  const endings = (uuid: BroadcastUuid) =>
    Effect.map(fixture.recipients(uuid), (rows) =>
      rows.map(({ identifier, reason, status }) => `${identifier} ${reason ?? status}`)
    )
  const uuidOf = (n: number) => made[n]?.uuid ?? assert.fail("there are so many")
  return { ...fixture, channel, done, endings, toAll, uuidOf }
})

suite(storage)("checks when a send begins", (test) => {
  test("B9: skip a contact archived since, and use its current number, but not one that another contact has", function* () {
    const { caller, contacts, done, endings, later, pass, startProcess, toAll, uuidOf } = yield* contactsOf(4)
    const uuid = yield* toAll({ scheduledFor: yield* later("1 minute") })
    yield* contacts.archive(caller, uuidOf(0))
    yield* contacts.update(caller, uuidOf(1), { phoneNumber: "+4917100000099" })
    yield* contacts.update(caller, uuidOf(2), { phoneNumber: "+4917100000003" })
    yield* pass("1 minute")
    yield* startProcess
    yield* done(uuid)
    assert.deepStrictEqual(yield* endings(uuid), [
      "4917100000000 archived",
      "4917100000099 sent",
      "4917100000002 duplicate_identifier",
      "4917100000003 sent"
    ])
  })

  test("B9: never change the identifiers posted by a caller", function* () {
    const { caller, contacts, create, done, endings, later, pass, startProcess, uuidOf } = yield* contactsOf(1)
    const [recipient] = reminderTo(1).recipients
    if (recipient === undefined) return assert.fail("there is one")
    const recipients = [{ ...recipient, identifier: "4917100000000" }]
    const scheduledFor = yield* later("1 minute")
    const uuid = yield* create(reminderTo(1, { templateName: "receipt", scheduledFor, recipients }))
    yield* contacts.update(caller, uuidOf(0), { phoneNumber: "+4917100000099" })
    yield* contacts.archive(caller, uuidOf(0))
    yield* pass("1 minute")
    yield* startProcess
    yield* done(uuid)
    assert.deepStrictEqual(yield* endings(uuid), ["4917100000000 sent"])
  })

  test("B24, C8: send nothing to an address since taken by an opted-out person, or shared with one", function* () {
    const { caller, contacts, done, endings, later, optOuts, pass, startProcess, toAll, uuidOf } = yield* contactsOf(3)
    yield* optOuts.optOut(caller, uuidOf(2))
    yield* contacts.update(caller, uuidOf(2), { phoneNumber: null, email: "ana@example.org" })
    const uuid = yield* toAll({ scheduledFor: yield* later("1 minute") })
    yield* contacts.update(caller, uuidOf(2), { phoneNumber: "+4917100000001" })
    yield* pass("1 minute")
    yield* startProcess
    yield* done(uuid)
    assert.sameMembers(yield* endings(uuid), ["4917100000000 sent", "4917100000001 opted_out", " no_address"])
  })

  test("M3: send one message to two contacts merged meanwhile, and end a broadcast when the last recipient opts out", function* () {
    const { caller, channel, done, later, merges, optOuts, pass, startProcess, toAll, uuidOf } = yield* contactsOf(3)
    const uuid = yield* toAll({ scheduledFor: yield* later("1 minute") })
    yield* merges.merge(caller, uuidOf(0), { from: uuidOf(1) })
    yield* optOuts.optOut(caller, uuidOf(2))
    yield* pass("1 minute")
    yield* startProcess
    yield* done(uuid)
    assert.deepStrictEqual(
      channel.accepted.map(({ to }) => to),
      ["4917100000000"]
    )
  })
})

suite(storage)("a retry of a broadcast to contacts", (test) => {
  test("R43: reads them again: archived contacts are left out, and current numbers and names are used", function* () {
    const channel = scriptedChannel({
      script: ({ to }) => (to.endsWith("99") ? "accept" : recipientError("unreachable"))
    })
    const { broadcasts, caller, contacts, done, endings, startProcess, toAll, uuidOf } = yield* contactsOf(2, channel)
    yield* startProcess
    const uuid = yield* toAll()
    yield* done(uuid)
    yield* contacts.archive(caller, uuidOf(0))
    yield* contacts.update(caller, uuidOf(1), { phoneNumber: "+4917100000099", firstName: "Zoë" })
    const again = yield* broadcasts.retry(caller, uuid, { reasons: ["unreachable"] })
    assert.deepInclude(again, { recipients: 1, exclusions: { archived: 1 } })
    yield* done(again.uuid)
    assert.deepStrictEqual((yield* endings(again.uuid)).toSorted(), ["4917100000000 archived", "4917100000099 sent"])
    assert.deepStrictEqual(
      channel.accepted.map(({ parameters }) => parameters.body),
      [["Zoë"]]
    )
    // A person who was reached under another number isn't taken again.
    assert.deepInclude(yield* broadcasts.retry(caller, uuid, { reasons: ["unreachable"] }), {
      recipients: 0,
      exclusions: { archived: 1 }
    })
  })
})

suite(storage)("a retry with a first message that arrives before the retry begins", (test) => {
  test("R41: skips the person who got it, by address or by contact, and gives the reason", function* () {
    const {
      broadcasts,
      caller,
      channel,
      done,
      later,
      merges,
      pass,
      receipts,
      startProcess,
      toAll,
      uuidOf,
      ...fixture
    } = yield* contactsOf(3)
    yield* startProcess
    const uuid = yield* toAll()
    yield* done(uuid)
    const report = (of: ReadonlyArray<number>, status: "delivered" | "undeliverable") =>
      Effect.flatMap(DateTime.now, (at) =>
        receipts.apply(
          "chatapp",
          of.map((n) => {
            const { correlation } = channel.accepted[n] ?? assert.fail("there are so many")
            const said = { status, error: status === "delivered" ? null : "expired", reason: null, at }
            return { correlation, messageId: `message-${correlation}`, workspaces: [caller.workspace], ...said }
          })
        )
      )
    yield* report([0, 1, 2], "undeliverable")
    const scheduledFor = yield* later("1 minute")
    const again = yield* broadcasts.retry(caller, uuid, { reasons: ["undeliverable"], scheduledFor })
    assert.strictEqual(again.recipients, 3)
    const numberOf = new Map((yield* fixture.recipients(uuid)).map((one) => [one.contactUuid, one.identifier]))
    const sent = channel.accepted.map(({ to }) => to)
    yield* report([sent.indexOf(numberOf.get(uuidOf(0)) ?? "")], "delivered")
    // The second one becomes one with the first, which has got its message.
    yield* merges.merge(caller, uuidOf(0), { from: uuidOf(1) })
    yield* pass("1 minute")
    yield* done(again.uuid)
    const reasons = (yield* fixture.recipients(again.uuid)).map(({ reason, status }) => reason ?? status).toSorted()
    assert.deepStrictEqual(reasons, ["already_received", "duplicate_identifier", "sent"])
    assert.strictEqual(channel.accepted.at(-1)?.to, "4917100000002")
    assert.lengthOf(channel.accepted, 4)
  })
})

suite(storage)("recipients that wait until the morning", (test) => {
  test("Q5: are sent to when quiet hours are removed, and their broadcast completes when the last one opts out", function* () {
    const { caller, channel, done, optOuts, pass, startProcess, toAll, uuidOf, workspace } = yield* contactsOf(2)
    const settings = yield* Effect.provide(Settings, Layer.provide(Settings.layer, layerWaitingRecipients))
    const quietHours = { from: "00:00", until: "23:59", timeZone: "UTC", timeZoneField: null }
    yield* settings.replace(systemCaller(workspace), { frequencyCap: null, quietHours })
    yield* startProcess
    const first = yield* toAll({ templateName: "reminder" })
    yield* pass("2 seconds")
    assert.lengthOf(channel.calls, 0)
    yield* settings.replace(systemCaller(workspace), { frequencyCap: null, quietHours: null })
    yield* done(first)
    assert.lengthOf(channel.calls, 2)
    yield* settings.replace(systemCaller(workspace), { frequencyCap: null, quietHours })
    const second = yield* toAll({ templateName: "reminder" })
    yield* pass("2 seconds")
    for (const n of [0, 1]) yield* optOuts.optOut(caller, uuidOf(n))
    yield* done(second)
    assert.lengthOf(channel.calls, 2)
  })
})
