import { systemCaller } from "../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import type { BroadcastUuid } from "@rollcall/core"
import { WorkspaceSettings } from "@rollcall/core/people"
import { WorkspaceStore } from "@rollcall/core/storage"
import { channelError, dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect } from "effect"
import { suite } from "../../Suite.ts"

type FrequencyCap = NonNullable<WorkspaceSettings["frequencyCap"]>
type Script = NonNullable<NonNullable<Parameters<typeof scriptedChannel>[0]>["script"]>

const cap: FrequencyCap = { messages: 1, days: 7 }

/** A workspace with a cap, and a process that sends. */
const capped = Effect.fnUntraced(function* (frequencyCap: FrequencyCap, script: Script = () => "accept") {
  const channel = scriptedChannel({ script })
  const fixture = yield* dispatchFixture(channel)
  const { putSettings } = yield* WorkspaceStore
  yield* putSettings(fixture.workspace, WorkspaceSettings.make({ frequencyCap, quietHours: null }))
  const sent = Effect.fnUntraced(function* (uuid: BroadcastUuid) {
    yield* fixture.until(uuid, ({ broadcast }) => broadcast.status === "completed")
    return (yield* fixture.recipients(uuid)).map(({ reason, status }) => reason ?? status)
  })
  return { ...fixture, channel, sent }
})

