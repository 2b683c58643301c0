import { assert } from "@effect/vitest"
import { systemCaller, type BroadcastRequest, CustomFields } from "@rollcall/core"
import { digitForms, PhoneNumbers, type WorkspaceSettings } from "@rollcall/core/people"
import { DeliveryStore, WorkspaceStore } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { newDefinition } from "../../Services.ts"
import { testOver } from "../../Suite.ts"

const hours = { from: "21:00", until: "08:00", timeZoneField: null, timeZone: "Europe/Berlin" }

/** Numbers that begin with 91 are of a country with one zone, and those that begin with 1 of one with two. */
const zones: Readonly<Record<string, ReadonlyArray<string>>> = {
  "91": ["Asia/Kolkata"],
  "12": ["Pacific/Honolulu", "America/New_York"]
}
const numbers = { ...digitForms, timeZones: (address: string) => zones[address.slice(0, 2)] ?? [] }

const test = testOver(
  Layer.merge(Layer.provideMerge(CustomFields.layer, storage), Layer.succeed(PhoneNumbers, numbers))
)

/** Half past nine in the evening in Berlin, and two at night in Kolkata. */
const evening = "2027-01-10T20:30:00Z"

/** A workspace with quiet hours, at an instant. */
const quiet = Effect.fnUntraced(function* (
  now: string,
  change: Partial<NonNullable<WorkspaceSettings["quietHours"]>> = {},
  frequencyCap: WorkspaceSettings["frequencyCap"] = null
) {
  const setTime = (iso: string) => TestClock.setTime(DateTime.makeUnsafe(iso).epochMilliseconds)
  yield* setTime(now)
  const channel = scriptedChannel()
  const fixture = yield* dispatchFixture(channel)
  const { putSettings } = yield* WorkspaceStore
  yield* putSettings(fixture.workspace, { frequencyCap, quietHours: { ...hours, ...change } })

  /** Runs a process for some seconds. */
  const run = (seconds: number) =>
    Effect.scoped(
      Effect.andThen(fixture.startProcess, Effect.replicateEffect(fixture.pass("1 second"), seconds, { discard: true }))
    )
  return {
    ...fixture,
    /** Runs a process for a few seconds from now on. */
    run: run(3),
    /** Runs a process from ten seconds before an instant to some seconds after it. */
    runAround: (iso: string) =>
      Effect.andThen(
        setTime(DateTime.formatIso(DateTime.subtract(DateTime.makeUnsafe(iso), { seconds: 10 }))),
        run(15)
      ),
    /** When each recipient was sent to, to the minute. */
    sends: () =>
      new Map(
        channel.calls.map(({ at, message }) => [message.to, DateTime.formatIso(DateTime.makeUnsafe(at)).slice(0, 16)])
      )
  }
})

const to = (...identifiers: ReadonlyArray<string>) => {
  const [recipient] = reminderTo(1).recipients
  return reminderTo(0, {
    recipients: identifiers.flatMap((identifier) => (recipient === undefined ? [] : [{ ...recipient, identifier }]))
  })
}

const [german, indian, american, lost] = ["4917000000001", "910000000002", "4917000000003", "910000000004"] as const

test("Q5: each recipient waits until its quiet hours end: by its field, its number, or its workspace", function* () {
  const { contacts, create, run, runAround, sends, workspace } = yield* quiet(evening, { timeZoneField: "zone" })
  const fields = yield* CustomFields
  yield* fields.create(systemCaller(workspace), { ...newDefinition({ name: "Zone" }), fieldKey: "zone" })
  yield* contacts.create(systemCaller(workspace), { chatappId: american, customFields: { zone: " America/New_York " } })
  yield* contacts.create(systemCaller(workspace), { chatappId: lost, customFields: { zone: "Atlantis" } })
  yield* create(to(german, indian, american, lost))
  yield* run
  assert.deepStrictEqual(sends(), new Map([[american, "2027-01-10T20:30"]]))
  yield* runAround("2027-01-11T02:30:00Z")
  const india = "2027-01-11T02:30"
  assert.deepStrictEqual(
    sends(),
    new Map([
      [american, "2027-01-10T20:30"],
      [indian, india],
      [lost, india]
    ])
  )
  yield* runAround("2027-01-11T07:00:00Z")
  assert.strictEqual(sends().get(german), "2027-01-11T07:00")
})

test("Q5: in a country with several zones, a recipient waits until the quiet hours have ended in all zones", function* () {
  const { create, run, runAround, sends } = yield* quiet("2027-01-11T06:00:00Z", { timeZone: "Asia/Tokyo" })
  const [unsure, japanese] = ["12025550123", "8190000001"]
  yield* create(to(unsure, japanese))
  yield* run
  assert.deepStrictEqual(sends(), new Map([[japanese, "2027-01-11T06:00"]]))
  // It is eight in New York at 13:00, and in Honolulu at 18:00.
  yield* runAround("2027-01-11T13:00:00Z")
  assert.isFalse(sends().has(unsure))
  yield* runAround("2027-01-11T18:00:00Z")
  assert.strictEqual(sends().get(unsure), "2027-01-11T18:00")
})

