import {
  type AccessTokenStore,
  BroadcastStore,
  type IdempotencyRecord,
  type Storage,
  Transaction
} from "@rollcall/core"
import { Deferred, Effect, Fiber, type Layer, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { textArbitrary } from "../kernel/TextArbitrary.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

type Needs = BroadcastStore | AccessTokenStore | Transaction

const record = (n: number | string): IdempotencyRecord => ({ fingerprint: `print ${n}`, response: `{"n":"${n}"}` })

/** Spends a key in a transaction of its own, as services do. */
const claim = Effect.fnUntraced(function* (
  workspace: Parameters<BroadcastStore["Service"]["claimIdempotencyKey"]>[0],
  key: string,
  value: IdempotencyRecord
) {
  const store = yield* BroadcastStore
  const transaction = yield* Transaction
  return yield* transaction.run(store.claimIdempotencyKey(workspace, key, value))
})

/** Lets other fibers go on as far as they can without the one that waits. */
const letOthersRun = Effect.replicateEffect(Effect.yieldNow, 50, { discard: true })

/** What the idempotency keys of a workspace promise (B4). */
export const idempotencyChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "B4: a key is spent once, and gives what it was spent on from then on",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      yield* agree("Before", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
      yield* agree("The first", yield* claim(workspace, "key", record(1)), Option.none())
      yield* agree("The second", yield* claim(workspace, "key", record(2)), Option.some(record(1)))
      yield* agree("The third", yield* claim(workspace, "key", record(1)), Option.some(record(1)))
      yield* agree("What is found", yield* store.findIdempotencyKey(workspace, "key"), Option.some(record(1)))
    })
  ),

  check(
    "B4: keys and records are kept to the letter",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const key = textArbitrary.map((text) => text.slice(0, 255).toWellFormed())
      const spent = fc.record({ key, fingerprint: textArbitrary, response: fc.json() })
      yield* forAll(spent, Math.ceil((yield* generatedCases) / 3), ({ key, ...record }) =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace
          yield* agree("A new key", yield* claim(workspace, key, record), Option.none())
          yield* agree("What is found", yield* store.findIdempotencyKey(workspace, key), Option.some(record))
        })
      )
    })
  ),

  check(
    "B4: keys that look alike are different keys",
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const keys = [
        "key",
        "KEY",
        "key ",
        " key",
        "kéy",
        "ke\u0301y",
        "k%y",
        "k_y",
        "ｋｅｙ",
        "key'",
        "x".repeat(255),
        "x".repeat(254)
      ]
      for (const key of keys) yield* agree(key, yield* claim(workspace, key, record(key)), Option.none())
      for (const key of keys) yield* agree(key, yield* claim(workspace, key, record(0)), Option.some(record(key)))
    })
  ),

  check(
    "B4: a key is free again when the transaction that spent it rolls back",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const transaction = yield* Transaction
      const workspace = yield* newWorkspace
      const refused = Effect.andThen(store.claimIdempotencyKey(workspace, "key", record(1)), Effect.fail("refused"))
      yield* agree("The failure", yield* Effect.flip(transaction.run(refused)), "refused")
      yield* agree("What is found", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
      yield* agree("The next", yield* claim(workspace, "key", record(2)), Option.none())
    })
  ),

  check(
    "B4: of many that race for a key one wins, and the others get what it was spent on",
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const racers = Array.from({ length: 16 }, (_, n) => claim(workspace, "key", record(n)))
      const results = yield* Effect.all(racers, { concurrency: "unbounded" })
      const winners = results.flatMap((result, n) => (Option.isNone(result) ? [n] : []))
      yield* agree("How many win", winners.length, 1)
      const others = results.filter(Option.isSome)
      const expected = others.map(() => Option.some(record(winners[0] ?? -1)))
      yield* agree("What the others get", others, expected)
    })
  ),

  check(
    "B4: who comes while a key is being spent waits for the end of it: the record after a commit, the key after a rollback",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const transaction = yield* Transaction
      for (const commits of [true, false]) {
        const workspace = yield* newWorkspace
        const spent = yield* Deferred.make<void>()
        const mayEnd = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          transaction.run(
            Effect.gen(function* () {
              yield* store.claimIdempotencyKey(workspace, "key", record(1))
              yield* Deferred.succeed(spent, undefined)
              yield* Deferred.await(mayEnd)
              return yield* commits ? Effect.void : Effect.fail("refused")
            })
          )
        )
        yield* Deferred.await(spent)
        const second = yield* Effect.forkChild(claim(workspace, "key", record(2)))
        yield* letOthersRun
        yield* agree("The second while the first is at it", second.pollUnsafe(), undefined)
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.await(first)
        const expected = commits ? Option.some(record(1)) : Option.none()
        yield* agree(`The second after a ${commits ? "commit" : "rollback"}`, yield* Fiber.join(second), expected)
      }
    })
  )
]

export const idempotencySuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: idempotency keys`, layer, idempotencyChecks)
