import { assert } from "@effect/vitest"
import { systemCaller, Workspaces, AccessTokens } from "@rollcall/core"
import { allScopes, type NewAccessToken, ScopesExceeded } from "@rollcall/core/operations"
import { AccessTokenStore } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { suite } from "../../Suite.ts"

/** A token of an operator, and the service and the store under it. */
const fixture = Effect.fnUntraced(function* (text: string) {
  const tokens = yield* AccessTokens
  const { uuid: workspace } = yield* Effect.provide(
    Workspaces.use(({ ensure }) => ensure(text)),
    Workspaces.layer
  )
  const token = Redacted.make(text)
  const adopted = Effect.gen(function* () {
    yield* tokens.adopt(systemCaller(workspace), token)
    return (yield* tokens.list(systemCaller(workspace))).filter(({ bootstrap }) => bootstrap)
  })
  return { adopted, store: yield* AccessTokenStore, token, tokens, workspace }
})

suite(Layer.provideMerge(AccessTokens.layer, storage))("AccessTokens", (test) => {
  test("A2: an operator's token has every scope, even if it was stored with fewer scopes", function* () {
    const { adopted, store, token, tokens } = yield* fixture("chosen by an operator")
    const [first] = yield* adopted
    if (first === undefined) return assert.fail("there is no token")
    assert.deepStrictEqual(first.scopes, allScopes)

    // As a version that had no events has stored it.
    yield* store.setScopes(first.hash, ["contacts:read", "contacts:write"])
    assert.deepStrictEqual(yield* adopted, [first])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.some(first))
  })

  test("A2: a revoked token stays revoked when the operator configures it again", function* () {
    const { adopted, token, tokens, workspace } = yield* fixture("revoked by an operator")
    const [first] = yield* adopted
    if (first === undefined) return assert.fail("there is no token")
    yield* tokens.revoke(systemCaller(workspace), first.uuid)
    assert.deepStrictEqual(yield* adopted, [{ ...first, revokedAt: yield* DateTime.now }])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.none())
  })

  test("A2: a caller cannot create a token with more scopes than its own; by default, the scopes are the same", function* () {
    const { tokens, workspace } = yield* fixture("made by a caller")
    const at = (millis: number) => DateTime.makeUnsafe(millis)
    const maker = { scopes: ["contacts:read", "tokens:write"] as const, expiresAt: at(90_000) }
    const made = (options: NewAccessToken) => Effect.result(tokens.createFor(systemCaller(workspace), options, maker))
    const outcome = Effect.fnUntraced(function* (options: NewAccessToken) {
      const result = yield* made(options)
      if (Result.isSuccess(result)) return [result.success.record.scopes, result.success.record.expiresAt]
      return result.failure._tag === "InvalidInput" ? result.failure.issues.map(({ path }) => path) : result.failure
    })
    assert.deepStrictEqual(yield* outcome({}), [maker.scopes, maker.expiresAt])
    assert.deepStrictEqual(yield* outcome({ scopes: null, expiresAt: null }), [maker.scopes, maker.expiresAt])
    const less = { scopes: ["contacts:read"] as const, expiresAt: at(60_000) }
    assert.deepStrictEqual(yield* outcome(less), [less.scopes, less.expiresAt])
    assert.deepStrictEqual(yield* outcome({ expiresAt: maker.expiresAt }), [maker.scopes, maker.expiresAt])
    assert.deepStrictEqual(
      yield* outcome({ scopes: ["contacts:read", "contacts:write", "events:read"] }),
      new ScopesExceeded({ scopes: ["contacts:write", "events:read"] })
    )
    const nameless = { name: "  ", scopes: [], expiresAt: at(90_001) }
    assert.deepStrictEqual(yield* outcome(nameless), [["name"], ["scopes"], ["expiresAt"]])
    assert.deepStrictEqual(yield* outcome({ expiresAt: yield* DateTime.now }), [["expiresAt"]])
    const stored = (yield* tokens.list(systemCaller(workspace))).filter(({ bootstrap }) => !bootstrap)
    assert.lengthOf(stored, 4)
  })

  test("A2: a token is shown by its first characters, with its given name", function* () {
    const { tokens, workspace } = yield* fixture("named")
    const { record, token } = yield* tokens.create(systemCaller(workspace), {
      name: " Reports ",
      scopes: ["events:read", "events:read"]
    })
    assert.strictEqual(record.name, "Reports")
    assert.deepStrictEqual(record.scopes, ["events:read"])
    assert.strictEqual(record.prefix, Redacted.value(token).slice(0, 15))
    assert.strictEqual((yield* tokens.create(systemCaller(workspace), {})).record.name, "unnamed")
    yield* tokens.adopt(systemCaller(workspace), Redacted.make("correct horse battery staple and so on"))
    const adopted = (yield* tokens.list(systemCaller(workspace))).find(({ bootstrap }) => bootstrap)
    assert.deepStrictEqual([adopted?.name, adopted?.prefix], ["bootstrap token", null])
  })

  test("A2: a valid token's use is recorded on verification, an invalid token's use is not", function* () {
    const { tokens, workspace } = yield* fixture("used")
    const valid = yield* tokens.create(systemCaller(workspace), {})
    const revoked = yield* tokens.create(systemCaller(workspace), {})
    const unused = yield* tokens.create(systemCaller(workspace), {})
    yield* tokens.revoke(systemCaller(workspace), revoked.record.uuid)
    yield* TestClock.adjust("5 seconds")
    yield* tokens.verify(valid.token)
    yield* tokens.verify(revoked.token)
    yield* TestClock.adjust("1 second")
    const used = (yield* tokens.list(systemCaller(workspace))).map(({ lastUsedAt, uuid }) => [uuid, lastUsedAt])
    assert.deepStrictEqual(used, [
      [valid.record.uuid, yield* DateTime.now],
      [revoked.record.uuid, null],
      [unused.record.uuid, null]
    ])
  })

  test("A2: a created token keeps the scopes it was created with", function* () {
    const { adopted, tokens, workspace } = yield* fixture("created beside")
    const { record, token } = yield* tokens.create(systemCaller(workspace), { scopes: ["contacts:read"] })
    yield* adopted
    assert.deepStrictEqual(record.scopes, ["contacts:read"])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.some(record))
  })
})
