import { DateTime, Schema } from "effect"
import { described } from "../../shared/Described.ts"
import { given } from "../../shared/Input.ts"
import { issue, type Issue, textIssues } from "../../shared/Issue.ts"
import { AccessTokenUuid, ActorUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { GivenInstant } from "../../shared/Instant.ts"

/**
 * A permission of an access token.
 *
 * @see docs/contributing/decisions.md, A2
 */
export const Scope = Schema.Literals([
  "contacts:read",
  "contacts:write",
  "broadcasts:read",
  "broadcasts:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "tokens:read",
  "tokens:write"
])
export type Scope = typeof Scope.Type

/** What each scope reveals and allows, in words that follow the scope's name. */
export const scopeMeanings: { readonly [Name in Scope]: string } = {
  "contacts:read":
    "read and search contacts, and read their custom fields, lists, segments, notes, imports and opt-outs, the " +
    "messages that they sent, and their timelines, which include the names of broadcasts",
  "contacts:write":
    "create, change, merge, archive, erase and import contacts, opt out and opt in their numbers, and change custom fields, " +
    "lists, segments and notes; responses contain all fields of what was changed",
  "broadcasts:read":
    "read broadcasts, the outcomes of their recipients, templates and settings, and check whether a broadcast could be sent, which " +
    "says who is opted out",
  "broadcasts:write":
    "create, estimate, pause, resume and cancel broadcasts, apply or dismiss held opt-outs, and replace settings; responses say which recipients are refused and why, such as an " +
    "opt-out, and estimates show the contact fields that the request uses",
  "events:read": "read events: their types and uuids, and the reports of channels",
  "webhooks:read": "read webhooks, with their URLs and their progress",
  "webhooks:write":
    "rotate the secret of a webhook and delete webhooks; together with `events:read`, also " +
    "create, change and replay webhooks, because webhooks receive events; responses contain all fields of what was changed",
  "tokens:read": "read the names, scopes, expiry and last use of the tokens of the workspace, but never a token itself",
  "tokens:write":
    "create tokens, with at most the scopes and the expiry of the caller's token, and revoke any token of the " +
    "workspace, including itself"
}

/** Every scope. */
export const allScopes: ReadonlyArray<Scope> = Scope.literals

/** The longest name of a token, in characters. */
export const maxTokenNameLength = 255

/**
 * The record of a bearer token, which belongs to one workspace and one actor. Holds the token's SHA-256, never the token
 * itself.
 */
export const AccessToken = Schema.Struct({
  uuid: described(AccessTokenUuid, "The uuid of the token, to revoke it."),
  workspaceUuid: WorkspaceUuid,
  actorUuid: described(ActorUuid, "The user named in `created_by` and `updated_by` for changes with this token."),
  name: described(Schema.String, "The purpose of the token."),
  prefix: described(
    Schema.NullOr(Schema.String),
    "The first characters of the token, to recognise it. Null for a token that the operator of the server chose."
  ),
  /** The SHA-256 of the token, in lowercase hex. */
  hash: Schema.String,
  scopes: described(Schema.Array(Scope), "What the token allows."),
  bootstrap: described(
    Schema.Boolean,
    "Whether the operator of the server configured the token. Such a token is revoked once it is no longer configured."
  ),
  createdAt: described(Schema.DateTimeUtc, "When it was created."),
  expiresAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it expires. Null for never."),
  revokedAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it was revoked. Null if it was not."),
  lastUsedAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it was last used, to the minute. Null for never.")
})
export type AccessToken = typeof AccessToken.Type

/** A token to create. Default: the scopes and expiry of its maker. */
export const NewAccessToken = Schema.Struct({
  /** The purpose of the token: 1 to 255 characters. Default: `unnamed`. */
  name: given(Schema.String),
  /** At least one scope. Default: every scope of its maker. */
  scopes: given(Schema.Array(Scope)),
  /** The expiry, a timestamp in the future. Default: the expiry of its maker, or never. */
  expiresAt: given(GivenInstant),
  /** The user of the token, as a string for `Actors`. Default: the token is its own actor. */
  actor: given(Schema.String)
})
export type NewAccessToken = typeof NewAccessToken.Type

/** Returns whether a token is valid at a timestamp: neither revoked nor expired. */
export const isValidAt = (token: AccessToken, now: DateTime.Utc): boolean =>
  token.revokedAt === null && (token.expiresAt === null || DateTime.isLessThan(now, token.expiresAt))

/** Returns the status of a token at a timestamp. */
export const tokenStatusAt = (token: AccessToken, now: DateTime.Utc): "valid" | "revoked" | "expired" =>
  token.revokedAt !== null ? "revoked" : isValidAt(token, now) ? "valid" : "expired"

/** The scopes and expiry of a token's maker. A new token never exceeds them. */
export type TokenMaker = Pick<AccessToken, "scopes" | "expiresAt">

/** A token maker trusted by the host: every scope, no expiry. */
export const anyTokenMaker: TokenMaker = { scopes: allScopes, expiresAt: null }

/** The workspace has no token with this uuid. */
export class AccessTokenNotFound extends Schema.TaggedError<AccessTokenNotFound>()("AccessTokenNotFound", {
  uuid: AccessTokenUuid
}) {
  override get message(): string {
    return `There is no token ${this.uuid}.`
  }
}

/** A token was requested with scopes that its maker lacks. No token is created. */
export class ScopesExceeded extends Schema.TaggedError<ScopesExceeded>()("ScopesExceeded", {
  scopes: Schema.Array(Scope)
}) {
  override get message(): string {
    return `You cannot create a token with scopes that you lack: ${this.scopes.join(", ")}.`
  }
}

/** Returns the issues of a token to create, except scopes that the maker lacks. */
export const newTokenIssues = (
  { expiresAt, name, scopes }: NewAccessToken,
  maker: TokenMaker,
  now: DateTime.Utc
): ReadonlyArray<Issue> => {
  const tooLate = maker.expiresAt !== null && expiresAt && DateTime.isGreaterThan(expiresAt, maker.expiresAt)
  return [
    ...(typeof name === "string" ? textIssues(["name"], name.trim(), { min: 1, max: maxTokenNameLength }) : []),
    ...(scopes?.length === 0 ? [issue("too_short", ["scopes"], "must not be empty")] : []),
    ...(expiresAt && DateTime.isLessThanOrEqualTo(expiresAt, now)
      ? [issue("value_error", ["expiresAt"], "must not be in the past")]
      : []),
    ...(tooLate ? [issue("value_error", ["expiresAt"], "must not be later than the expiry of your token")] : [])
  ]
}
