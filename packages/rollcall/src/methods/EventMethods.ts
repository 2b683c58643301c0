import type { Events } from "@rollcall/core"
import { WebhookUuid } from "@rollcall/core/operations"
import { EventReadSelection, NewWebhook, WebhookChanges, WebhookReplay, type Webhooks } from "@rollcall/core/events"
import { Schema } from "effect"
import type { Calls } from "./Methods.ts"

/** Decoders for the arguments of the event methods. */
export const events = {
  read: { takes: [Schema.UndefinedOr(EventReadSelection)] },
  end: { leftOut: "A loop that continues after the newest event begins with the events that are kept." },
  stream: { leftOut: "It is the function `events`." },
  pages: { leftOut: "The function `events` has the events of the pages." }
} as const satisfies Calls<Events["Service"]>

const webhook = ["uuid", WebhookUuid] as const
/** Decoders for the arguments of the webhook methods. */
export const webhooks = {
  create: { takes: [NewWebhook] },
  get: { takes: [webhook] },
  list: { takes: [] },
  update: { takes: [webhook, WebhookChanges] },
  rotate: { takes: [webhook] },
  replay: { takes: [webhook, WebhookReplay] },
  delete: { takes: [webhook] }
} as const satisfies Calls<Webhooks["Service"]>
