import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Lets other fibers continue until they wait for the one that runs this, or for a statement of a database. */
export const letOthersRun = Effect.andThen(
  Effect.replicateEffect(Effect.yieldNow, 50, { discard: true }),
  TestClock.withLive(Effect.sleep("20 millis"))
)

/** Everything at the same time, where only its effects matter. */
export const together = { concurrency: "unbounded", discard: true } as const

/** A point that one fiber passes when another one opens it. */
export const newGate = Effect.map(Deferred.make<void>(), (gate) => ({
  open: Deferred.succeed(gate, undefined),
  passed: Deferred.await(gate)
}))
