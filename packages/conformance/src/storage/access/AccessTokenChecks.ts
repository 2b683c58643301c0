import { type AccessToken, AccessTokenUuid } from "@rollcall/core"
import { nextId, allScopes } from "@rollcall/core/operations"
import { AccessTokenStore, compareCodePoints } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { agree, type Check, check, Discrepancy } from "../shared/Check.ts"
import { newWorkspace, concurrently } from "../shared/Fixture.ts"
import { sample } from "../shared/ForAll.ts"
import { recordChecks, type Records } from "../shared/RecordLaws.ts"
import { accessTokenArbitrary } from "./AccessTokenArbitrary.ts"

export const tokenRecords: Records<AccessToken> = {
  generated: Effect.map(newWorkspace, accessTokenArbitrary),
  fresh: (token) =>
    Effect.map(Effect.all([nextId, nextId]), ([id, another]) => ({
      ...token,
      uuid: AccessTokenUuid.make(id),
      hash: `${id}${another}`.replaceAll("-", "")
    })),
  as: (token, { hash }) => ({ ...token, hash }),
  insert: (token) => AccessTokenStore.use((store) => store.insert(token)),
  find: ({ hash }) => AccessTokenStore.use((store) => store.findByHash(hash))
}

export const newToken = Effect.gen(function* () {
  const [token] = sample(accessTokenArbitrary(yield* newWorkspace), 1, 1)
  return yield* token === undefined ? new Discrepancy({ message: "No token is generated" }) : tokenRecords.fresh(token)
})

