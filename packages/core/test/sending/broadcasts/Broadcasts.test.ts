import { assert } from "@effect/vitest"
import { BroadcastNotFound, BroadcastUuid, InvalidInput, systemCaller, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { transition } from "@rollcall/core/sending"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { suite } from "../../Suite.ts"

const reference = "order 7"

/** A broadcast to one recipient, with the reference. */
const referenced = (change: Parameters<typeof reminderTo>[1] = {}) => ({
  ...reminderTo(0, change),
  recipients: reminderTo(1).recipients.map((recipient) => ({ ...recipient, clientReference: reference }))
})

const ofReference = { broadcast: null, clientReferences: [reference], updatedAfter: null }
const firstPage = { limit: 10, offset: 0 }

suite(storage)("broadcasts", (test) => {
  test("B4: only an accepted broadcast uses its key", function* () {
    const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
    const create = (change: Parameters<typeof reminderTo>[1]) =>
      broadcasts.create(caller, referenced({ clientUniqueIdentifier: "key", ...change }))
    assert.instanceOf(yield* Effect.flip(create({ version: 9 })), InvalidInput)
    assert.instanceOf(yield* Effect.flip(create({ templateName: "none" })), BroadcastNotFound)
    const request = referenced({ clientUniqueIdentifier: "key", name: "Validated" })
    assert.deepStrictEqual((yield* broadcasts.validate(caller, request)).warnings, [])
    const scheduledFor = yield* Effect.map(DateTime.now, DateTime.addDuration("1 hour"))
    const first = yield* create({ scheduledFor })
    assert.isFalse(first.replayed)
    // The schedule is long over by now: what was accepted once is answered again all the same.
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(yield* create({ scheduledFor }), { ...first, replayed: true })
  })

  test("B4: an acceptance that a host runs again, for example in a retry, reads all recipients again", function* () {
    const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
    const create = broadcasts.create(caller, reminderTo(3))
    const accepted = [yield* create, yield* create]
    assert.deepStrictEqual(
      accepted.map(({ recipients, replayed }) => [recipients, replayed]),
      [
        [3, false],
        [3, false]
      ]
    )
  })

  test("B6: validate returns the warnings of create, and writes nothing", function* () {
    const { broadcasts, caller, deliveries, workspace } = yield* dispatchFixture(scriptedChannel())
    const { recipients, ...rest } = referenced()
    const wrong = recipients.map((recipient) => ({ ...recipient, identifier: "+31" }))
    const request = { ...rest, recipients: [...recipients, ...wrong, ...recipients] }
    const { warnings } = yield* broadcasts.validate(caller, request)
    assert.strictEqual(warnings.length, 2)
    const unwritten = yield* Effect.flip(deliveries.list(systemCaller(workspace), ofReference, firstPage))
    assert.instanceOf(unwritten, BroadcastNotFound)
    const accepted = yield* broadcasts.create(caller, request)
    assert.deepStrictEqual(accepted.warnings, warnings)
    assert.deepStrictEqual([accepted.recipients, accepted.rejectedRecipients], [1, 2])
  })

  test("B6: a client reference that is too long rejects its recipient, and is not stored", function* () {
    const { create, recipients } = yield* dispatchFixture(scriptedChannel())
    const references = ["👋".repeat(256), "r".repeat(20_000), "👋".repeat(255)]
    const request = reminderTo(references.length)
    const uuid = yield* create({
      ...request,
      recipients: request.recipients.map((recipient, index) => {
        return { ...recipient, clientReference: references[index] ?? null }
      })
    })
    const tooLong = "the client reference must have at most 255 characters"
    assert.deepStrictEqual(
      (yield* recipients(uuid)).map(({ clientReference, error }) => [clientReference, error]),
      [
        [null, tooLong],
        [null, tooLong],
        ["👋".repeat(255), null]
      ]
    )
  })

  test("Q1: a broadcast has its template's category, or marketing if the template has none", function* () {
    const { create, deliveries, workspace } = yield* dispatchFixture(scriptedChannel())
    const categories = yield* Effect.forEach(["reminder", "receipt"], (templateName) =>
      Effect.flatMap(create(reminderTo(1, { templateName })), (uuid) => deliveries.get(systemCaller(workspace), uuid))
    )
    assert.deepStrictEqual(
      categories.map(({ broadcast }) => broadcast.category),
      ["marketing", "utility"]
    )
  })

  test("B18: scheduled_at is the requested time, even slightly in the past, or the time of acceptance", function* () {
    const { broadcasts, caller, store } = yield* dispatchFixture(scriptedChannel())
    const now = yield* store.now
    const scheduledAt = (scheduledFor: DateTime.Utc | null) =>
      Effect.map(broadcasts.create(caller, referenced({ scheduledFor })), (accepted) => accepted.scheduledAt)
    for (const seconds of [-60, 3_600]) {
      const asked = DateTime.add(now, { seconds })
      assert.deepStrictEqual(yield* scheduledAt(asked), asked)
    }
    assert.deepStrictEqual(yield* scheduledAt(null), now)
  })

  test("B14: an unknown broadcast or reference is not found; a time or page without items is empty", function* () {
    const { create, deliveries, later, workspace } = yield* dispatchFixture(scriptedChannel())
    const uuid = yield* create(referenced())
    const none = { ...ofReference, clientReferences: ["none"] }
    const broadcast = BroadcastUuid.make(yield* nextId)
    for (const unknown of [none, { ...none, broadcast: uuid }, { broadcast }, { ...ofReference, broadcast }]) {
      assert.instanceOf(
        yield* Effect.flip(deliveries.list(systemCaller(workspace), unknown, firstPage)),
        BroadcastNotFound
      )
    }
    const beyond = { limit: 10, offset: 1 }
    assert.deepStrictEqual(yield* deliveries.list(systemCaller(workspace), ofReference, beyond), {
      items: [],
      total: 1,
      next: null
    })
    assert.deepStrictEqual(yield* deliveries.recipients(systemCaller(workspace), uuid, {}, beyond), {
      items: [],
      total: 1,
      next: null
    })
    const much = yield* later("1 day")
    const nothing = { items: [], total: 0, next: null }
    const updatedAfter = much
    const late = deliveries.recipients(systemCaller(workspace), uuid, { updatedAfter }, firstPage)
    assert.deepStrictEqual(yield* late, nothing)
    for (const filter of [ofReference, { broadcast: uuid }, { ...ofReference, broadcast: uuid }, {}]) {
      assert.deepStrictEqual(
        yield* deliveries.list(systemCaller(workspace), { ...filter, updatedAfter }, firstPage),
        nothing
      )
    }
  })

  test("B2, A1: cancelling again changes nothing; a missing broadcast or another workspace's is not found", function* () {
    const { broadcasts, create, deliveries, later, workspace } = yield* dispatchFixture(scriptedChannel())
    const uuid = yield* create(referenced({ scheduledFor: yield* later("1 hour") }))
    const elsewhere = WorkspaceUuid.make(yield* nextId)
    const unknown = BroadcastUuid.make(yield* nextId)
    for (const [where, which] of [[elsewhere, uuid] as const, [workspace, unknown] as const]) {
      for (const refused of [
        broadcasts.cancel(systemCaller(where), which),
        broadcasts.pause(systemCaller(where), which),
        broadcasts.resume(systemCaller(where), which),
        deliveries.get(systemCaller(where), which),
        deliveries.recipients(systemCaller(where), which, {}, firstPage)
      ]) {
        assert.instanceOf(yield* Effect.flip<unknown, unknown, never>(refused), BroadcastNotFound)
      }
    }
    const early = yield* Effect.flip(broadcasts.resume(systemCaller(workspace), uuid))
    assert.deepInclude(early, { _tag: "InvalidTransition", status: "scheduled", to: "sending" })
    const unstarted = yield* Effect.flip(broadcasts.pause(systemCaller(workspace), uuid))
    assert.deepInclude(unstarted, { _tag: "InvalidTransition", status: "scheduled", to: "paused" })
    const cancelled = yield* broadcasts.cancel(systemCaller(workspace), uuid)
    assert.strictEqual(cancelled.status, "cancelled")
    const before = yield* deliveries.recipients(systemCaller(workspace), uuid, {}, firstPage)
    assert.deepStrictEqual(yield* broadcasts.cancel(systemCaller(workspace), uuid), cancelled)
    assert.deepStrictEqual(yield* deliveries.recipients(systemCaller(workspace), uuid, {}, firstPage), before)
    const late = yield* Effect.flip(broadcasts.resume(systemCaller(workspace), uuid))
    assert.deepInclude(late, { _tag: "InvalidTransition", status: "cancelled", to: "sending" })
  })

  test("B1: pausing again changes nothing, and keeps the channel's reason", function* () {
    const { broadcasts, create, workspace } = yield* dispatchFixture(scriptedChannel())
    for (const reason of ["the template is disabled", null]) {
      const broadcast = yield* create(reminderTo(1))
      yield* transition({ workspace, broadcast }, "start")
      if (reason !== null) yield* transition({ workspace, broadcast }, "pause", { reason })
      const paused = yield* broadcasts.pause(systemCaller(workspace), broadcast)
      assert.deepInclude(paused, { status: "paused", statusReason: reason ?? "paused by request" })
      assert.deepStrictEqual(yield* broadcasts.pause(systemCaller(workspace), broadcast), paused)
    }
  })
})
