import {
  Api,
  CurrentCaller,
  toWebhookResource,
  toWebhookSecretResource,
  WebhookPage,
  WebhookResource,
  WebhookSecretResource
} from "@rollcall/api"
import { slice } from "@rollcall/core/shared"
import { Webhooks } from "@rollcall/core/webhooks"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aWebhook = jsonAnswer(WebhookResource)
const aSecret = jsonAnswer(WebhookSecretResource)
const newSecret = jsonAnswer(WebhookSecretResource, 201)
const aPage = jsonAnswer(WebhookPage)

/** The handlers of the webhooks group. */
export const layer = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks

    return handlers
      .handleAll({
        list: handler(function* ({ query: page }) {
          const { workspace } = yield* CurrentCaller
          const { items, total } = slice(yield* webhooks.list(workspace), page)
          return aPage({ webhooks: items.map(toWebhookResource), pagination: { ...page, total } })
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aWebhook(toWebhookResource(yield* webhooks.get(workspace, params.webhook_uuid)))
        }),
        rotate: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aSecret(toWebhookSecretResource(yield* webhooks.rotate(workspace, params.webhook_uuid)))
        }),
        delete: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          yield* webhooks.delete(workspace, params.webhook_uuid)
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return newSecret(toWebhookSecretResource(yield* webhooks.create(workspace, payload)))
        })
      )
      .handleRaw(
        "update",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return aWebhook(toWebhookResource(yield* webhooks.update(workspace, params.webhook_uuid, payload)))
        })
      )
      .handleRaw(
        "replay",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return aWebhook(toWebhookResource(yield* webhooks.replay(workspace, params.webhook_uuid, payload)))
        })
      )
  })
)
