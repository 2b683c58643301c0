import { Api, toWebhookPage, toWebhookResource, toWebhookSecretResource } from "@rollcall/api"
import { slice } from "@rollcall/core/shared"
import { Webhooks } from "@rollcall/core/webhooks"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

/** The handlers of the webhooks group. */
export const layer = HttpApiBuilder.group(Api, "webhooks", (handlers) =>
  Effect.map(Webhooks, (webhooks) =>
    handleContacts(handlers, {
      list: ({ workspace }, { query }) =>
        Effect.map(webhooks.list(workspace), (all) => toWebhookPage(query)(slice(all, query))),
      create: ({ workspace }, _request, body) => Effect.map(webhooks.create(workspace, body), toWebhookSecretResource),
      get: ({ workspace }, { params }) => Effect.map(webhooks.get(workspace, params.webhook_uuid), toWebhookResource),
      update: ({ workspace }, { params }, body) =>
        Effect.map(webhooks.update(workspace, params.webhook_uuid, body), toWebhookResource),
      rotate: ({ workspace }, { params }) =>
        Effect.map(webhooks.rotate(workspace, params.webhook_uuid), toWebhookSecretResource),
      replay: ({ workspace }, { params }, body) =>
        Effect.map(webhooks.replay(workspace, params.webhook_uuid, body), toWebhookResource),
      delete: ({ workspace }, { params }) => webhooks.delete(workspace, params.webhook_uuid)
    })
  )
)