export const accessTokenChecks: ReadonlyArray<Check> = [
  check(
    "A2: a new store has no token until the first is created, and a revoked token still counts as one",
    function* () {
      const store = yield* AccessTokenStore
      const token = yield* newToken
      yield* agree("Before", yield* store.hasAny, false)
      yield* store.insert(token)
      yield* agree("After", yield* store.hasAny, true)
      yield* store.revoke(token.workspaceUuid, token.uuid, token.createdAt)
      yield* agree("When it is revoked", yield* store.hasAny, true)
    }
  ),

  ...recordChecks(tokenRecords),

  check("A2: a token is not found by a part of its hash or by a pattern", function* () {
    const store = yield* AccessTokenStore
    const token = yield* newToken
    yield* store.insert(token)
    for (const unknown of ["", "%", token.hash.slice(0, 8)]) {
      yield* agree("The token", yield* store.findByHash(unknown), Option.none())
    }
  }),

  check("A1, A2: a workspace's tokens are listed oldest first, including revoked tokens", function* () {
    const store = yield* AccessTokenStore
    const token = yield* newToken
    const { workspaceUuid } = token
    const tokens = (yield* Effect.replicateEffect(newToken, 6)).map((other, at) => ({
      ...other,
      workspaceUuid,
      createdAt: DateTime.makeUnsafe(at % 3)
    }))
    yield* store.insert(yield* newToken)
    yield* Effect.forEach(tokens, store.insert)
    const revokedAt = DateTime.makeUnsafe(7)
    const [first, ...rest] = tokens
    if (first !== undefined) yield* store.revoke(workspaceUuid, first.uuid, revokedAt)
    const expected = [...(first === undefined ? [] : [{ ...first, revokedAt }]), ...rest].toSorted(
      (a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid)
    )
    yield* agree("The tokens", yield* store.list(workspaceUuid), expected)
    yield* agree("Elsewhere", yield* store.list(yield* newWorkspace), [])
  }),

  check(
    "A2: the configured bootstrap token is kept, and other bootstrap tokens in every workspace are revoked once",
    function* () {
      const store = yield* AccessTokenStore
      const at = (millis: number) => DateTime.makeUnsafe(millis)
      yield* store.keepBootstrap(null, at(0))
      const [ordinary, configured, earlier] = [
        yield* newToken,
        yield* newToken,
        { ...(yield* newToken), bootstrap: true }
      ]
      const revoked = { ...(yield* newToken), bootstrap: true, revokedAt: at(1) }
      yield* Effect.forEach([ordinary, configured, earlier, revoked], store.insert)
      yield* agree("Revoked", yield* store.keepBootstrap(configured.hash, at(5)), 1)
      yield* agree("Revoked again", yield* store.keepBootstrap(configured.hash, at(6)), 0)
      const keptAs = (token: AccessToken, changes: Partial<AccessToken>) =>
        Effect.flatMap(tokenRecords.find(token), (found) =>
          agree("A token", found, Option.some({ ...token, ...changes }))
        )
      yield* keptAs(ordinary, {})
      yield* keptAs(configured, { bootstrap: true })
      yield* keptAs(earlier, { revokedAt: at(5) })
      yield* keptAs(revoked, {})
      yield* agree("An unknown one", yield* store.keepBootstrap("0".repeat(64), at(7)), 1)
      yield* keptAs(configured, { bootstrap: true, revokedAt: at(7) })
      yield* agree("None", yield* store.keepBootstrap(null, at(8)), 0)
    }
  ),

  check("A2: replacing a token's scopes changes only that token's scopes", function* () {
    const store = yield* AccessTokenStore
    const [token, other] = [yield* newToken, yield* newToken]
    yield* Effect.forEach([token, other], store.insert)
    for (const scopes of [allScopes, ["events:read" as const], []]) {
      yield* store.setScopes(token.hash, scopes)
      yield* agree("The token", yield* tokenRecords.find(token), Option.some({ ...token, scopes }))
    }
    yield* agree("The other", yield* tokenRecords.find(other), Option.some(other))
    const unknown = yield* newToken
    yield* store.setScopes(unknown.hash, allScopes)
    yield* agree("An unknown one", yield* tokenRecords.find(unknown), Option.none())
  }),

  check("A2: each token keeps its latest use, and recording a use changes nothing else", function* () {
    const store = yield* AccessTokenStore
    const unused = Effect.map(newToken, (token) => ({ ...token, lastUsedAt: null }))
    const [one, two, other] = [yield* unused, yield* unused, yield* unused]
    yield* Effect.forEach([one, two, other], store.insert)
    const at = (millis: number) => DateTime.makeUnsafe(millis)
    yield* store.recordUses([], at(1))
    yield* store.recordUses([one.hash, (yield* newToken).hash], at(5))
    yield* store.recordUses([one.hash, two.hash], at(3))
    const found = yield* Effect.forEach([one, two, other], tokenRecords.find)
    const expected = [{ ...one, lastUsedAt: at(5) }, { ...two, lastUsedAt: at(3) }, other]
    yield* agree("The tokens", found, expected.map(Option.some))
    const revoked = yield* store.revoke(one.workspaceUuid, one.uuid, at(9))
    yield* store.recordUses([one.hash], at(7))
    const after = Option.some({ ...one, lastUsedAt: at(7), revokedAt: at(9) })
    yield* agree("A revoked one", [revoked, yield* tokenRecords.find(one)], [true, after])
  }),

  check("A2: only one of many concurrent inserts of a hash succeeds", function* () {
    const store = yield* AccessTokenStore
    const hash = (yield* newToken).hash
    const tokens = (yield* Effect.replicateEffect(newToken, 8)).map((token) => ({ ...token, hash }))
    const inserted = yield* Effect.forEach(tokens, store.insert, concurrently)
    yield* agree("How many", inserted.filter(Boolean), [true])
    yield* agree("The token", yield* store.findByHash(hash), Option.fromUndefinedOr(tokens[inserted.indexOf(true)]))
  }),

  check("A1, A2: a token is revoked only in its own workspace, and the earliest revocation time is kept", function* () {
    const store = yield* AccessTokenStore
    const token = yield* newToken
    const { uuid, workspaceUuid } = token
    const other = { ...(yield* newToken), workspaceUuid }
    yield* store.insert(token)
    yield* store.insert(other)
    const at = (millis: number) => DateTime.makeUnsafe(millis)
    yield* agree("Elsewhere", yield* store.revoke(yield* newWorkspace, uuid, at(1)), false)
    yield* agree("Unknown", yield* store.revoke(workspaceUuid, AccessTokenUuid.make(yield* nextId), at(1)), false)
    yield* agree("Before", yield* tokenRecords.find(token), Option.some(token))
    for (const millis of [3, 4, 2, 3]) {
      yield* agree("The answer", yield* store.revoke(workspaceUuid, uuid, at(millis)), true)
    }
    yield* agree("The token", yield* tokenRecords.find(token), Option.some({ ...token, revokedAt: at(2) }))
    yield* agree("The other", yield* tokenRecords.find(other), Option.some(other))
  })
]
