import { assert } from "@effect/vitest"
import { DispatchSettings, InvalidInput } from "@rollcall/core"
import { prune } from "@rollcall/core/dispatch"
import { WorkspaceStore } from "@rollcall/core/storage"
import { dispatchFixture, recipientError, reminderTo, scriptedChannel } from "@rollcall/storage-conformance"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerRecipientRetention } from "../../src/dispatch/Retention.ts"
import { suite } from "../Suite.ts"

const isOver = ({ broadcast }: { readonly broadcast: { readonly status: string } }) => broadcast.status === "completed"

const messageOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof InvalidInput ? error.issues[0]?.message : error))

/** A completed broadcast to three recipients, of whom one was not reached. */
const sent = Effect.gen(function* () {
  const channel = scriptedChannel({
    script: ({ to }) => (to.endsWith("1") ? recipientError("unreachable") : "accept")
  })
  const fixture = yield* dispatchFixture(channel)
  const uuid = yield* fixture.create(reminderTo(3))
  // The process ends with the broadcast, so that days pass at once.
  yield* Effect.scoped(Effect.andThen(fixture.startProcess, fixture.until(uuid, isOver)))
  return { ...fixture, uuid }
})

suite(storage)("recipients that were removed by their age", (test) => {
  test("K8: leave the counters, and whatever needs them is refused with words", function* () {
    const { broadcasts, caller, deliveries, uuid } = yield* sent
    const before = yield* deliveries.details(caller.workspace, uuid)
    assert.deepStrictEqual(yield* prune({ recipients: Duration.days(2) }), { recipients: 0 })
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual(yield* prune({ events: Duration.days(9_000) }), { events: 0 })
    const twoDays = { recipients: Duration.days(2) }
    assert.deepStrictEqual(yield* prune(twoDays, { dryRun: true }), { recipients: 3 })
    assert.isNull((yield* deliveries.details(caller.workspace, uuid)).broadcast.recipientsRemovedAt)
    assert.deepStrictEqual(yield* prune(twoDays), { recipients: 3 })
    assert.deepStrictEqual(yield* prune(twoDays, { dryRun: true }), { recipients: 0 })
    const { broadcast, ...after } = yield* deliveries.details(caller.workspace, uuid)
    assert.isNotNull(broadcast.recipientsRemovedAt)
    assert.deepStrictEqual({ ...after, broadcast: { ...broadcast, recipientsRemovedAt: null } }, before)
    const message = `the recipients of the broadcast ${uuid} were removed by their age; its counters are kept`
    const page = { limit: 10, offset: 0 }
    assert.strictEqual(yield* messageOf(deliveries.recipients(caller.workspace, uuid, {}, page)), message)
    assert.strictEqual(yield* messageOf(deliveries.statuses(caller.workspace, { broadcast: uuid }, page)), message)
    assert.strictEqual(yield* messageOf(broadcasts.retry(caller, uuid, { reasons: ["unreachable"] })), message)
  })

  test("K8: are kept for as long as a frequency cap looks back, and as the setting says", function* () {
    const { caller, deliveries, uuid } = yield* sent
    const workspaces = yield* WorkspaceStore
    const cap = { frequencyCap: { messages: 1, days: 30 }, quietHours: null }
    yield* workspaces.putSettings(caller.workspace, cap)
    const settings = { ...DispatchSettings.defaultValue(), keepRecipientsFor: Duration.days(7) }
    yield* Layer.build(Layer.provide(layerRecipientRetention, Layer.succeed(DispatchSettings, settings)))
    const isKept = Effect.map(
      deliveries.details(caller.workspace, uuid),
      ({ broadcast }) => broadcast.recipientsRemovedAt === null
    )
    yield* TestClock.adjust("29 days")
    assert.isTrue(yield* isKept)
    yield* TestClock.adjust("3 days")
    assert.isFalse(yield* isKept)
  })
})
