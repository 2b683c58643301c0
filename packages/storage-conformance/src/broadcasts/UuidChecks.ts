import { type AccessTokenStore, BroadcastStore, neverSent } from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, conflicts, Discrepancy } from "../kernel/Check.ts"
import { accounts, move, newBroadcast, newRecipients, refOf, statusesOf, stored, takeAllDue } from "./Fixture.ts"

/** Two broadcasts of one uuid, each in a workspace of its own and with two recipients. Both are due. */
const twins = Effect.gen(function* () {
  const mine = yield* stored({}, { accepted: 2 })
  const theirs = yield* stored({ uuid: mine.broadcast.uuid, name: "Theirs" }, { accepted: 2 }).pipe(
    Effect.mapError(({ reason }) => new Discrepancy({ message: `Another workspace's uuid is refused: ${reason}` }))
  )
  return { mine, theirs }
})

/** What `insert` promises of uuids that are taken: in the workspace for broadcasts, anywhere for recipients (A1, B9). */
export const uuidChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B9: all or nothing: a uuid that is taken is a conflict, and nothing of the second is kept",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { broadcast, recipients, ref } = yield* stored()
      const before = yield* accounts(ref)

      yield* conflicts("The same broadcast", store.insert({ ...broadcast, name: "Other" }, yield* newRecipients(2)))
      yield* agree("The first", yield* store.find(ref.workspace, ref.broadcast), Option.some(broadcast))
      yield* agree("Its recipients", yield* accounts(ref), before)

      const other = yield* newBroadcast({ workspaceUuid: ref.workspace })
      const [first] = recipients
      if (first === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
      yield* conflicts("A recipient's uuid", store.insert(other, [...(yield* newRecipients(2)), first]))
      const [twice] = yield* newRecipients(1)
      if (twice === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
      yield* conflicts("The same recipient twice", store.insert(other, [twice, ...(yield* newRecipients(1)), twice]))
      const elsewhere = yield* newBroadcast()
      yield* conflicts("A recipient's uuid in another workspace", store.insert(elsewhere, [first]))
      yield* agree("The one elsewhere", yield* store.find(elsewhere.workspaceUuid, elsewhere.uuid), Option.none())
      yield* agree("The other", yield* store.find(ref.workspace, other.uuid), Option.none())
      yield* agree("The recipients of the other", yield* accounts(refOf(other)), [])
    })
  ),

  check(
    "A1: a broadcast with the uuid of another workspace's is another broadcast",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { mine, theirs } = yield* twins
      for (const { broadcast, recipients, ref } of [mine, theirs]) {
        yield* agree("The broadcast", yield* store.find(ref.workspace, ref.broadcast), Option.some(broadcast))
        const uuids = recipients.map(({ uuid }) => uuid)
        const order = (yield* accounts(ref)).map(({ uuid }) => uuid)
        yield* agree("The recipients", order, uuids)
        const filter = { broadcast: ref.broadcast, clientReferences: null, updatedAfter: null }
        const { items } = yield* store.statuses(ref.workspace, filter, { limit: 10, offset: 0 })
        yield* agree("The statuses", items.map(({ uuid }) => uuid).toSorted(), uuids.toSorted())
        const details = yield* store.details(ref.workspace, ref.broadcast)
        const accepted = Option.map(details, ({ counters }) => counters.recipients)
        yield* agree("The counters", accepted, Option.some(recipients.length))
      }
      const due = (yield* takeAllDue).filter(({ broadcast }) => broadcast === mine.broadcast.uuid)
      const expected = [mine.ref.workspace, theirs.ref.workspace]
      yield* agree("Whose are due", due.map(({ workspace }) => workspace).toSorted(), expected.toSorted())
    })
  ),

  check(
    "A1: nothing that is done to a broadcast touches the one that has its uuid in another workspace",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { mine, theirs } = yield* twins
      const [uuid, other] = [mine.recipients[0]?.uuid, theirs.recipients[0]?.uuid]
      if (uuid === undefined || other === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
      const stands = Effect.fnUntraced(function* (when: string, mineStand: string, theirsStand: string) {
        yield* agree<ReadonlyArray<string>>(`Mine ${when}`, yield* statusesOf(mine.ref), [mineStand, "pending"])
        yield* agree(`Theirs ${when}`, (yield* statusesOf(theirs.ref))[0], theirsStand)
      })
      yield* takeAllDue
      yield* store.claim(mine.ref, { limit: 1, lease: Duration.minutes(1) })
      yield* stands("after a claim of mine", "sending", "pending")
      yield* store.claim(theirs.ref, { limit: 1, lease: Duration.minutes(1) })
      const attempt = 1
      yield* store.recordOutcomes(theirs.ref, [{ _tag: "Undeliverable", uuid, attempt, error: "theirs" }], neverSent)
      yield* stands("after an outcome through theirs", "sending", "sending")

      yield* TestClock.adjust("1 minute")
      const given = yield* store.surrenderLeases({ limit: 100_000, askAgainAfter: Duration.hours(1) })
      const lost = given.filter((recipient) => recipient.uuid === uuid || recipient.uuid === other)
      const byUuid = (a: { readonly uuid: string }, b: { readonly uuid: string }) => (a.uuid < b.uuid ? -1 : 1)
      const expected = [
        { ref: mine.ref, uuid, attempt },
        { ref: theirs.ref, uuid: other, attempt }
      ]
      yield* agree("Whose leases ran out", lost.toSorted(byUuid), expected.toSorted(byUuid))
      const record = { _tag: "NeverTaken" } as const
      yield* store.settle([{ ref: theirs.ref, uuid, attempt, record }], neverSent)
      yield* stands("after a settlement through theirs", "unknown", "unknown")

      yield* move(theirs.ref, "cancelled")
      yield* stands("after their cancel", "unknown", "unknown")
      const settlements = expected.map((recipient) => ({ ...recipient, record }))
      yield* store.settle(settlements, neverSent)
      yield* stands("after one settlement of both", "pending", "rejected")
    })
  )
]
