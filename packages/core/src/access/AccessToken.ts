import { DateTime, Schema } from "effect"
import { given } from "../shared/Input.ts"
import { AccessTokenUuid, ActorUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { GivenInstant } from "../shared/Instant.ts"

/** What a token allows (A2). */
export const Scope = Schema.Literals([
  "contacts:read",
  "contacts:write",
  "broadcasts:read",
  "broadcasts:write",
  "events:read",
  "webhooks:read",
  "webhooks:write"
])
export type Scope = typeof Scope.Type

/** What each scope reveals and allows, to follow the name of the scope. */
export const scopeMeanings: { readonly [Name in Scope]: string } = {
  "contacts:read":
    "read and search contacts, and read their custom fields, lists, segments, notes, imports and opt-outs, the " +
    "messages that they sent, and their timelines, which name the broadcasts to them",
  "contacts:write":
    "create, change, merge, archive, erase and import contacts, opt out and opt in their numbers, and change custom fields, " +
    "lists, segments and notes; an answer shows all of what was changed",
  "broadcasts:read":
    "read broadcasts, what became of their recipients, templates and settings, and check whether a broadcast could be sent, which " +
    "says who is opted out",
  "broadcasts:write":
    "create, estimate, pause, resume and cancel broadcasts, and replace settings; an answer says which recipients are refused, and why, such as an " +
    "opt-out, and an estimate what the fields of contacts hold that it names",
  "events:read": "read what happened: kinds and uuids, and what channels report",
  "webhooks:read": "read webhooks, with their addresses and how far they are",
  "webhooks:write":
    "rotate the secret of a webhook and delete webhooks; beside `events:read`, because what happened is sent to it, also " +
    "create, change and replay one; an answer shows all of what was changed"
}

/** Everything that a token can allow. */
export const allScopes: ReadonlyArray<Scope> = Scope.literals

/** A bearer token as it is stored: its SHA-256, never itself (A2). It belongs to one workspace and one actor (A1). */
export const AccessToken = Schema.Struct({
  uuid: AccessTokenUuid,
  workspaceUuid: WorkspaceUuid,
  actorUuid: ActorUuid,
  /** SHA-256 of the token, in lower-case hex. */
  hash: Schema.String,
  scopes: Schema.Array(Scope),
  /** Whether an operator configured it: it is revoked when it is no longer configured (A2). */
  bootstrap: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  revokedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type AccessToken = typeof AccessToken.Type

/** A token to make: with every scope and for ever, unless it says otherwise. */
export const NewAccessToken = Schema.Struct({
  scopes: given(Schema.Array(Scope)),
  expiresAt: given(GivenInstant)
})
export type NewAccessToken = typeof NewAccessToken.Type

/** Whether a token counts at an instant: neither revoked nor past its expiry. */
export const isValidAt = (token: AccessToken, now: DateTime.Utc): boolean =>
  token.revokedAt === null && (token.expiresAt === null || DateTime.isLessThan(now, token.expiresAt))