test("Q5: if the quiet hours of all zones leave no time, the workspace's zone applies", function* () {
  const { create, run, sends } = yield* quiet("2027-01-11T06:00:00Z", {
    from: "12:00",
    until: "09:00",
    timeZone: "Asia/Karachi"
  })
  yield* create(to("12025550123"))
  yield* run
  assert.strictEqual(sends().get("12025550123"), "2027-01-11T06:00")
})

test("Q5: acceptance and validation predict how many wait, how many expire, and unreadable zones", function* () {
  const { broadcasts, caller, contacts, workspace } = yield* quiet(evening, { timeZoneField: "zone" })
  const fields = yield* CustomFields
  yield* fields.create(systemCaller(workspace), { ...newDefinition({ name: "Zone" }), fieldKey: "zone" })
  yield* contacts.create(systemCaller(workspace), { chatappId: american, customFields: { zone: "GMT-5" } })
  yield* contacts.create(systemCaller(workspace), { chatappId: lost, customFields: { zone: "Atlantis" } })
  const predicted = Effect.fnUntraced(function* (change: Partial<BroadcastRequest>) {
    const request = { ...to(german, indian, american, lost), ...change }
    const validated = yield* broadcasts.validate(caller, request)
    const { predictions } = yield* broadcasts.create(caller, request)
    assert.deepStrictEqual(validated, { warnings: [], predictions })
    return predictions
  })
  const at = DateTime.makeUnsafe
  const none = { quiet_hours: 0, expires_in_quiet_hours: 0, unreadable_time_zone: 1 }
  // It ends in India at 02:30, and in Germany at 07:00.
  assert.deepStrictEqual(yield* predicted({}), { ...none, quiet_hours: 3 })
  assert.deepStrictEqual(yield* predicted({ validUntil: at("2027-01-11T02:00:00Z") }), {
    ...none,
    quiet_hours: 3,
    expires_in_quiet_hours: 3
  })
  assert.deepStrictEqual(yield* predicted({ validUntil: at("2027-01-11T07:00:00Z") }), {
    ...none,
    quiet_hours: 3,
    expires_in_quiet_hours: 1
  })
  assert.deepStrictEqual(yield* predicted({ scheduledFor: at("2027-01-11T08:00:00Z") }), { ...none, quiet_hours: 1 })
  assert.deepStrictEqual(yield* predicted({ templateName: "receipt" }), {})
})

test("Q5: waiting recipients delay no others, and waiting is no retry", function* () {
  const { create, deliveries, recipients, run, runAround, sends, workspace } = yield* quiet(evening, {
    timeZone: "America/New_York"
  })
  const waiting = Array.from({ length: 60 }, (_, n) => `91000000${1_000 + n}`)
  const uuid = yield* create(to(...waiting, german, american))
  yield* run
  assert.deepStrictEqual([...sends().keys()].toSorted(), [german, american].toSorted())
  yield* run
  assert.strictEqual((yield* deliveries.get(systemCaller(workspace), uuid)).broadcast.status, "sending")
  const rows = yield* recipients(uuid)
  const { lock } = yield* DeliveryStore
  const stored = yield* lock({ deliveries: rows.map((row) => ({ workspaceUuid: workspace, uuid: row.uuid })) })
  assert.deepStrictEqual(new Set(stored.map(({ retries }) => retries)), new Set([0]))
  yield* runAround("2027-01-11T02:30:00Z")
  const { broadcast, counters } = yield* deliveries.get(systemCaller(workspace), uuid)
  assert.deepStrictEqual([broadcast.status, counters.sent], ["completed", 62])
})

test("Q5: quiet hours end at the local time in a night with a clock change", function* () {
  const { create, run, runAround, sends } = yield* quiet("2027-03-27T22:00:00Z")
  yield* create(to(german))
  yield* run
  yield* runAround("2027-03-28T05:50:00Z")
  assert.strictEqual(sends().size, 0)
  yield* runAround("2027-03-28T06:00:00Z")
  assert.deepStrictEqual(sends(), new Map([[german, "2027-03-28T06:00"]]))
})

test("Q5: recipients who wait past the broadcast's validity expire with it", function* () {
  const { create, deliveries, recipients, run, runAround, sends, workspace } = yield* quiet(evening)
  const validUntil = DateTime.makeUnsafe("2027-01-11T06:00:00Z")
  const uuid = yield* create({ ...to(german), validUntil })
  yield* run
  yield* runAround("2027-01-11T06:00:00Z")
  assert.strictEqual((yield* deliveries.get(systemCaller(workspace), uuid)).broadcast.status, "expired")
  assert.deepStrictEqual(
    (yield* recipients(uuid)).map(({ reason }) => reason),
    ["expired"]
  )
  assert.strictEqual(sends().size, 0)
})

test("Q5: other categories are sent at any time, and a message counts for the cap only when it is sent", function* () {
  const cap = { messages: 1, days: 1 }
  const { create, recipients, run, runAround, sends } = yield* quiet(evening, {}, cap)
  yield* create({ ...to(german), templateName: "receipt" })
  const uuids = [yield* create(to(german)), yield* create(to(german))]
  yield* run
  assert.deepStrictEqual(sends(), new Map([[german, "2027-01-10T20:30"]]))
  yield* runAround("2027-01-11T07:00:00Z")
  const endings = (yield* Effect.forEach(uuids, recipients)).flat().map(({ reason, status }) => reason ?? status)
  assert.deepStrictEqual(endings.toSorted(), ["frequency_cap", "sent"])
})
