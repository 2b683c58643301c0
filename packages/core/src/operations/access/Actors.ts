import { Context, Effect, Layer, Option, Schema } from "effect"
import * as Digest from "effect/crypto/Digest"
import { layerDigest } from "../../shared/Digests.ts"
import { ActorUuid, type Caller, type WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, textIssues } from "../../shared/Issue.ts"
import { withSpans } from "../../shared/Spans.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { AccessTokenStore } from "./AccessTokenStore.ts"

/** The longest name of an actor, in characters. */
const maxActorLength = 255

/**
 * The namespace of the name-based actor uuids, ebb160f5-c64e-4bfe-a2cf-a47b4eb735e0. The namespace must never change,
 * because stored uuids depend on it.
 */
const namespace = [0xeb, 0xb1, 0x60, 0xf5, 0xc6, 0x4e, 0x4b, 0xfe, 0xa2, 0xcf, 0xa4, 0x7b, 0x4e, 0xb7, 0x35, 0xe0]

const encoder = new TextEncoder()
const readUuid = Schema.decodeOption(ActorUuid)

/**
 * The users who make requests, identified by the host's own user ids.
 *
 * @example
 * const actors = yield* Actors
 * const caller = yield* actors.caller(workspace, "user_2abc")
 * return caller.actor
 * @see docs/contributing/decisions.md, A1
 */
export class Actors extends Context.Service<
  Actors,
  {
    /**
     * Returns the caller for an actor. A UUID is used unchanged. Any other string becomes a version 5 UUID, and the string
     * is stored so that timelines and events can show it.
     *
     * @param workspace The workspace of the actor.
     * @param actor Any string of 1 to 255 characters, such as the user id of an identity provider.
     * @example
     * const actors = yield* Actors
     * const { actor } = yield* actors.caller(workspace, "user_2abc")
     * return actor
     */
    readonly caller: (workspace: WorkspaceUuid, actor: string) => Effect.Effect<Caller, InvalidInput | StorageError>
  }
>()("@rollcall/core/operations/access/Actors") {
  static readonly layer = Layer.effect(
    Actors,
    Effect.suspend(() => Effect.map(makeCaller, (caller) => Actors.of(withSpans("Actors", { caller }))))
  ).pipe(Layer.provide(layerDigest))
}

/** Makes the function {@link Actors.caller}. */
export const makeCaller = Effect.gen(function* () {
  const digest = yield* Digest.Digest
  const store = yield* AccessTokenStore

  const uuidOf = (name: string) =>
    Effect.map(digest.digestHex(Digest.sha1, Uint8Array.of(...namespace, ...encoder.encode(name))), nameBased)

  return Effect.fnUntraced(function* (workspace: WorkspaceUuid, actor: string) {
    const given = readUuid(actor)
    if (Option.isSome(given)) return { workspace, actor: given.value }
    yield* InvalidInput.refuse(textIssues(["actor"], actor, { min: 1, max: maxActorLength }))
    const uuid = yield* uuidOf(actor)
    const known = yield* store.actorNames(workspace, [uuid])
    if (!known.has(uuid)) yield* store.rememberActor(workspace, uuid, actor)
    const caller: Caller = { workspace, actor: uuid }
    return caller
  })
})

/** Builds a version 5 UUID from the SHA-1 of a namespace and a name, in hex (RFC 9562). */
const nameBased = (sha1: string): ActorUuid => {
  const variant = ((Number.parseInt(sha1.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const parts = [
    sha1.slice(0, 8),
    sha1.slice(8, 12),
    `5${sha1.slice(13, 16)}`,
    variant + sha1.slice(17, 20),
    sha1.slice(20, 32)
  ]
  return ActorUuid.make(parts.join("-"))
}
