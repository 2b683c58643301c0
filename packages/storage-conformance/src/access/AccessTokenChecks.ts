import { type AccessToken, AccessTokenUuid, WorkspaceUuid } from "@rollcall/core"
import { AccessTokenStore, nextId } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { agree, type Check, check, Discrepancy } from "../shared/Check.ts"
import { newWorkspace, concurrently } from "../shared/Fixture.ts"
import { sample } from "../shared/ForAll.ts"
import { recordChecks, type Records } from "../shared/RecordLaws.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { accessTokenArbitrary } from "./AccessTokenArbitrary.ts"

/** How tokens are stored: under their hashes. */
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

/** A token in a workspace of its own, not yet stored. */
export const newToken = Effect.gen(function* () {
  const [token] = sample(accessTokenArbitrary(yield* newWorkspace), 1, 1)
  return yield* token === undefined ? new Discrepancy({ message: "No token is generated" }) : tokenRecords.fresh(token)
})

const candidate = Effect.map(nextId, (id) => WorkspaceUuid.make(id))

/** The contract of `AccessTokenStore` (A1, A2). The first check needs a store in which no token was ever stored. */
export const accessTokenChecks: ReadonlyArray<Check> = [
  check("A2: a new store has no token until the first is made, and a revoked one is still one", function* () {
    const store = yield* AccessTokenStore
    const token = yield* newToken
    yield* agree("Before", yield* store.hasAny, false)
    yield* store.insert(token)
    yield* agree("After", yield* store.hasAny, true)
    yield* store.revoke(token.workspaceUuid, token.uuid, token.createdAt)
    yield* agree("When it is revoked", yield* store.hasAny, true)
  }),

  ...recordChecks(tokenRecords),

  check("A2: finds no token by a part of a hash or by a pattern", function* () {
    const store = yield* AccessTokenStore
    const token = yield* newToken
    yield* store.insert(token)
    for (const unknown of ["", "%", token.hash.slice(0, 8)]) {
      yield* agree("The token", yield* store.findByHash(unknown), Option.none())
    }
  }),

  check("A1: a workspace is made once for a name, however many ask for it at once", function* () {
    const store = yield* AccessTokenStore
    const candidates = yield* Effect.replicateEffect(candidate, 16)
    const name = `racing for ${candidates[0]}`
    const made = yield* Effect.forEach(candidates, (candidate) => store.ensureWorkspace(name, candidate), concurrently)
    const first = candidates.find((candidate) => candidate === made[0]?.uuid)
    const expected = made.map(() => ({ uuid: first, name }))
    yield* agree<unknown>("What each gets", made, expected)
  }),

  check("A1: names of workspaces are kept to the letter, and names that look alike are different", function* () {
    const store = yield* AccessTokenStore
    for (const name of new Set([...hostileTexts, "default", "Default", "default "])) {
      const uuid = yield* candidate
      yield* agree(name, yield* store.ensureWorkspace(name, uuid), { uuid, name })
    }
  }),

  check("A2: of many that insert one hash at once, one does", function* () {
    const store = yield* AccessTokenStore
    const hash = (yield* newToken).hash
    const tokens = (yield* Effect.replicateEffect(newToken, 8)).map((token) => ({ ...token, hash }))
    const inserted = yield* Effect.forEach(tokens, store.insert, concurrently)
    yield* agree("How many", inserted.filter(Boolean), [true])
    yield* agree("The token", yield* store.findByHash(hash), Option.fromUndefinedOr(tokens[inserted.indexOf(true)]))
  }),

  check("A1, A2: a token is revoked in its own workspace alone, from the earliest instant on", function* () {
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
