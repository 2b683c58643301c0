import { type AccessToken, AccessTokenUuid, ActorUuid, Scope, type WorkspaceUuid } from "@rollcall/core"
import fc from "fast-check"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

/** A stored token: any scopes, with or without an expiry, not revoked. */
export const accessTokenArbitrary = (workspaceUuid: WorkspaceUuid): fc.Arbitrary<AccessToken> =>
  fc.record({
    uuid: fc.uuid().map((uuid) => AccessTokenUuid.make(uuid)),
    workspaceUuid: fc.constant(workspaceUuid),
    actorUuid: fc.uuid().map((uuid) => ActorUuid.make(uuid)),
    name: textArbitrary,
    prefix: fc.option(fc.stringMatching(/^rollcall_[\w-]{6}$/)),
    hash: fc.stringMatching(/^[0-9a-f]{64}$/),
    scopes: fc.subarray([...Scope.literals]),
    bootstrap: fc.constant(false),
    createdAt: instantArbitrary,
    expiresAt: fc.option(instantArbitrary),
    revokedAt: fc.constant(null),
    lastUsedAt: fc.option(instantArbitrary)
  })
