import { assert, describe } from "@effect/vitest"
import { AccessTokenSettings } from "@rollcall/core/operations"
import { type AccessToken, AccessTokenUuid, ActorUuid, WorkspaceUuid } from "@rollcall/core"
import { DateTime, Deferred, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeTokenCache } from "../../../src/operations/access/TokenCache.ts"
import { test } from "../../Suite.ts"

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"

const token: AccessToken = {
  uuid: AccessTokenUuid.make(uuid),
  workspaceUuid: WorkspaceUuid.make(uuid),
  actorUuid: ActorUuid.make(uuid),
  name: "a token",
  prefix: null,
  hash: "hash",
  scopes: [],
  bootstrap: false,
  createdAt: DateTime.makeUnsafe(0),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null
}

/** Remembered tokens over a store that counts how often it is asked. */
const counted = Effect.fnUntraced(function* (
  found: Option.Option<AccessToken>,
  rememberFor: Duration.Input = "1 second"
) {
  let asked = 0
  const settings = { rememberFor: Duration.fromInputUnsafe(rememberFor) }
  const tokens = yield* Effect.provideService(
    makeTokenCache(() =>
      Effect.sync(() => {
        asked++
        return found
      })
    ),
    AccessTokenSettings,
    settings
  )
  return { ...tokens, asked: () => asked }
})

describe("cached tokens (A2)", () => {
  test("a valid token is looked up once a second, even if the cache time is longer", function* () {
    for (const rememberFor of ["1 second", "1 minute"] as const) {
      const { asked, find } = yield* counted(Option.some(token), rememberFor)
      yield* find("hash")
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(yield* find("hash"), Option.some(token))
      assert.strictEqual(asked(), 1)
      yield* TestClock.adjust("1 millis")
      yield* find("hash")
      assert.strictEqual(asked(), 2)
    }
  })

  test("a missing token is looked up each time, and so is every token if the cache is disabled", function* () {
    for (const [found, rememberFor] of [
      [Option.none(), "1 second"],
      [Option.some(token), "0 seconds"]
    ] as const) {
      const { asked, find } = yield* counted(found, rememberFor)
      yield* find("hash")
      yield* find("hash")
      assert.strictEqual(asked(), 2)
    }
  })

  test("a change empties the cache, even if the change fails", function* () {
    const { asked, changing, find } = yield* counted(Option.some(token))
    yield* find("hash")
    yield* changing(Effect.void)
    yield* find("hash")
    yield* Effect.exit(changing(Effect.fail("no answer")))
    yield* find("hash")
    assert.strictEqual(asked(), 3)
  })

  test("a token that is read before a change and returned after it is not cached", function* () {
    const answer = yield* Deferred.make<void>()
    let asked = 0
    const { changing, find } = yield* makeTokenCache(() =>
      Effect.suspend(() => (asked++ === 0 ? Effect.as(Deferred.await(answer), Option.some(token)) : Effect.succeedNone))
    )
    const early = yield* Effect.forkChild(find("hash"), { startImmediately: true })
    yield* changing(Effect.void)
    yield* Deferred.succeed(answer, undefined)
    yield* Fiber.join(early)
    assert.deepStrictEqual(yield* find("hash"), Option.none())
  })
})
