import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Ending, ServerProcess } from "../../../src/serve/processes/ServerProcess.ts"
import { makeSupervisor } from "../../../src/serve/processes/Supervisor.ts"
import { StartRefused } from "../../../src/serve/StartRefused.ts"

const killed: Ending = { code: null, signal: "SIGKILL", refusal: null }
const finished: Ending = { code: 0, signal: null, refusal: null }
const refused: Ending = { code: 2, signal: null, refusal: "ROLLCALL_PORT: it is in use" }

/** Processes that serve and end when a test says so. */
const makeFakes = () => {
  const forked: Array<{
    readonly place: number
    readonly serve: Effect.Effect<unknown>
    readonly end: (ending: Ending) => Effect.Effect<unknown>
    isAlive: boolean
  }> = []
  /** How the next ones end at once instead of serving. */
  let failing: Ending | null = null
  /** Whether they serve at once. */
  let serves = true
  /** How one ends that is asked to. */
  let stopsWith: Ending | null = finished
  const fork = (place: number) =>
    Effect.gen(function* () {
      const ready = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<Ending>()
      const fake = {
        place,
        serve: Deferred.succeed(ready, undefined),
        end: (ending: Ending) =>
          Effect.suspend(() => {
            fake.isAlive = false
            return Deferred.succeed(ended, ending)
          }),
        isAlive: true
      }
      forked.push(fake)
      if (failing !== null) yield* fake.end(failing)
      else if (serves) yield* fake.serve
      const stop = () => Effect.suspend(() => (stopsWith === null ? Effect.void : Effect.asVoid(fake.end(stopsWith))))
      return {
        pid: forked.length,
        ready: Deferred.await(ready),
        ended: Deferred.await(ended),
        stop,
        kill: Effect.asVoid(fake.end(killed)),
        measure: Effect.succeedNone
      } satisfies ServerProcess
    })
  return {
    fork,
    forked,
    /** Ends the one that was forked as this, from 0. */
    end: (index: number, ending: Ending) => Effect.andThen(forked[index]?.end(ending) ?? Effect.void, runAll),
    places: () => forked.filter(({ isAlive }) => isAlive).map(({ place }) => place),
    set: (next: { failing?: Ending | null; serves?: boolean; stopsWith?: Ending | null }) => {
      if (next.failing !== undefined) failing = next.failing
      if (next.serves !== undefined) serves = next.serves
      if (next.stopsWith !== undefined) stopsWith = next.stopsWith
    }
  }
}

/** Lets all fibers run that can. */
const runAll = TestClock.adjust(0)

const quiet = Effect.provide(Logger.layer([]))

describe("P2: the process supervisor", () => {
  it.effect("starts the first process, and then the others", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      fakes.set({ serves: false })
      yield* Effect.forkScoped(makeSupervisor(3, fakes.fork, () => undefined))
      yield* runAll
      assert.deepStrictEqual(fakes.places(), [1])
      yield* fakes.forked[0]?.serve ?? Effect.void
      yield* runAll
      assert.deepStrictEqual(fakes.places(), [1, 2, 3])
    }).pipe(quiet)
  )

  it.effect("fails if the first process fails to start", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      fakes.set({ failing: refused })
      const error = yield* Effect.flip(makeSupervisor(2, fakes.fork, () => undefined))
      assert.deepStrictEqual([error instanceof StartRefused, error.message], [true, "ROLLCALL_PORT: it is in use"])
      assert.strictEqual(fakes.forked.length, 1)
    }).pipe(quiet)
  )

  it.effect("replaces a dead process at once, and with growing delays if its successors die soon", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      yield* makeSupervisor(2, fakes.fork, () => undefined)
      yield* runAll
      yield* TestClock.adjust("1 minute")
      yield* fakes.end(1, killed)
      yield* fakes.end(2, killed)
      assert.strictEqual(fakes.forked.length, 4)
      for (const pause of [250, 500, 1_000]) {
        const before = fakes.forked.length
        yield* fakes.end(before - 1, killed)
        yield* TestClock.adjust(pause - 1)
        assert.strictEqual(fakes.forked.length, before)
        yield* TestClock.adjust(1)
        assert.strictEqual(fakes.forked.length, before + 1)
      }
      // One that lived long is forgiven.
      yield* TestClock.adjust("10 seconds")
      yield* fakes.end(fakes.forked.length - 1, killed)
      assert.deepStrictEqual(fakes.places(), [1, 2])
    }).pipe(quiet)
  )

  it.effect("ends with the reason when no process is left and none starts", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      const supervisor = yield* makeSupervisor(2, fakes.fork, () => undefined)
      yield* runAll
      fakes.set({ failing: refused })
      yield* fakes.end(0, killed)
      yield* TestClock.adjust("1 minute")
      const lost = yield* Effect.forkScoped(Effect.flip(supervisor.lost))
      yield* runAll
      // While the other one serves, it goes on.
      assert.isUndefined(lost.pollUnsafe())
      yield* fakes.end(1, killed)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        lost.pollUnsafe(),
        Exit.succeed(new StartRefused({ message: "ROLLCALL_PORT: it is in use" }))
      )
    }).pipe(quiet)
  )

  it.effect("P3: restarts processes one by one, each when its successor serves", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      const supervisor = yield* makeSupervisor(2, fakes.fork, () => undefined)
      yield* runAll
      fakes.set({ serves: false })
      const restart = yield* Effect.forkScoped(supervisor.restart)
      yield* runAll
      assert.deepStrictEqual(fakes.places(), [1, 2, 1])
      yield* fakes.forked[2]?.serve ?? Effect.void
      yield* runAll
      assert.deepStrictEqual(fakes.places(), [2, 1, 2])
      yield* fakes.forked[3]?.serve ?? Effect.void
      yield* runAll
      assert.deepStrictEqual(fakes.places(), [1, 2])
      assert.isDefined(restart.pollUnsafe())
    }).pipe(quiet)
  )

  it.effect("P3: leaves the other processes unchanged when a successor cannot start", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      const supervisor = yield* makeSupervisor(2, fakes.fork, () => undefined)
      yield* runAll
      fakes.set({ failing: refused })
      yield* supervisor.restart
      assert.deepStrictEqual(fakes.places(), [1, 2])
      assert.strictEqual(fakes.forked.length, 3)
    }).pipe(quiet)
  )

  it.effect("P3: starts one successor for a process that dies while it is being replaced", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      const supervisor = yield* makeSupervisor(1, fakes.fork, () => undefined)
      yield* runAll
      fakes.set({ serves: false })
      yield* Effect.forkScoped(supervisor.restart)
      yield* runAll
      yield* fakes.end(0, killed)
      yield* fakes.forked[1]?.serve ?? Effect.void
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(fakes.places(), [1])
      assert.strictEqual(fakes.forked.length, 2)
    }).pipe(quiet)
  )

  it.effect("ends all processes, kills a process that hangs, and logs it", () =>
    Effect.gen(function* () {
      const fakes = makeFakes()
      let isCut = false
      const scope = yield* Scope.make()
      yield* Scope.provide(
        makeSupervisor(2, fakes.fork, () => (isCut = true)),
        scope
      )
      yield* runAll
      fakes.set({ stopsWith: null })
      const closing = yield* Effect.forkScoped(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("11 seconds")
      assert.deepStrictEqual([closing.pollUnsafe(), isCut, fakes.places()], [undefined, false, [1, 2]])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([closing.pollUnsafe(), isCut, fakes.places()], [Exit.void, true, []])
    }).pipe(quiet)
  )
})
