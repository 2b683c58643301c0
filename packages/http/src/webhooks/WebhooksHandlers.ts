import { Api, toWebhookPage, toWebhookResource, toWebhookSecretResource } from "@rollcall/api"
import { slice } from "@rollcall/core/operations"
import { Webhooks } from "@rollcall/core/events"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "webhooks", (handlers) =>
  Effect.map(Webhooks, (webhooks) =>
    handleContacts(handlers, {
      list: (caller, { query }) => Effect.map(webhooks.list(caller), (all) => toWebhookPage(query)(slice(all, query))),
      create: (caller, _request, body) => Effect.map(webhooks.create(caller, body), toWebhookSecretResource),
      get: (caller, { params }) => Effect.map(webhooks.get(caller, params.webhook_uuid), toWebhookResource),
      update: (caller, { params }, body) =>
        Effect.map(webhooks.update(caller, params.webhook_uuid, body), toWebhookResource),
      rotate: (caller, { params }) => Effect.map(webhooks.rotate(caller, params.webhook_uuid), toWebhookSecretResource),
      replay: (caller, { params }, body) =>
        Effect.map(webhooks.replay(caller, params.webhook_uuid, body), toWebhookResource),
      delete: (caller, { params }) => webhooks.delete(caller, params.webhook_uuid)
    })
  )
)
