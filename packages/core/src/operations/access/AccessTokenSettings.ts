import { Context, Duration } from "effect"

/** Settings for checking access tokens. */
export type AccessTokenSettings = {
  /**
   * How long a valid token is cached, at most 1 second. A revocation by another process takes effect after this time. Zero
   * disables the cache.
   */
  readonly rememberFor: Duration.Duration
}

const defaults: AccessTokenSettings = { rememberFor: Duration.seconds(1) }

/** The access token settings. Hosts can override the defaults. */
export const AccessTokenSettings = Context.Reference<AccessTokenSettings>(
  "@rollcall/core/operations/access/AccessTokenSettings",
  {
    defaultValue: () => defaults
  }
)
