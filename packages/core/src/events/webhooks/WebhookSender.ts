import { Context, type Duration, type Effect } from "effect"

/** A signed request to an endpoint. */
export interface SignedRequest {
  /** Where it goes: https, or http where private addresses are allowed. */
  readonly url: string
  /** The signature among them. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** What became of a request to an endpoint. */
export type WebhookAnswer =
  | {
      readonly _tag: "Answered"
      readonly status: number
      /** What the header `Retry-After` asks for, if it does in seconds. */
      readonly retryAfter: Duration.Duration | null
    }
  /** There was no answer. `message` says why, and holds nothing of the request. */
  | { readonly _tag: "Unanswered"; readonly message: string }

/** Port: makes one POST request. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Makes a POST request and returns the status of the answer. The body is not read. It follows no redirect. Unless
     * `allowPrivateAddresses` is set it connects to public addresses only: it connects to the address that was checked,
     * so that a name cannot be resolved to another one in between. Its interruption ends the request.
     *
     * @param request Its headers have the signature already.
     * @example
     * const sender = yield* WebhookSender
     * const answer = yield* sender.send({ url: "https://example.org/events", headers: {}, body: "{}" })
     * return answer._tag === "Answered" ? answer.status : answer.message
     */
    readonly send: (request: SignedRequest) => Effect.Effect<WebhookAnswer>
  }
>()("@rollcall/core/events/webhooks/WebhookSender") {}