suite(storage)("the frequency cap", (test) => {
  test("Q3: rejects nobody at acceptance, which predicts who has reached it; other categories pass", function* () {
    const { broadcasts, caller, create, sent, startProcess } = yield* capped(cap)
    yield* startProcess
    assert.deepStrictEqual(yield* sent(yield* create(reminderTo(2))), ["sent", "sent"])
    const accepted = yield* broadcasts.create(caller, reminderTo(3))
    assert.deepInclude(accepted, { recipients: 3, rejectedRecipients: 0, predictions: { frequency_cap: 2 } })
    assert.deepStrictEqual(yield* sent(accepted.uuid), ["frequency_cap", "frequency_cap", "sent"])
    const validated = yield* broadcasts.validate(caller, reminderTo(4))
    assert.deepStrictEqual(validated, { warnings: [], predictions: { frequency_cap: 3 } })
    const receipt = yield* create(reminderTo(2, { templateName: "receipt" }))
    assert.deepStrictEqual(yield* sent(receipt), ["sent", "sent"])
  })

  test("Q3: rejects at dispatch who has reached it since the acceptance, and counts the rejection", function* () {
    const { channel, create, deliveries, sent, startProcess, workspace } = yield* capped(cap)
    const uuids = [yield* create(reminderTo(25)), yield* create(reminderTo(25)), yield* create(reminderTo(25))]
    yield* startProcess
    yield* startProcess
    const endings = (yield* Effect.forEach(uuids, sent)).flat()
    assert.deepStrictEqual([endings.length, endings.filter((ending) => ending === "sent").length], [75, 25])
    assert.strictEqual(endings.filter((ending) => ending === "frequency_cap").length, 50)
    assert.strictEqual(new Set(channel.accepted.map(({ to }) => to)).size, channel.accepted.length)
    const counters = yield* Effect.forEach(uuids, (uuid) => deliveries.get(systemCaller(workspace), uuid))
    for (const { counters: counts } of counters) assert.strictEqual(counts.sent + counts.rejected, 25)
  })

  test("Q3: is checked only when sends begin: a broadcast for later is sent once the cap allows it again", function* () {
    const { broadcasts, caller, create, later, pass, sent, startProcess } = yield* capped({ messages: 1, days: 1 })
    const scheduledFor = yield* later("25 hours")
    yield* Effect.scoped(
      Effect.andThen(
        startProcess,
        Effect.flatMap(create(reminderTo(1)), (uuid) => sent(uuid))
      )
    )
    const accepted = yield* broadcasts.create(caller, reminderTo(1, { scheduledFor }))
    assert.deepInclude(accepted, { recipients: 1, predictions: { frequency_cap: 0 } })
    yield* pass("25 hours")
    yield* startProcess
    assert.deepStrictEqual(yield* sent(accepted.uuid), ["sent"])
  })

  test("Q3: counts by address too: a number that becomes a contact's, and two contacts with one number", function* () {
    const { channel, contacts, create, sent, startProcess, workspace } = yield* capped(cap)
    yield* startProcess
    const [number = ""] = reminderTo(1).recipients.map(({ identifier }) => identifier)
    assert.deepStrictEqual(yield* sent(yield* create(reminderTo(1))), ["sent"])
    for (const name of ["Ana", "Ben"]) {
      yield* contacts.create(systemCaller(workspace), { firstName: name, phoneNumber: `+${number}` })
      assert.deepStrictEqual(yield* sent(yield* create(reminderTo(1))), ["frequency_cap"])
    }
    assert.lengthOf(channel.accepted, 1)
  })

  test("Q3: counts by contact, over all its addresses, also within one broadcast", function* () {
    const { channel, contacts, create, sent, startProcess, workspace } = yield* capped(cap)
    const [one, two] = reminderTo(2).recipients.map(({ identifier }) => identifier)
    yield* contacts.create(systemCaller(workspace), { chatappId: one ?? null, phoneNumber: `+${two}` })
    const uuid = yield* create(reminderTo(3))
    yield* startProcess
    assert.deepStrictEqual((yield* sent(uuid)).toSorted(), ["frequency_cap", "sent", "sent"])
    assert.strictEqual(channel.accepted.length, 2)
    assert.strictEqual(channel.accepted.filter(({ to }) => to === one || to === two).length, 1)
  })

  test("Q3: counts messages that may have been accepted, and not rejected or failed ones", function* () {
    const failing: Script = ({ broadcast, to }) => {
      if (to.endsWith("0")) return channelError("OutcomeUnknown")
      if (to.endsWith("1")) return channelError("Undeliverable")
      return to.endsWith("2") && broadcast === first ? channelError("Transient") : "accept"
    }
    let first: BroadcastUuid | null = null
    const { create, recipients, startProcess, until } = yield* capped(cap, (...given) => failing(...given))
    first = yield* create(reminderTo(4))
    yield* startProcess
    yield* until(first, ({ counters }) => counters.failed === 2 && counters.sent === 1)
    const again = yield* create(reminderTo(4))
    yield* until(again, ({ counters }) => counters.failed + counters.sent + counters.rejected === 4)
    assert.deepStrictEqual(
      (yield* recipients(again)).map(({ reason, status }) => reason ?? status),
      ["frequency_cap", "undeliverable", "sent", "frequency_cap"]
    )
  })

  test("Q3: counts calendar days, and allows its number of messages", function* () {
    const { create, later, pass, sent, startProcess } = yield* capped({ messages: 2, days: 2 })
    /** Passes to some minutes after midnight, where the recipients have no zone: by UTC. */
    const passMidnight = Effect.gen(function* () {
      const now = yield* later(Duration.zero)
      const midnight = DateTime.add(DateTime.startOf(now, "day"), { days: 1, minutes: 5 })
      yield* pass(DateTime.distance(now, midnight))
    })
    // No process polls while the hours pass.
    const next = Effect.flatMap(create(reminderTo(1)), (uuid) =>
      Effect.scoped(
        Effect.andThen(
          startProcess,
          Effect.map(sent(uuid), ([ending]) => ending)
        )
      )
    )
    yield* passMidnight
    yield* pass("23 hours")
    assert.strictEqual(yield* next, "sent")
    yield* passMidnight
    assert.strictEqual(yield* next, "sent")
    assert.strictEqual(yield* next, "frequency_cap")
    // Of the last two days only yesterday counts.
    yield* passMidnight
    assert.strictEqual(yield* next, "sent")
    assert.strictEqual(yield* next, "frequency_cap")
  })
})
