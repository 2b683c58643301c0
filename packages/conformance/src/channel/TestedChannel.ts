import {
  type ChannelWebhook,
  MessageChannel,
  type OutboundMessage,
  type SendError,
  type WebhookRequest
} from "@rollcall/core/channel"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { Provider } from "./Provider.ts"

/** A webhook request with a batch, and the query that verifies the webhook's URL. */
export interface WebhookUnderTest {
  readonly layer: Layer.Layer<ChannelWebhook>
  /** An authenticated request with at least one receipt or message. */
  readonly request: WebhookRequest
  /** The provider's verification query and the expected response; null if the provider doesn't verify URLs. */
  readonly verification: { readonly query: { readonly [name: string]: string }; readonly answer: string } | null
}

/** A channel under test, with the data that the suite needs. */
export interface TestedChannel {
  /** The channel and its provider, built again for each check. No message has been sent. */
  readonly layer: Layer.Layer<MessageChannel | Provider>
  /** A message that the provider accepts and delivers. Each number has a different recipient. */
  readonly message: (number: number) => OutboundMessage
  /** A sender that the workspace is not allowed to use. */
  readonly stranger: string
  /**
   * Identifiers that make a send fail, with the reason of the error. `OutcomeUnknown` means that the provider accepts
   * the message.
   */
  readonly failures: ReadonlyArray<{ readonly to: string; readonly reason: SendError["reason"] }>
  /** `virtual` if the suite adjusts Effect's test clock; `real` otherwise. */
  readonly time: "virtual" | "real"
  readonly webhook?: WebhookUnderTest
}

export interface ChannelCheck {
  readonly title: string
  readonly run: Effect.Effect<void, unknown, MessageChannel | Provider>
}

/** The maximum number of attempts of `until`. */
const attempts = 500

/** Repeats an effect until `wanted` accepts its result, and returns the last result. */
export const until = <A, E, R>(
  time: TestedChannel["time"],
  effect: Effect.Effect<A, E, R>,
  wanted: (value: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    let value = yield* effect
    for (let attempt = 0; attempt < attempts && !wanted(value); attempt++) {
      yield* time === "virtual" ? TestClock.adjust("50 millis") : Effect.sleep("20 millis")
      value = yield* effect
    }
    return value
  })

export const both = Effect.all({ channel: MessageChannel, provider: Provider })
