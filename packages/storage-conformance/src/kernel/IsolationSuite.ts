import { type AccessTokenStore, type BroadcastRef, BroadcastStore, neverSent, Transaction } from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { accounts, sending, stored } from "../broadcasts/Fixture.ts"
import { agree, type Check, check, Discrepancy } from "./Check.ts"
import { newWorkspace } from "./Workspaces.ts"

type Needs = Transaction | BroadcastStore | AccessTokenStore

const page = { limit: 10, offset: 0 }

/** A broadcast under way, one recipient claimed, and a reference to it from another workspace. */
const foreignBroadcast = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { ref, recipients } = yield* sending()
  const claim = yield* store.claim(ref, { limit: 1, lease: Duration.minutes(1) })
  const foreign: BroadcastRef = { ...ref, workspace: yield* newWorkspace }
  const uuid = recipients[0]?.uuid
  if (uuid === undefined || claim._tag !== "Claimed") return yield* new Discrepancy({ message: "Nobody was claimed" })
  /** Everything that a reader in its own workspace sees of it. */
  const seen = Effect.all([store.details(ref.workspace, ref.broadcast), accounts(ref)])
  return { foreign, ref, claimed: { uuid, attempt: 1 }, seen }
})

/** Another workspace's resource answers exactly like a missing one, and nobody else can change it (A1). */
export const isolationChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "A1: a broadcast is read in its own workspace alone",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { foreign, ref } = yield* foreignBroadcast
      const { broadcast, workspace } = foreign
      yield* agree("find", yield* store.find(workspace, broadcast), Option.none())
      yield* agree("details", yield* store.details(workspace, broadcast), Option.none())
      const recipients = yield* store.recipients(workspace, broadcast, null, page)
      yield* agree("recipients", recipients, { items: [], total: 0 })
      const updatedAfter = DateTime.makeUnsafe(-1)
      for (const filter of [
        { broadcast, clientReferences: null, updatedAfter: null },
        { broadcast: null, clientReferences: ["reference 0"], updatedAfter: null },
        { broadcast: null, clientReferences: null, updatedAfter }
      ]) {
        yield* agree("statuses", yield* store.statuses(workspace, filter, page), { items: [], total: 0 })
        yield* agree("In its own", (yield* store.statuses(ref.workspace, filter, page)).total > 0, true)
      }
    })
  ),

  check(
    "A1: a broadcast cannot be moved, claimed, completed or hurried from another workspace",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { foreign, seen } = yield* foreignBroadcast
      const before = yield* seen
      for (const to of ["paused", "cancelled", "expired", "failed", "completed"] as const) {
        const moved = yield* store.move(foreign, to, { reason: "Mallory", pendingError: neverSent(to) })
        yield* agree(`move to ${to}`, moved, Option.none())
      }
      const claim = yield* store.claim(foreign, { limit: 10, lease: Duration.minutes(1) })
      yield* agree("claim", claim, { _tag: "Stopped" })
      yield* agree("completeIfDone", yield* store.completeIfDone(foreign), false)
      yield* store.lookAgain(foreign, Duration.zero)
      const due = yield* store.takeDue({ limit: 100_000, lookAgainAfter: Duration.hours(1) })
      yield* agree(
        "takeDue",
        due.filter(({ broadcast }) => broadcast === foreign.broadcast),
        []
      )
      yield* agree("The broadcast", yield* seen, before)
    })
  ),

  check(
    "A1: an account cannot be written to through another workspace, nor through another broadcast",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claimed, foreign, ref, seen } = yield* foreignBroadcast
      const neighbour = yield* sending({ workspaceUuid: ref.workspace })
      const before = yield* seen
      for (const wrong of [foreign, neighbour.ref]) {
        yield* store.recordOutcomes(wrong, [{ ...claimed, _tag: "Undeliverable", error: "Mallory" }], neverSent)
        yield* store.recordOutcomes(wrong, [{ ...claimed, _tag: "Taken", messageId: "Mallory's" }], neverSent)
      }
      yield* agree("After outcomes", yield* seen, before)

      yield* TestClock.adjust("1 minute")
      const askAgainAfter = Duration.hours(1)
      const given = yield* store.surrenderLeases({ limit: 100_000, askAgainAfter })
      const mine = given.filter(({ uuid }) => uuid === claimed.uuid)
      yield* agree("Whose it is", mine, [{ ...claimed, ref }])
      const unsettled = yield* seen
      for (const wrong of [foreign, neighbour.ref]) {
        const record = { _tag: "Taken", messageId: "Mallory's" } as const
        yield* store.settle([{ ...claimed, ref: wrong, record }], neverSent)
        yield* store.settle([{ ...claimed, ref: wrong, record: { _tag: "NeverTaken" } }], neverSent)
      }
      yield* agree("After settlements", yield* seen, unsettled)
    })
  ),

  check(
    "A1: an idempotency key is the workspace's own (B4)",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const transaction = yield* Transaction
      const [mine, theirs] = [yield* newWorkspace, yield* newWorkspace]
      for (const workspace of [mine, theirs]) {
        const record = { fingerprint: workspace, response: "{}" }
        yield* agree("Before", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
        const spent = yield* transaction.run(store.claimIdempotencyKey(workspace, "key", record))
        yield* agree("The key", spent, Option.none())
        yield* agree("After", yield* store.findIdempotencyKey(workspace, "key"), Option.some(record))
      }
    })
  ),

  check(
    "A1: a sender's token bucket is the workspace's own (B15)",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const workspace of [yield* newWorkspace, yield* newWorkspace]) {
        const slots = yield* store.takeSendSlots(workspace, "4930", 5, { perSecond: 1, burst: 5 })
        yield* agree("The slots", slots.granted, 5)
      }
    })
  ),

  check(
    "A1: what is due is told with its workspace",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const made = yield* Effect.replicateEffect(stored(), 2)
      const due = yield* store.takeDue({ limit: 100_000, lookAgainAfter: Duration.hours(1) })
      for (const { ref } of made) {
        yield* agree(
          "The broadcast",
          due.filter(({ broadcast }) => broadcast === ref.broadcast),
          [ref]
        )
      }
    })
  )
]
