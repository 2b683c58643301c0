import { assert, it } from "@effect/vitest"
import { RecipientStatus } from "@rollcall/core"
import { HashMap, Option } from "effect"
import * as fc from "fast-check"
import { type BroadcastsState, keyOf } from "../../src/broadcasts/BroadcastsState.ts"
import { tallyOf } from "../../src/broadcasts/LedgerWriter.ts"
import { details } from "../../src/broadcasts/Listing.ts"
import { accepted, anyStory, at, refs, rowsOf, tell } from "./Stories.ts"

it("the stories of these tests lead to every state of an account", () => {
  const states = fc.sample(anyStory, { numRuns: 50, seed: 1 }).flatMap(tell)
  const seen = new Set(states.flatMap(({ rows }) => HashMap.toValues(rows).map(({ status }) => status)))
  assert.deepStrictEqual(seen, new Set(RecipientStatus.literals))
})

it("the figures and indexes beside the ledger agree with its rows, whatever happens", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      for (const state of tell(story)) {
        for (const ref of refs) {
          const { pendingFrom, tally } = HashMap.getUnsafe(state.broadcasts, keyOf(ref))
          const rows = rowsOf(state, ref)
          assert.deepStrictEqual(tally, tallyOf(rows))
          assert.isFalse(rows.slice(0, pendingFrom).some(({ status }) => status === "pending"))
        }
        const rows = HashMap.toValues(state.rows)
        const leased = rows.flatMap(({ leaseUntil, uuid }) =>
          leaseUntil === null ? [] : [[uuid, leaseUntil] as const]
        )
        assert.deepStrictEqual(new Map(HashMap.toEntries(state.leases)), new Map(leased))
        const messageIds = rows.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]))
        assert.deepStrictEqual(new Set(HashMap.keys(state.messages)), new Set(messageIds))
        for (const [id, uuid] of state.messages) assert.strictEqual(HashMap.getUnsafe(state.rows, uuid).messageId, id)
        for (const id of HashMap.keys(state.parked)) assert.isFalse(HashMap.has(state.messages, id))
      }
    })
  )
})

it("B13: read <= delivered <= sent <= recipients at every moment", () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      for (const state of tell(story)) {
        for (const ref of refs) {
          const { counters } = Option.getOrThrow(details(state, ref))
          assert.strictEqual(counters.recipients, accepted)
          assert.isAtMost(counters.read, counters.delivered)
          assert.isAtMost(counters.delivered, counters.sent)
          assert.isAtMost(counters.sent, counters.recipients)
        }
      }
    })
  )
})

it("a state that somebody still holds stays as it was, however the ledger is written after it", () => {
  const picture = (state: BroadcastsState) => JSON.stringify([state.rows, state.leases, state.messages, state.parked])
  fc.assert(
    fc.property(anyStory, anyStory, (story, other) => {
      const states = tell(story)
      const pictures = states.map(picture)
      for (const state of states) other.reduce((state, [step]) => step(state, at(5_000)), state)
      assert.deepStrictEqual(states.map(picture), pictures)
    }),
    { numRuns: 10 }
  )
})
