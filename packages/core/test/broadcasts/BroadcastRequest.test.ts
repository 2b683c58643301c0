import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Stream } from "effect"
import { forEachSlice, inSlices } from "../../src/broadcasts/BroadcastRequest.ts"
import { plainRecipient, plainRequest } from "./payloads/Payloads.ts"

const recipients = Array.from({ length: 1_050 }, (_, number) => plainRecipient(`49151${number}`))

describe("the recipients of a request", () => {
  it.effect("are processed in order, a hundred at a time, and other fibers run in between", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const turns = new Set<number>()
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => turns.add(seen.length)),
            Effect.yieldNow
          )
        )
      )
      yield* forEachSlice(inSlices(plainRequest(recipients)), (slice) =>
        Effect.sync(() => seen.push(...slice.map(({ identifier }) => identifier)))
      )
      yield* Fiber.interrupt(other)
      assert.deepStrictEqual(
        seen,
        recipients.map(({ identifier }) => identifier)
      )
      const between = Array.from(turns).filter((count) => count > 0 && count < recipients.length)
      assert.isAtLeast(between.length, 2)
      for (const count of between) assert.strictEqual(count % 100, 0)
    })
  )

  it.effect.each([0, 2, 4])("are as many as were announced, or it is a defect: %i are not 3", (announced) =>
    Effect.gen(function* () {
      const streamed = { ...plainRequest([]), recipients: Stream.make(recipients.slice(0, 3)), count: announced }
      const exit = yield* Effect.exit(forEachSlice(streamed, () => Effect.void))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      yield* forEachSlice({ ...streamed, count: 3 }, () => Effect.void)
    })
  )
})
