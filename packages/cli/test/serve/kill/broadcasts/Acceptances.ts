import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { decode } from "../../Calls.ts"
import { ChannelRecord, type Subject } from "../Campaign.ts"
import type { Fleet } from "../Fleet.ts"
import { type Broadcasts, type PlannedBroadcast, planBroadcast, requestFor } from "./Plan.ts"
import { followBroadcasts } from "./Verdict.ts"

const Statuses = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })

/** Broadcasts whose acceptance takes so long that processes are killed in the middle of it: one after the other. */
export const acceptances = (options: Broadcasts) =>
  Effect.fnUntraced(function* (fleet: Fleet) {
    const channel = yield* ChannelRecord
    const { accept, isOver, pollLatest, verdict } = yield* followBroadcasts(fleet, options)
    let current = planBroadcast(options, 0)
    const figures = { accepted: 0, unanswered: 0, visible: 0, replayed: 0 }

    /** Whether a broadcast can be seen: all of its recipients or none, and nothing is sent before that. */
    const isVisible = Effect.fnUntraced(function* ({ identifiers, key }: PlannedBroadcast) {
      const accepted = yield* channel.sentByIdentifier
      const filter = { filters: { clientReferences: [key] }, limit: 1, offset: 0 }
      const answer = yield* fleet.reach("POST", "/broadcasts/message_statuses", filter)
      if (answer.status === 404) {
        const sent = identifiers.filter((identifier) => accepted.has(identifier))
        assert.deepStrictEqual(sent, [], key)
        return false
      }
      assert.strictEqual((yield* decode(answer, [200, Statuses])).pagination.total, options.size, key)
      return true
    })

    /** Asks for a broadcast until the answer is not cut off. The key replays what can be seen, and is free otherwise. */
    const post = Effect.gen(function* () {
      const plan = (current = planBroadcast(options, figures.accepted))
      for (let visible = false; ; visible = yield* isVisible(plan)) {
        if (visible) figures.visible++
        const answer = yield* fleet.post("/broadcasts", requestFor(plan))
        if (Option.isNone(answer)) {
          figures.unanswered++
          continue
        }
        const uuid = yield* accept(plan, answer.value)
        const replayed = answer.value.headers["idempotent-replayed"] === "true"
        if (visible) assert.isTrue(replayed, plan.key)
        if (replayed) figures.replayed++
        assert.isTrue(yield* isVisible(plan), plan.key)
        figures.accepted++
        // Until it is cancelled; otherwise the next ones would wait for the server to send it.
        yield* Effect.repeat(pollLatest, { until: () => isOver(uuid) })
        return
      }
    })

    const read = Effect.delay(Effect.asVoid(Effect.suspend(() => isVisible(current))), "100 millis")

    // Records how long it takes.
    yield* post
    return {
      clients: [post, read],
      moments: [fleet.someAnswer],
      verdict: Effect.map(verdict, (left) => `${JSON.stringify(figures)}; ${left}`)
    } satisfies Subject
  })
