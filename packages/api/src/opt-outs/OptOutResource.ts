import { ContactUuid } from "@rollcall/core"
import { type ContactOptOut, OptOutScope, OptOutSource } from "@rollcall/core/opt-outs"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { described } from "../requests/Described.ts"

/** Whether broadcasts leave a contact out (C8). */
export const OptOutResource = Schema.Struct({
  contact_uuid: described(ContactUuid, "The contact."),
  opted_out: described(Schema.Boolean, "Whether broadcasts leave out its phone_number or chatapp_id."),
  opted_out_at: described(Schema.NullOr(Instant), "Since when; null if they do not."),
  scope: described(
    Schema.NullOr(OptOutScope),
    "What they leave it out of: `all` for every message, `marketing` for templates of that category; null if it is not opted out."
  ),
  source: described(
    Schema.NullOr(OptOutSource),
    "How that came: `message` for a message that asks for it, `channel` for what the channel said, `request` for a call, `merge` for another address of a contact that it was merged with, `import` for an import; null if it is not opted out."
  )
}).annotate({ identifier: "ContactOptOut", description: "Whether broadcasts leave a contact out." })

export const toOptOutResource = ({ contactUuid, optOut }: ContactOptOut): typeof OptOutResource.Type => ({
  contact_uuid: contactUuid,
  opted_out: optOut !== null,
  opted_out_at: optOut?.at ?? null,
  scope: optOut?.scope ?? null,
  source: optOut?.source ?? null
})
