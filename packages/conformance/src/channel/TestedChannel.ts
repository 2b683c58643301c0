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

/** A request to a webhook with a batch in it, and the query of a verification that the webhook answers. */
export interface WebhookUnderTest {
  readonly layer: Layer.Layer<ChannelWebhook>
  /** A request that is proven to come from the provider, and has at least one receipt or message. */
  readonly request: WebhookRequest
  /** The query with which the provider verifies the URL, and the answer; null if it does not. */
  readonly verification: { readonly query: { readonly [name: string]: string }; readonly answer: string } | null
}

/** A channel and what the suite has to know of it. */
export interface TestedChannel {
  /** The channel and its provider, built again for each check, with nothing sent. */
  readonly layer: Layer.Layer<MessageChannel | Provider>
  /** A message that the provider accepts and delivers, to another recipient for each number. */
  readonly message: (number: number) => OutboundMessage
  /** A sender that the workspace of the messages may not send from. */
  readonly stranger: string
  /** Identifiers whose sends fail, and with which reason. `OutcomeUnknown` means here that the message is accepted. */
  readonly failures: ReadonlyArray<{ readonly to: string; readonly reason: SendError["reason"] }>
  /** Whether time is Effect's test clock, which the suite adjusts, or passes by itself. */
  readonly time: "virtual" | "real"
  readonly webhook?: WebhookUnderTest
}

/** One part of the contract. */
export interface ChannelCheck {
  readonly title: string
  readonly run: Effect.Effect<void, unknown, MessageChannel | Provider>
}

/** How long something that has to happen may take, and how often it is looked for. */
const attempts = 500

/** Lets time pass until `wanted` is true of what an effect returns, and returns that, or what it returned last. */
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

/** The channel and its provider. */
export const both = Effect.all({ channel: MessageChannel, provider: Provider })
