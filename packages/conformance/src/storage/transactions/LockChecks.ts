import { nextId } from "@rollcall/core/operations"
import { type LockMode, Transaction } from "@rollcall/core/storage"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { letOthersRun, newGate, concurrently } from "../shared/Fixture.ts"

/** Runs an effect in a transaction that has locked names. */
const locking = Effect.fnUntraced(function* <A, E, R>(
  names: ReadonlyArray<string>,
  mode: LockMode,
  effect: Effect.Effect<A, E, R>
) {
  const transaction = yield* Transaction
  return yield* transaction.run(Effect.andThen(transaction.lock(names, mode), effect))
})

/** Two lock names that no other check uses. */
const newNames = Effect.map(nextId, (id): readonly [string, string] => [`a ${id}`, `b ${id}`])

/** Returns whether a second transaction gets its lock while the first holds its own. Waits in real time. */
const overlap = Effect.fnUntraced(function* (
  first: readonly [name: string, mode: LockMode],
  second: readonly [name: string, mode: LockMode]
) {
  const locked = yield* newGate
  const end = yield* newGate
  let isHeld = true
  const held = Effect.gen(function* () {
    yield* locked.open
    yield* Effect.race(end.passed, TestClock.withLive(Effect.sleep("2 seconds")))
    isHeld = false
  })
  const holder = yield* Effect.forkChild(locking([first[0]], first[1], held))
  yield* locked.passed
  const wasHeld = yield* locking(
    [second[0]],
    second[1],
    Effect.sync(() => isHeld)
  )
  yield* end.open
  yield* Fiber.join(holder)
  return wasHeld
})

export const lockChecks: ReadonlyArray<Check> = [
  check("an exclusive lock excludes all other locks of that name, in any order of names", function* () {
    const [a, b] = yield* newNames
    const inside = { exclusive: 0, shared: 0 }
    const locks: ReadonlyArray<readonly [ReadonlyArray<string>, LockMode]> = [
      [[a, b], "exclusive"],
      [[b, a], "shared"],
      [[b], "exclusive"],
      [[b, a, b], "exclusive"],
      [[b], "shared"]
    ]
    const work = (mode: LockMode) =>
      Effect.gen(function* () {
        inside[mode]++
        yield* letOthersRun
        const isAlone = inside.exclusive === 0 || (inside.exclusive === 1 && inside.shared === 0)
        yield* holds("The one that has b exclusively is alone", isAlone, inside)
        inside[mode]--
      })
    const all = Array.from({ length: 5 }, () => locks.map(([names, mode]) => locking(names, mode, work(mode))))
    yield* Effect.all(all.flat(), concurrently)
  }),

  check("shared locks of a name, and locks of different names, do not exclude each other", function* () {
    const [a, b] = yield* newNames
    const areTwo = yield* overlap([a, "exclusive"], [b, "exclusive"])
    if (!areTwo) return
    yield* agree("Shared and shared", yield* overlap([a, "shared"], [a, "shared"]), true)
  }),

  check("a lock lasts until the outermost transaction ends, however it ends", function* () {
    const transaction = yield* Transaction
    for (const commits of [true, false]) {
      const [a] = yield* newNames
      const locked = yield* newGate
      const end = yield* newGate
      const outer = Effect.gen(function* () {
        yield* transaction.run(transaction.lock([a], "exclusive"))
        yield* locked.open
        yield* end.passed
        return yield* commits ? Effect.void : Effect.fail("refused")
      })
      const holder = yield* Effect.forkChild(Effect.result(transaction.run(outer)))
      yield* locked.passed
      const waiting = yield* Effect.forkChild(locking([a], "shared", Effect.void))
      yield* letOthersRun
      yield* agree("A shared one after the inner transaction", waiting.pollUnsafe(), undefined)
      yield* end.open
      yield* Fiber.join(holder)
      yield* Fiber.join(waiting)
    }
  }),

  check("tryLock gets a lock that is free without waiting, and the lock lasts as long as any other", function* () {
    const transaction = yield* Transaction
    for (const mode of ["shared", "exclusive"] as const) {
      const [a, b] = yield* newNames
      const locked = yield* newGate
      const end = yield* newGate
      const isLocked = yield* Effect.forkChild(
        transaction.run(
          Effect.gen(function* () {
            const isLocked = yield* transaction.tryLock([a, b, a], mode)
            const isLockedAgain = yield* transaction.tryLock([a], mode)
            yield* locked.open
            yield* end.passed
            return [isLocked, isLockedAgain]
          })
        )
      )
      yield* locked.passed
      const waiting = yield* Effect.forkChild(locking([b], "exclusive", Effect.void))
      yield* letOthersRun
      yield* agree("One that waits", waiting.pollUnsafe(), undefined)
      yield* end.open
      yield* agree("Whether it is got", yield* Fiber.join(isLocked), [true, true])
      yield* Fiber.join(waiting)
    }
  }),

  check("tryLock never waits for another lock", function* () {
    const transaction = yield* Transaction
    for (const [held, tried, isFree] of [
      ["exclusive", "exclusive", false],
      ["exclusive", "shared", false],
      ["shared", "exclusive", false],
      ["shared", "shared", true]
    ] as const) {
      const [a, b] = yield* newNames
      const locked = yield* newGate
      const end = yield* newGate
      let isHeld = true
      const hold = Effect.gen(function* () {
        yield* locked.open
        yield* Effect.race(end.passed, TestClock.withLive(Effect.sleep("500 millis")))
        isHeld = false
      })
      const holder = yield* Effect.forkChild(locking([a], held, hold))
      yield* locked.passed
      const tries = Effect.map(transaction.tryLock([b, a], tried), (isLocked) => ({ isLocked, wasHeld: isHeld }))
      const { isLocked, wasHeld } = yield* transaction.run(tries)
      // A store that runs one transaction at a time has already completed the other transaction.
      yield* agree(`${tried} beside ${held}`, isLocked, isFree || !wasHeld)
      yield* end.open
      yield* Fiber.join(holder)
      if (!wasHeld) return
    }
  }),

  check("a waiting exclusive lock is not overtaken forever by later shared locks", function* () {
    const [a] = yield* newNames
    const granted = { atRound: -1 }
    let round = 0
    // While one of three transactions holds the lock, the other two request it. Without an order, the lock would never
    // be free.
    const reader = Effect.repeat(
      Effect.suspend(() => {
        round++
        return locking([a], "shared", TestClock.withLive(Effect.sleep("20 millis")))
      }),
      { until: () => granted.atRound >= 0 || round >= 600 }
    )
    const readers = Array.from({ length: 3 }, (_, n) =>
      Effect.andThen(TestClock.withLive(Effect.sleep(Duration.millis(7 * n))), reader)
    )
    const writer = Effect.andThen(
      TestClock.withLive(Effect.sleep("60 millis")),
      locking(
        [a],
        "exclusive",
        Effect.sync(() => (granted.atRound = round))
      )
    )
    yield* Effect.all([...readers, writer], concurrently)
    yield* holds("It was granted before the others gave up", granted.atRound < 600, granted)
  })
]
