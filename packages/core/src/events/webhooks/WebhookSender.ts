import { Context, type Duration, type Effect } from "effect"

/** A signed request to an endpoint. */
export interface SignedRequest {
  /** An https URL; http only if private addresses are allowed. */
  readonly url: string
  /** The headers, including the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON. */
  readonly body: string
}

/** The outcome of a request to an endpoint. */
export type WebhookAnswer =
  | {
      readonly _tag: "Answered"
      readonly status: number
      /** The `Retry-After` header if it is in seconds; null otherwise. */
      readonly retryAfter: Duration.Duration | null
    }
  /** No response. `message` says why, without any part of the request. */
  | { readonly _tag: "Unanswered"; readonly message: string }

/** Port: sends signed requests to webhook endpoints. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Sends a POST request and returns the response status. The body is not read and redirects are not followed. Unless
     * `allowPrivateAddresses` is set, the sender connects only to public addresses. The sender connects to the address that
     * it checked, so a DNS change in between has no effect. Interruption cancels the request.
     *
     * @param request The signed request; its headers include the signature.
     * @example
     * const sender = yield* WebhookSender
     * const answer = yield* sender.send({ url: "https://example.org/events", headers: {}, body: "{}" })
     * return answer._tag === "Answered" ? answer.status : answer.message
     */
    readonly send: (request: SignedRequest) => Effect.Effect<WebhookAnswer>
  }
>()("@rollcall/core/events/webhooks/WebhookSender") {}
