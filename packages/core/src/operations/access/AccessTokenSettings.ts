import { Context, Duration } from "effect"

/** How access tokens are checked. */
export type AccessTokenSettings = {
  /**
   * How long a valid token is remembered before the store is asked again, at most a second: so much later does a
   * revocation by another process count. With zero the store is asked each time.
   */
  readonly rememberFor: Duration.Duration
}

const defaults: AccessTokenSettings = { rememberFor: Duration.seconds(1) }

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const AccessTokenSettings = Context.Reference<AccessTokenSettings>(
  "@rollcall/core/operations/access/AccessTokenSettings",
  {
    defaultValue: () => defaults
  }
)
