import { NewWebhook, WebhookChanges, WebhookReplay } from "@rollcall/core/events"
import { Schema } from "effect"
import { sent } from "../requests/WireNames.ts"

export const CreateWebhookBody = Schema.Struct(sent(NewWebhook.fields)).annotate({
  identifier: "WebhookCreate",
  description: "A webhook to create."
})

export const UpdateWebhookBody = Schema.Struct(sent(WebhookChanges.fields)).annotate({
  identifier: "WebhookUpdate",
  description: "Changes to a webhook."
})

/** The position from which a webhook continues. */
export const ReplayWebhookBody = Schema.Struct(sent(WebhookReplay.fields)).annotate({
  identifier: "WebhookReplay",
  description: "Where a webhook continues."
})
