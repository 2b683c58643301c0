import { AccessToken, Scope } from "@rollcall/core"
import { Schema } from "effect"

const Instant = Schema.DateTimeUtcFromMillis

/** A token as a row of `access_tokens`; the scopes are a JSON array. */
export const AccessTokenRow = Schema.Struct({
  ...AccessToken.fields,
  scopes: Schema.fromJsonString(Schema.Array(Scope)),
  bootstrap: Schema.BooleanFromBit,
  createdAt: Instant,
  expiresAt: Schema.NullOr(Instant),
  revokedAt: Schema.NullOr(Instant),
  lastUsedAt: Schema.NullOr(Instant)
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    actorUuid: "actor_uuid",
    createdAt: "created_at",
    expiresAt: "expires_at",
    revokedAt: "revoked_at",
    lastUsedAt: "last_used_at"
  })
)

/** The columns of an {@link AccessTokenRow}. */
export const accessTokenColumns = [
  "uuid",
  "workspace_uuid",
  "actor_uuid",
  "name",
  "prefix",
  "hash",
  "scopes",
  "bootstrap",
  "created_at",
  "expires_at",
  "revoked_at",
  "last_used_at"
] as const

/** A token as the columns of its row. */
export const accessTokenRecord = Schema.encodeSync(AccessTokenRow)
