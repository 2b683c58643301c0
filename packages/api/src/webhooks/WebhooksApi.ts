import { described, WebhookUuid } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { NoContent } from "../requests/NoContent.ts"
import { pageQuery } from "../requests/Paging.ts"
import { CreateWebhookBody, ReplayWebhookBody, UpdateWebhookBody } from "./WebhookRequests.ts"
import { WebhookPage, WebhookResource, WebhookSecretResource } from "./WebhookResource.ts"

const params = { webhook_uuid: described(WebhookUuid, "The webhook.") }

/** A webhook sends events to any address, so its caller must be allowed to read events too. */
const sending = ["webhooks:write", "events:read"] as const

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/v1/webhooks", {
      query: pageQuery,
      success: WebhookPage,
      error: ContactsErrors.everywhere
    }).annotateMerge(operation("webhooks:read", "List webhooks", "Oldest first.")),
    HttpApiEndpoint.post("create", "/v1/webhooks", {
      payload: CreateWebhookBody,
      success: WebhookSecretResource.pipe(HttpApiSchema.status(201)),
      error: ContactsErrors.withBody
    }).annotateMerge(
      operation(
        sending,
        "Create a webhook",
        "Sends new events to an endpoint, signed as Standard Webhooks. The secret is shown only once. " +
          "A workspace has at most 50."
      )
    ),
    HttpApiEndpoint.get("get", "/v1/webhooks/:webhook_uuid", {
      params,
      success: WebhookResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("webhooks:read", "Get a webhook")),
    HttpApiEndpoint.patch("update", "/v1/webhooks/:webhook_uuid", {
      params,
      payload: UpdateWebhookBody,
      success: WebhookResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        sending,
        "Change a webhook",
        "Only the given fields change. They apply to every event that was not received yet. A request that is " +
          "under way may still go to the old URL. A new URL sends waiting events immediately. A " +
          "disabled webhook stays disabled until it is replayed."
      )
    ),
    HttpApiEndpoint.post("rotate", "/v1/webhooks/:webhook_uuid/rotate", {
      params,
      success: WebhookSecretResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "webhooks:write",
        "Rotate the secret of a webhook",
        "For 24 hours, requests have a second signature with the old secret. The new secret is shown only once."
      )
    ),
    HttpApiEndpoint.post("replay", "/v1/webhooks/:webhook_uuid/replay", {
      params,
      payload: ReplayWebhookBody,
      success: WebhookResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound, ContactsErrors.Gone]
    }).annotateMerge(
      operation(
        sending,
        "Enable a webhook again, or send events again",
        "It continues immediately: where it stopped, after a cursor, or at the oldest stored event. An event that is sent " +
          "again keeps its `webhook-id`. A cursor older than the stored events is answered 410."
      )
    ),
    HttpApiEndpoint.delete("delete", "/v1/webhooks/:webhook_uuid", {
      params,
      success: NoContent("The webhook is deleted."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("webhooks:write", "Delete a webhook", "A request that is under way may still arrive."))
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Webhooks", description: "Endpoints that the events of a workspace are sent to." })
  ) {}
