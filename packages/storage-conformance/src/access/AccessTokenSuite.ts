import {
  type AccessToken,
  AccessTokenStore,
  AccessTokenUuid,
  nextId,
  type Storage,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, type Layer, Option } from "effect"
import { agree, type Check, check, Discrepancy, holds } from "../kernel/Check.ts"
import { forAll, generatedCases, sample } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { accessTokenArbitrary } from "./AccessTokenArbitrary.ts"

const newUuid = Effect.map(nextId, (id) => AccessTokenUuid.make(id))

/** A hash that no other token has. */
const newHash = Effect.map(Effect.all([nextId, nextId]), (ids) => ids.join("").replaceAll("-", ""))

const newToken = Effect.fnUntraced(function* (fields: Partial<AccessToken> = {}) {
  const [generated] = sample(accessTokenArbitrary(fields.workspaceUuid ?? (yield* newWorkspace)), 1, 1)
  if (generated === undefined) return yield* new Discrepancy({ message: "No token was generated" })
  return { ...generated, uuid: yield* newUuid, hash: yield* newHash, ...fields }
})

/** What `AccessTokenStore` promises (A1, A2). The first check needs a store in which no token was ever made. */
export const accessTokenChecks: ReadonlyArray<Check<AccessTokenStore>> = [
  check(
    "A2: a new store has no token until the first is made, and a revoked one is still one",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const token = yield* newToken()
      yield* agree("Before", yield* store.hasAny, false)
      yield* store.insert(token)
      yield* agree("After", yield* store.hasAny, true)
      yield* store.revoke(token.workspaceUuid, token.uuid, token.createdAt)
      yield* agree("When it is revoked", yield* store.hasAny, true)
    })
  ),

  check(
    "A1: a workspace is made once for a name, however many ask for it",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const candidates = yield* Effect.replicateEffect(
        Effect.map(nextId, (id) => WorkspaceUuid.make(id)),
        16
      )
      const name = `racing for ${candidates[0]}`
      const made = yield* Effect.forEach(candidates, (candidate) => store.ensureWorkspace(name, candidate), {
        concurrency: "unbounded"
      })
      const [first] = made
      if (first === undefined) return
      yield* holds("It is one of the candidates", candidates.includes(first.uuid), first)
      yield* agree(
        "What everyone gets",
        made,
        made.map(() => ({ uuid: first.uuid, name }))
      )
    })
  ),

  check(
    "A1: names of workspaces are kept to the letter, and names that look alike are different",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const names = [...new Set([...hostileTexts, "default", "Default", "default "])]
      for (const name of names) {
        const candidate = WorkspaceUuid.make(yield* nextId)
        yield* agree(name, yield* store.ensureWorkspace(name, candidate), { uuid: candidate, name })
      }
    })
  ),

  check(
    "A2: gives a token back by its hash, every part as it was",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const workspace = yield* newWorkspace
      yield* forAll(accessTokenArbitrary(workspace), Math.ceil((yield* generatedCases) / 3), (generated) =>
        Effect.gen(function* () {
          const token = { ...generated, uuid: yield* newUuid, hash: yield* newHash }
          yield* agree("It is new", yield* store.insert(token), true)
          yield* agree("The token", yield* store.findByHash(token.hash), Option.some(token))
        })
      )
    })
  ),

  check(
    "A2: finds no token by a hash that none has",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const { hash } = yield* newToken()
      for (const unknown of [hash, "", "%", hash.slice(0, 8)]) {
        yield* agree("The token", yield* store.findByHash(unknown), Option.none())
      }
    })
  ),

  check(
    "A2: a second token with a hash changes nothing",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const token = yield* newToken()
      yield* store.insert(token)
      const second = yield* newToken({ hash: token.hash, scopes: ["contacts:read"] })
      yield* agree("The second", yield* store.insert(second), false)
      yield* agree("The first again", yield* store.insert(token), false)
      yield* agree("The token", yield* store.findByHash(token.hash), Option.some(token))
    })
  ),

  check(
    "A2: of many that insert one hash, one does",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const hash = yield* newHash
      const tokens = yield* Effect.replicateEffect(newToken({ hash }), 8)
      const inserted = yield* Effect.forEach(tokens, store.insert, { concurrency: "unbounded" })
      yield* agree("How many", inserted.filter(Boolean).length, 1)
      yield* agree("The token", yield* store.findByHash(hash), Option.fromUndefinedOr(tokens[inserted.indexOf(true)]))
    })
  ),

  check(
    "A2: revokes one token from an instant on",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const workspaceUuid = yield* newWorkspace
      const token = yield* newToken({ workspaceUuid })
      const other = yield* newToken({ workspaceUuid })
      yield* store.insert(token)
      yield* store.insert(other)
      const at = DateTime.makeUnsafe("2024-02-29T12:00:00.007Z")
      yield* agree("Nobody's token", yield* store.revoke(workspaceUuid, yield* newUuid, at), false)
      yield* agree("The token", yield* store.revoke(workspaceUuid, token.uuid, at), true)
      yield* agree("The token", yield* store.findByHash(token.hash), Option.some({ ...token, revokedAt: at }))
      yield* agree("The other", yield* store.findByHash(other.hash), Option.some(other))
    })
  ),

  check(
    "A2: a token that is revoked several times is so from the earliest instant",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const token = yield* newToken()
      yield* store.insert(token)
      for (const millis of [2, 3, 1, 2]) {
        const at = DateTime.makeUnsafe(millis)
        yield* agree("The answer", yield* store.revoke(token.workspaceUuid, token.uuid, at), true)
      }
      const revokedAt = DateTime.makeUnsafe(1)
      yield* agree("The token", yield* store.findByHash(token.hash), Option.some({ ...token, revokedAt }))
    })
  )
]

export const accessTokenSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: access tokens`, layer, accessTokenChecks)
