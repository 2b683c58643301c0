import { assert } from "@effect/vitest"
import { Workspaces, AccessTokens } from "@rollcall/core"
import { allScopes } from "@rollcall/core/access"
import { AccessTokenStore } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { suite } from "../Suite.ts"

/** A token of an operator, and the service and the store under it. */
const fixture = Effect.fnUntraced(function* (text: string) {
  const tokens = yield* AccessTokens
  const { uuid: workspace } = yield* Effect.provide(
    Workspaces.use(({ ensure }) => ensure(text)),
    Workspaces.layer
  )
  const token = Redacted.make(text)
  const adopted = Effect.gen(function* () {
    yield* tokens.adopt(workspace, token)
    return (yield* tokens.list(workspace)).filter(({ bootstrap }) => bootstrap)
  })
  return { adopted, store: yield* AccessTokenStore, token, tokens, workspace }
})

suite(Layer.provideMerge(AccessTokens.layer, storage))("AccessTokens", (test) => {
  test("A2: a token that an operator chose has every scope, also where it was stored with fewer", function* () {
    const { adopted, store, token, tokens } = yield* fixture("chosen by an operator")
    const [first] = yield* adopted
    if (first === undefined) return assert.fail("there is no token")
    assert.deepStrictEqual(first.scopes, allScopes)

    // As a version that had no events has stored it.
    yield* store.setScopes(first.hash, ["contacts:read", "contacts:write"])
    assert.deepStrictEqual(yield* adopted, [first])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.some(first))
  })

  test("A2: a revoked token stays revoked when its operator configures it again", function* () {
    const { adopted, token, tokens, workspace } = yield* fixture("revoked by an operator")
    const [first] = yield* adopted
    if (first === undefined) return assert.fail("there is no token")
    yield* tokens.revoke(workspace, first.uuid)
    assert.deepStrictEqual(yield* adopted, [{ ...first, revokedAt: yield* DateTime.now }])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.none())
  })

  test("A2: a created token keeps the scopes that it was created with", function* () {
    const { adopted, tokens, workspace } = yield* fixture("created beside")
    const { record, token } = yield* tokens.create(workspace, { scopes: ["contacts:read"] })
    yield* adopted
    assert.deepStrictEqual(record.scopes, ["contacts:read"])
    assert.deepStrictEqual(yield* tokens.verify(token), Option.some(record))
  })
})
