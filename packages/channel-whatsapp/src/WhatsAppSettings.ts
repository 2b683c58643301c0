import { Duration } from "effect"

/** What may be set of the channel. Everything has a default. */
export interface WhatsAppOptions {
  /** The `channel_type` that broadcasts ask for. `chatapp` unless set. */
  readonly channelType?: string
  /** Where the Graph API is. `https://graph.facebook.com` unless set. */
  readonly graphUrl?: string
  /** The version of the Graph API. `v24.0` unless set. */
  readonly graphVersion?: string
  /**
   * How long a request may take. 20 seconds unless set. It should be longer than the client takes to give up connecting:
   * a message counts as perhaps accepted if its request was cut off.
   */
  readonly timeout?: Duration.Input
  /** After how long templates and the numbers of senders are read again. 10 minutes unless set. */
  readonly refreshEvery?: Duration.Input
}

/** The options with their defaults. */
export interface WhatsAppSettings {
  readonly channelType: string
  /** The URL of the API with its version, without a slash at its end. */
  readonly base: string
  readonly timeout: Duration.Duration
  readonly refreshEvery: Duration.Duration
}

export const settingsOf = ({
  channelType = "chatapp",
  graphUrl = "https://graph.facebook.com",
  graphVersion = "v24.0",
  refreshEvery = "10 minutes",
  timeout = "20 seconds"
}: WhatsAppOptions): WhatsAppSettings => ({
  channelType,
  base: `${graphUrl.replace(/\/+$/, "")}/${graphVersion}`,
  timeout: Duration.fromInputUnsafe(timeout),
  refreshEvery: Duration.fromInputUnsafe(refreshEvery)
})
