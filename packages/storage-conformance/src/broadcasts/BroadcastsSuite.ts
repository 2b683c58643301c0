import { assert, layer as layerSuite } from "@effect/vitest"
import {
  BroadcastNotFound,
  BroadcastNotMovable,
  BroadcastRefused,
  BroadcastUuid,
  nextId,
  type Storage,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { dispatchWorld, reminderTo } from "./DispatchWorld.ts"
import { scriptedChannel } from "./ScriptedChannel.ts"

const reference = "order 7"

/** A broadcast to one recipient, who has the reference. */
const referenced = (change: Parameters<typeof reminderTo>[1] = {}) => ({
  ...reminderTo(0, change),
  recipients: reminderTo(1).recipients.map((recipient) => ({ ...recipient, clientReference: reference }))
})

const ofReference = { broadcast: null, clientReferences: [reference], updatedAfter: null }
const firstPage = { limit: 10, offset: 0 }

/** What the service `Broadcasts` promises where nothing is sent. */
export const broadcastsSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: accepting and following broadcasts`, (it) => {
    it.effect("B4: only a broadcast that is accepted spends its key", () =>
      Effect.gen(function* () {
        const { broadcasts, caller } = yield* dispatchWorld(scriptedChannel({}))
        const create = (change: Parameters<typeof reminderTo>[1]) =>
          broadcasts.create(caller, referenced({ clientUniqueIdentifier: "key", ...change }))
        assert.instanceOf(yield* Effect.flip(create({ version: 9 })), BroadcastRefused)
        assert.instanceOf(yield* Effect.flip(create({ templateName: "none" })), BroadcastNotFound)
        const request = referenced({ clientUniqueIdentifier: "key", name: "Validated" })
        assert.deepStrictEqual(yield* broadcasts.validate(caller, request), [])
        const scheduledFor = yield* Effect.map(DateTime.now, DateTime.addDuration("1 hour"))
        const first = yield* create({ scheduledFor })
        assert.isFalse(first.replayed)
        // The schedule is long over by now: what was accepted once is answered again all the same.
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(yield* create({ scheduledFor }), { ...first, replayed: true })
      })
    )

    it.effect("B6: validate warns as create does, and writes nothing", () =>
      Effect.gen(function* () {
        const { broadcasts, caller, workspace } = yield* dispatchWorld(scriptedChannel({}))
        const { recipients, ...rest } = referenced()
        const wrong = recipients.map((recipient) => ({ ...recipient, identifier: "+31" }))
        const request = { ...rest, recipients: [...recipients, ...wrong, ...recipients] }
        const warnings = yield* broadcasts.validate(caller, request)
        assert.strictEqual(warnings.length, 2)
        const unwritten = yield* Effect.flip(broadcasts.statuses(workspace, ofReference, firstPage))
        assert.instanceOf(unwritten, BroadcastNotFound)
        const accepted = yield* broadcasts.create(caller, request)
        assert.deepStrictEqual(accepted.warnings, warnings)
        assert.deepStrictEqual([accepted.recipients, accepted.rejectedRecipients], [1, 2])
      })
    )

    it.effect(
      "B18: scheduled_at is what was asked for, also a little in the past, or else the moment of acceptance",
      () =>
        Effect.gen(function* () {
          const { broadcasts, caller, store } = yield* dispatchWorld(scriptedChannel({}))
          const now = yield* store.now
          const scheduledAt = (scheduledFor: DateTime.Utc | null) =>
            Effect.map(broadcasts.create(caller, referenced({ scheduledFor })), (accepted) => accepted.scheduledAt)
          for (const seconds of [-60, 3_600]) {
            const asked = DateTime.add(now, { seconds })
            assert.deepStrictEqual(yield* scheduledAt(asked), asked)
          }
          assert.deepStrictEqual(yield* scheduledAt(null), now)
        })
    )

    it.effect("B14: statuses that nobody has are not found; a page beyond the last one is empty", () =>
      Effect.gen(function* () {
        const { broadcasts, create, workspace } = yield* dispatchWorld(scriptedChannel({}))
        const uuid = yield* create(referenced())
        const nobody = { ...ofReference, clientReferences: ["none"] }
        assert.instanceOf(yield* Effect.flip(broadcasts.statuses(workspace, nobody, firstPage)), BroadcastNotFound)
        const beyond = { limit: 10, offset: 1 }
        assert.deepStrictEqual(yield* broadcasts.statuses(workspace, ofReference, beyond), { items: [], total: 1 })
        assert.deepStrictEqual(yield* broadcasts.recipients(workspace, uuid, null, beyond), { items: [], total: 1 })
        const much = yield* Effect.map(DateTime.now, DateTime.addDuration("1 day"))
        assert.deepStrictEqual(yield* broadcasts.recipients(workspace, uuid, much, firstPage), { items: [], total: 0 })
      })
    )

    it.effect("B2, A1: cancelling again changes nothing; nobody moves what is not there, or another workspace's", () =>
      Effect.gen(function* () {
        const { broadcasts, create, later, workspace } = yield* dispatchWorld(scriptedChannel({}))
        const uuid = yield* create(referenced({ scheduledFor: yield* later("1 hour") }))
        const elsewhere = WorkspaceUuid.make(yield* nextId)
        const unknown = BroadcastUuid.make(yield* nextId)
        for (const [where, which] of [[elsewhere, uuid] as const, [workspace, unknown] as const]) {
          for (const refused of [
            broadcasts.cancel(where, which),
            broadcasts.resume(where, which),
            broadcasts.details(where, which),
            broadcasts.recipients(where, which, null, firstPage)
          ]) {
            assert.instanceOf(yield* Effect.flip<unknown, unknown, never>(refused), BroadcastNotFound)
          }
        }
        const early = yield* Effect.flip(broadcasts.resume(workspace, uuid))
        assert.deepInclude(early, { _tag: "BroadcastNotMovable", status: "scheduled", to: "sending" })
        const cancelled = yield* broadcasts.cancel(workspace, uuid)
        assert.strictEqual(cancelled.status, "cancelled")
        const before = yield* broadcasts.recipients(workspace, uuid, null, firstPage)
        assert.deepStrictEqual(yield* broadcasts.cancel(workspace, uuid), cancelled)
        assert.deepStrictEqual(yield* broadcasts.recipients(workspace, uuid, null, firstPage), before)
        assert.instanceOf(yield* Effect.flip(broadcasts.resume(workspace, uuid)), BroadcastNotMovable)
      })
    )
  })
