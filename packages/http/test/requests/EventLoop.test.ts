import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { shareEventLoop } from "../../src/requests/body/RequestBodies.ts"
import { live } from "../../../core/test/Suite.ts"
import { makeApp, token, uuid } from "../App.ts"
import { agreeing } from "../Stubs.ts"

/** Work that takes the thread for some milliseconds. */
const work = Effect.sync(() => {
  const end = performance.now() + 4
  while (performance.now() < end);
})

describe("the turns of requests", () => {
  live("are over after ten milliseconds of work, and go on when others had theirs", function* () {
    const turn = shareEventLoop()
    let done = 0
    const one = Effect.andThen(turn(null), work).pipe(Effect.andThen(Effect.sync(() => (done += 1))))
    const requests = yield* Effect.forEach(Array.from({ length: 20 }), () =>
      Effect.forkChild(one, { startImmediately: true })
    )
    // Nothing but the turns ends the loop above: it runs without a pause.
    assert.isAtMost(done, 4)
    yield* Fiber.joinAll(requests)
    assert.strictEqual(done, 20)
  })

  live("are not taken by a request that has left", function* () {
    const turn = shareEventLoop()
    yield* Effect.andThen(turn(null), Effect.replicateEffect(work, 3, { discard: true }))
    const left = yield* Effect.forkChild(turn(null), { startImmediately: true })
    assert.isUndefined(left.pollUnsafe())
    yield* Fiber.interrupt(left)
    yield* turn(null)
  })

  live("go round the workspaces, however many requests one has", function* () {
    const turn = shareEventLoop()
    const done: Array<string> = []
    const oneOf = (workspace: string) =>
      Effect.forkChild(
        turn(workspace).pipe(Effect.andThen(work), Effect.andThen(Effect.sync(() => done.push(workspace)))),
        { startImmediately: true }
      )
    const requests = yield* Effect.forEach("aaaaaaaaaaaabbc".split(""), oneOf)
    yield* Fiber.joinAll(requests)
    // Up to three are done before the first turn is over.
    assert.match(done.join(""), /^a{2,4}bcaba+$/)
  })

  live("are taken by requests without a body, too", function* () {
    let turn = 0
    const workedIn: Array<number> = []
    const send = yield* makeApp({
      ...agreeing,
      notes: {
        list: () =>
          Effect.sync(() => {
            workedIn.push(turn)
            return { items: [], total: 0, next: null }
          }).pipe(Effect.tap(work))
      }
    })
    const turns = setInterval(() => (turn += 1), 0)
    const request = send("GET", `/v1/contacts/${uuid}/notes`, { token })
    yield* Effect.all(
      Array.from({ length: 20 }, () => request),
      { concurrency: "unbounded" }
    )
    clearInterval(turns)
    assert.lengthOf(workedIn, 20)
    const most = Math.max(
      ...Map.groupBy(workedIn, (at) => at)
        .values()
        .map((together) => together.length)
    )
    assert.isAtMost(most, 4)
  })
})
