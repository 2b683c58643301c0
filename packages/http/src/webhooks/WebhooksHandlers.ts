import { Api, CurrentCaller, toWebhookResource, toWebhookSecretResource } from "@rollcall/api"
import { slice } from "@rollcall/core/shared"
import { Webhooks } from "@rollcall/core/webhooks"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"

/** The handlers of the webhooks group. */
export const layer = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks

    return handlers.handleAll({
      list: handler(function* ({ query: page }) {
        const { workspace } = yield* CurrentCaller
        const { items, total } = slice(yield* webhooks.list(workspace), page)
        return { webhooks: items.map(toWebhookResource), pagination: { ...page, total } }
      }),
      create: handler(function* ({ payload }) {
        const { workspace } = yield* CurrentCaller
        return toWebhookSecretResource(yield* webhooks.create(workspace, payload))
      }),
      get: handler(function* ({ params }) {
        const { workspace } = yield* CurrentCaller
        return toWebhookResource(yield* webhooks.get(workspace, params.webhook_uuid))
      }),
      update: handler(function* ({ params, payload }) {
        const { workspace } = yield* CurrentCaller
        return toWebhookResource(yield* webhooks.update(workspace, params.webhook_uuid, payload))
      }),
      rotate: handler(function* ({ params }) {
        const { workspace } = yield* CurrentCaller
        return toWebhookSecretResource(yield* webhooks.rotate(workspace, params.webhook_uuid))
      }),
      replay: handler(function* ({ params, payload }) {
        const { workspace } = yield* CurrentCaller
        return toWebhookResource(yield* webhooks.replay(workspace, params.webhook_uuid, payload))
      }),
      delete: handler(function* ({ params }) {
        const { workspace } = yield* CurrentCaller
        yield* webhooks.delete(workspace, params.webhook_uuid)
      })
    })
  })
)
