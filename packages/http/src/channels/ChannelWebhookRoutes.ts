import type { StorageError } from "@rollcall/core"
import type { ChannelWebhook, WebhookRefused } from "@rollcall/core/channel"
import type { Inbox } from "@rollcall/core/sending"
import { Effect } from "effect"
import { type HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { storageRetryAfter, storageSentence } from "../errors/Refusals.ts"
import { type ServedPaths, webhookPath } from "../system/ServedPaths.ts"
import { makeReadBytes, type WebhookBodyRefused } from "./WebhookBody.ts"

/** The webhook of a channel, and the `channel_type` of its messages. */
export interface ServedWebhook {
  readonly channelType: string
  readonly webhook: ChannelWebhook["Service"]
}

/**
 * Adds the webhook of a channel. `GET` responds to the provider's request to verify the URL. `POST` stores the report, then
 * returns 200 with an empty body. Neither needs a bearer token, because the channel verifies both. Errors have the format
 * of the Contacts area.
 */
export const addChannelWebhook = Effect.fnUntraced(function* (
  router: Pick<HttpRouter.HttpRouter, "add">,
  paths: Pick<ServedPaths, "errorResponse">,
  { channelType, webhook }: ServedWebhook,
  inbox: Inbox["Service"]
) {
  const refuse = Effect.fnUntraced(function* (error: WebhookRefused | WebhookBodyRefused | StorageError) {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const refused = (status: 400 | 403 | 413 | 503, details: string) =>
      paths.errorResponse(url, status, details, status === 503 ? { "retry-after": storageRetryAfter } : {})
    if (error._tag === "WebhookBodyRefused") return refused(error.status, error.message)
    if (error._tag === "StorageError") return refused(503, yield* storageSentence(error))
    switch (error.reason) {
      case "Unauthorized":
        return refused(403, error.detail)
      case "Malformed":
        return refused(400, error.detail)
      case "Unavailable":
        return refused(503, error.detail)
    }
  })

  const verify = Effect.gen(function* () {
    const query = Object.fromEntries(new URLSearchParams(queryOf((yield* HttpServerRequest.HttpServerRequest).url)))
    // The response repeats part of the request, so it is plain text: browsers don't render it as HTML.
    return HttpServerResponse.text(yield* webhook.verify(query))
  })

  const readBytes = yield* makeReadBytes
  const receive = Effect.scoped(
    Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const body = yield* readBytes
      yield* inbox.take(channelType, yield* webhook.read({ headers, body }))
      return HttpServerResponse.empty({ status: 200 })
    })
  )

  const path = webhookPath(webhook.path)
  yield* router.add("GET", path, Effect.catch(verify, refuse))
  yield* router.add("POST", path, Effect.catch(receive, refuse))
})

const queryOf = (url: string): string => /\?([^#]*)/.exec(url)?.[1] ?? ""
