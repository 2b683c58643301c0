import { assert } from "@effect/vitest"
import { allowedTransitions, BroadcastStatus, notSentProblem, transition } from "@rollcall/core/sending"
import { BroadcastStore, isOver } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Option, Struct } from "effect"
import { beginSends } from "../delivery/BeginSends.ts"
import { suite } from "../../Suite.ts"

/** A broadcast in a state: one delivery is being sent, two are pending and one was rejected at creation. */
const broadcastIn = Effect.fnUntraced(function* (status: BroadcastStatus, validFor: Duration.Duration | null = null) {
  const store = yield* BroadcastStore
  const fixture = yield* dispatchFixture(scriptedChannel())
  const { recipients } = reminderTo(3)
  const validUntil = validFor === null ? null : yield* fixture.later(validFor)
  const uuid = yield* fixture.create(reminderTo(0, { validUntil, recipients: [...recipients, ...recipients.slice(2)] }))
  const ref = { workspace: fixture.workspace, broadcast: uuid }
  yield* store.update(ref, { status: "sending", nextCheckAfter: null })
  yield* beginSends(ref, { limit: 1, lease: Duration.minutes(1) })
  yield* store.update(ref, { status, statusReason: "as it was", nextCheckAfter: null })
  return {
    ref,
    found: Effect.map(store.find(ref.workspace, uuid), Option.getOrThrow),
    recipients: fixture.recipients(uuid),
    dueAfter: Effect.fnUntraced(function* (duration: Duration.Input) {
      yield* fixture.pass(duration)
      const due = yield* store.claimDue({ limit: 1_000, nextCheckAfter: Duration.days(1) })
      return due.some(({ ref }) => ref.broadcast === uuid)
    })
  }
})

suite(storage)("a transition", (test) => {
  test("B1, B2, B10: runs where it is allowed, and rejects pending recipients if no more is sent", function* () {
    for (const from of BroadcastStatus.literals) {
      for (const name of Struct.keys(allowedTransitions)) {
        const { found, recipients, ref } = yield* broadcastIn(from)
        const states: ReadonlyArray<BroadcastStatus> = allowedTransitions[name].from
        const { to } = allowedTransitions[name]
        const before = { broadcast: yield* found, recipients: yield* recipients }
        const changed = states.includes(from)
        const expected = changed ? { ...before.broadcast, status: to, statusReason: "because" } : before.broadcast
        const result = yield* transition(ref, name, { reason: "because" })
        assert.deepStrictEqual(Option.getOrThrow(result), { broadcast: expected, was: from }, `${name} from ${from}`)
        assert.deepStrictEqual(yield* found, expected)
        const problem = isOver(to) ? notSentProblem(to) : null
        const rejected = (yield* recipients).filter(
          ({ error, reason }) => reason === problem?.reason && error === problem.error
        )
        assert.lengthOf(rejected, changed && isOver(to) ? 2 : 0)
        if (rejected.length === 0) assert.deepStrictEqual(yield* recipients, before.recipients)
      }
    }
  })

  test("B1: does not run if its guard no longer holds", function* () {
    const { found, ref } = yield* broadcastIn("sending")
    const result = yield* transition(ref, "complete", { guard: Effect.succeed(false) })
    assert.strictEqual(Option.getOrThrow(result).broadcast.status, "sending")
    assert.strictEqual((yield* found).status, "sending")
  })

  test("B1: does not find another workspace's broadcast (A1)", function* () {
    const [mine, other] = [yield* broadcastIn("sending"), yield* broadcastIn("sending")]
    const foreign = { ...mine.ref, workspace: other.ref.workspace }
    assert.isTrue(Option.isNone(yield* transition(foreign, "cancel")))
    assert.strictEqual((yield* mine.found).status, "sending")
  })

  test("B3: makes the broadcast due at once if it requests that, otherwise only at its validUntil", function* () {
    const { dueAfter, ref } = yield* broadcastIn("paused", Duration.hours(1))
    yield* transition(ref, "resume", { nextCheckAfter: Duration.zero })
    assert.isTrue(yield* dueAfter(0))
    yield* transition(ref, "pause")
    assert.isFalse(yield* dueAfter("59 minutes"))
    assert.isTrue(yield* dueAfter("1 minute"))
  })
})
