import { limits } from "@rollcall/core"
import { EventType } from "@rollcall/core/events"
import { Schema } from "effect"
import { described, textOf } from "../requests/Described.ts"

const url = textOf({ max: limits.webhookUrl })
const types = Schema.NullOr(Schema.Array(EventType))

/** A webhook to be created. */
export const CreateWebhookBody = Schema.Struct({
  url: described(url, "Where events are sent: an https URL without credentials that does not name a private address."),
  types: described(Schema.optionalKey(types), "Only events of these types are sent; all, if it is null or left out.")
}).annotate({ identifier: "WebhookCreate", description: "A webhook to be created." })

/** What to change of a webhook. */
export const UpdateWebhookBody = Schema.Struct({
  url: described(
    Schema.optionalKey(url),
    "Where events are sent from now on: an https URL without credentials that does not name a private address."
  ),
  types: described(
    Schema.optionalKey(types),
    "Only events of these types are sent from now on; all, if it is null. If it is left out they stay."
  )
}).annotate({ identifier: "WebhookUpdate", description: "What to change of a webhook." })

/** From where a webhook continues. */
export const ReplayWebhookBody = Schema.Struct({
  after: described(
    Schema.optionalKey(Schema.NullOr(Schema.String)),
    "The cursor of an event: those after it are sent, and no earlier one. If it is null or left out, the webhook continues where it stopped."
  ),
  oldest: described(
    Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
    "Whether every event that is kept is sent again. Not beside `after`."
  )
}).annotate({ identifier: "WebhookReplay", description: "From where a webhook continues." })
