import { Duration } from "effect"

/** Options of the channel. Every option has a default. */
export interface WhatsAppOptions {
  /** The `channel_type` that broadcasts name. Default: `chatapp`. */
  readonly channelType?: string
  /** The URL of the Graph API. Default: `https://graph.facebook.com`. */
  readonly graphUrl?: string
  /** The version of the Graph API. Default: `v24.0`. */
  readonly graphVersion?: string
  /**
   * The timeout of a request. Default: 20 seconds. Should be longer than the client's connection timeout, because after a
   * request timeout it is unknown whether the message was accepted.
   */
  readonly timeout?: Duration.Input
  /** The interval between reloads of templates and sender numbers. Default: 10 minutes. */
  readonly refreshEvery?: Duration.Input
}

/** The options with defaults applied. */
export interface WhatsAppSettings {
  readonly channelType: string
  /** The URL of the API with its version, without a trailing slash. */
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
