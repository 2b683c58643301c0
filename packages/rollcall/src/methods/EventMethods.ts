import { Events } from "@rollcall/core"
import { WebhookUuid } from "@rollcall/core/operations"
import { EventReadSelection, NewWebhook, WebhookChanges, WebhookReplay, Webhooks } from "@rollcall/core/events"
import { Schema } from "effect"
import { area } from "./Methods.ts"

/** Binds the reads of events. */
export const events = area(Events, {
  read: { takes: [Schema.UndefinedOr(EventReadSelection)] },
  end: { leftOut: "A loop that continues after the newest event begins with the events that are kept." },
  stream: { leftOut: "It is the function `events`." },
  pages: { leftOut: "The function `events` has the events of the pages." }
})

const webhook = ["uuid", WebhookUuid] as const

/** Binds the methods of webhooks. */
export const webhooks = area(Webhooks, {
  create: { takes: [NewWebhook] },
  get: { takes: [webhook] },
  list: { takes: [] },
  update: { takes: [webhook, WebhookChanges] },
  rotate: { takes: [webhook] },
  replay: { takes: [webhook, WebhookReplay] },
  delete: { takes: [webhook] }
})
