import type * as Access from "@rollcall/core/operations"
import type { CallOptions } from "../methods/Inputs.ts"

/** The sending limits of a workspace. Null means no limit. */
export interface WorkspaceSettings {
  /** The most marketing messages to one contact within a number of days. */
  readonly frequencyCap: FrequencyCap | null
  /** The hours without marketing messages, in the local time of each recipient. */
  readonly quietHours: QuietHours | null
}

/** The most marketing messages to one contact within a number of days. */
export interface FrequencyCap {
  /** The number of messages: 1 to 1,000 messages. */
  readonly messages: number
  /** The number of days, each of 24 hours: 1 to 365 days. */
  readonly days: number
}

/** The hours in which a workspace sends no marketing messages. */
export interface QuietHours {
  /** The time of day when the quiet hours begin, such as `21:00`. */
  readonly from: string
  /** The time of day when the quiet hours end, such as `08:00`. They may span midnight. */
  readonly until: string
  /** The key of the custom field with a contact's time zone; null for none. */
  readonly timeZoneField: string | null
  /** The IANA time zone of recipients with an unknown time zone, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** The record of a token, without the token itself. */
export interface AccessToken {
  /** The uuid of the token. */
  readonly uuid: string
  /** The uuid of the workspace that it gives access to. */
  readonly workspaceUuid: string
  /** The uuid of the user who acts with the token. `createdBy` and `updatedBy` contain it. */
  readonly actorUuid: string
  /** The purpose of the token, for people. */
  readonly name: string
  /** The first characters of the token, to recognize it; null for a token that an operator chose. */
  readonly prefix: string | null
  /** The SHA-256 of the token, in lower-case hex. */
  readonly hash: string
  /** What it allows. */
  readonly scopes: Access.AccessToken["scopes"]
  /** Whether an operator configured the token. */
  readonly bootstrap: boolean
  /** When it was created. */
  readonly createdAt: Date
  /** When it expires; null for never. */
  readonly expiresAt: Date | null
  /** When it was revoked; null if it was not. */
  readonly revokedAt: Date | null
  /** When it was last used, to a minute; null for never. */
  readonly lastUsedAt: Date | null
}

/** The fields of a token to create. */
export interface NewAccessToken {
  /** The purpose, 1 to 255 characters. Default: `unnamed`. */
  readonly name?: string | null | undefined
  /** The scopes, such as `contacts:read`. Default: all. */
  readonly scopes?: AccessToken["scopes"] | null | undefined
  /** When it expires: a `Date`, or an ISO 8601 string. Without an offset, the string is in UTC. Default: never. */
  readonly expiresAt?: Date | string | null | undefined
  /** The id of the user who acts with the token, any string of 1 to 255 characters. Default: a new user. */
  readonly actor?: string | null | undefined
}

/** A token and its record. */
export interface AccessTokenWithSecret {
  /** The stored record. */
  readonly record: AccessToken
  /** The token itself. Rollcall stores only its hash. */
  readonly token: string
}

/** Reads and replaces the limits on marketing messages of a workspace. */
export interface SettingsMethods {
  /**
   * Returns the settings of the workspace.
   *
   * @returns The settings. Null, the default of both, means no limit.
   * @example
   * const { frequencyCap, quietHours } = await clinic.settings.get()
   * console.log(frequencyCap, quietHours)
   */
  readonly get: (options?: CallOptions) => Promise<WorkspaceSettings>

  /**
   * Replaces all settings of the workspace. They apply to sends that begin afterwards.
   *
   * @param settings `frequencyCap`: at most `messages` (1 to 1,000 messages) to one contact within `days` (1 to 365
   *   days). `quietHours`: from when until when no marketing is sent, such as `21:00` and `08:00`, in the IANA time zone
   *   `timeZone`, or the contact's own zone in the custom field `timeZoneField`. Null for none.
   * @returns The settings.
   * @throws {invalid_input} when a number is out of range, a time or a zone is not valid, or the field is unknown.
   * @example
   * await clinic.settings.replace({
   *   frequencyCap: { messages: 2, days: 7 },
   *   quietHours: { from: "21:00", until: "08:00", timeZone: "Europe/Berlin", timeZoneField: null }
   * })
   */
  readonly replace: (settings: WorkspaceSettings, options?: CallOptions) => Promise<WorkspaceSettings>
}

/** Creates, lists and revokes the tokens that authorize HTTP API requests. */
export interface AccessTokenMethods {
  /**
   * Creates a token. Only this call returns it: the store keeps its hash.
   *
   * @param token The `name`, of 1 to 255 characters; the `scopes`, all if absent; `expiresAt`, never if
   *   absent; and `actor`, the id of the user that its requests act for.
   * @returns The `token` and its `record`.
   * @throws {invalid_input} when the name or the actor is empty or too long, a scope is unknown, or the expiry is not
   *   valid.
   * @example
   * const { token } = await clinic.accessTokens.create({ name: "Website", scopes: ["contacts:read"] })
   * console.log(token.length)
   */
  readonly create: (token: NewAccessToken, options?: CallOptions) => Promise<AccessTokenWithSecret>

  /**
   * Returns the records of all tokens, including revoked and expired tokens, oldest first.
   *
   * @returns The records. They do not contain the tokens.
   * @example
   * const tokens = await clinic.accessTokens.list()
   * console.log(tokens.map(({ name }) => name))
   */
  readonly list: (options?: CallOptions) => Promise<ReadonlyArray<AccessToken>>

  /**
   * Revokes a token. Other processes refuse it within a second.
   *
   * @param uuid The uuid of the token.
   * @returns True; false if the workspace has no such token.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { record } = await clinic.accessTokens.create({ name: "Website" })
   * console.log(await clinic.accessTokens.revoke(record.uuid))
   */
  readonly revoke: (uuid: string, options?: CallOptions) => Promise<boolean>
}
