import { Count, described } from "@rollcall/core/operations"
import { Webhook, type WebhookWithSecret } from "@rollcall/core/events"
import { DateTime, Redacted, Schema, Struct } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const shown = spelled({
  ...Struct.omit(Webhook.fields, ["workspaceUuid"]),
  waiting: described(
    Count,
    "How many contacts, imports, broadcasts and recipients have events that were not received yet."
  ),
  failingSince: described(
    Schema.NullOr(Schema.DateTimeUtc),
    "When the first attempt to send the oldest of these events failed. Null if none has failed."
  ),
  retryAt: described(
    Schema.NullOr(Schema.DateTimeUtc),
    "When the next of them is sent again. Null if none waits for a retry."
  )
})

/** A webhook in the API's format, without its secret. Every field is present. */
export const WebhookResource = Schema.Struct(shown.fields).annotate({
  identifier: "Webhook",
  description: "An endpoint that events are sent to, and its progress. The secret is not shown."
})

/** A webhook in the API's format, including its secret. */
export const WebhookSecretResource = Schema.Struct({
  ...shown.fields,
  secret: described(
    Schema.RedactedFromValue(Schema.String),
    "The key that signs requests: `whsec_` and Base64. It is shown only once."
  )
}).annotate({ identifier: "WebhookWithSecret", description: "A webhook with its secret, which is shown only once." })

export const WebhookPage = Schema.Struct({
  webhooks: described(Schema.Array(WebhookResource), "The webhooks of the page."),
  pagination: Pagination
}).annotate({ identifier: "WebhookPage", description: "A page of webhooks." })

/** Returns the earliest timestamp, or null. */
const first = (instants: ReadonlyArray<DateTime.Utc | null>): DateTime.Utc | null =>
  instants.reduce((first, at) => (first === null || at === null ? (first ?? at) : DateTime.min(first, at)), null)

export const toWebhookResource = ({ waiting, ...webhook }: Webhook): typeof WebhookResource.Encoded =>
  shown.encode({
    ...webhook,
    waiting: waiting.length,
    failingSince: first(waiting.map(({ failingSince }) => failingSince)),
    retryAt: webhook.status === "disabled" ? null : first(waiting.map(({ retryAt }) => retryAt))
  })

export const toWebhookSecretResource = ({
  secret,
  webhook
}: WebhookWithSecret): typeof WebhookSecretResource.Encoded => ({
  ...toWebhookResource(webhook),
  secret: Redacted.value(secret)
})

export const toWebhookPage = pageOf("webhooks", toWebhookResource)
