import { ActorUuid, ContactUuid, limits } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import {
  type ContactOptOut,
  type ListedOptOut,
  type NewOptOutJob,
  OptOutAction,
  OptOutJob,
  OptOutScope,
  OptOutSource
} from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { SearchBody, toSearchRequest } from "../contacts/ContactRequests.ts"
import { MembersBody } from "../lists/ContactListRequests.ts"
import { Instant } from "../requests/Codecs.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

/** Whether a contact is opted out. */
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

/** An opt-out in a listing. */
const ListedOptOutResource = Schema.Struct({
  contact_uuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that is opted out, or has the address; null for an address without a contact."
  ),
  address: described(Schema.NullOr(Schema.String), "The number or user id, where no contact has it."),
  scope: described(OptOutScope, "`all` for every message, `marketing` for templates of that category."),
  source: described(OptOutSource, "How it came, as `source` of a contact's opt-out says."),
  opted_out_at: described(Instant, "When it was made."),
  opted_out_by: described(Schema.NullOr(ActorUuid), "Who did it by hand; null for the person and the channel.")
}).annotate({ identifier: "OptOut", description: "An opt-out of a contact or of an address." })

/** A page of opt-outs. */
export const OptOutPage = Schema.Struct({
  opt_outs: described(Schema.Array(ListedOptOutResource), "The opt-outs, newest first."),
  pagination: described(Pagination, "Which part of the listing it is.")
}).annotate({ identifier: "OptOutPage", description: "A page of opt-outs." })

/** Many contacts to opt out or opt in again. */
export const OptOutJobBody = Schema.Struct({
  action: described(OptOutAction, "`opt_out` opts each contact out, `opt_in` takes all its opt-outs back."),
  scope: described(
    Schema.optionalKey(OptOutScope),
    "What broadcasts leave the contacts out of: `all` for every message, which is the default, or `marketing` for templates of that category. Only with `opt_out`."
  ),
  search: described(
    Schema.optionalKey(SearchBody),
    `A search: all contacts that it finds, at most ${limits.searchChanged}. Its order does not matter.`
  ),
  contact_uuids: described(Schema.optionalKey(MembersBody.fields.contact_uuids), "These contacts, instead of a search.")
}).annotate({
  identifier: "OptOutJobCreate",
  description: "Contacts to be opted out or in, or a search whose contacts are: one of both."
})

export const toNewOptOutJob = ({ contact_uuids, search, ...job }: typeof OptOutJobBody.Type): NewOptOutJob => ({
  ...job,
  ...(search !== undefined && { search: toSearchRequest(search) }),
  ...(contact_uuids !== undefined && { contactUuids: contact_uuids })
})

const optOutJob = spelled(Struct.omit(OptOutJob.fields, ["workspaceUuid"]))

/** The progress of a job that opts contacts out or in. */
export const OptOutJobResource = Schema.Struct(optOutJob.fields).annotate({
  identifier: "OptOutJob",
  description: "Many contacts that are opted out, or whose opt-outs are taken back."
})

export const toOptOutJobResource: (job: OptOutJob) => typeof OptOutJobResource.Encoded = optOutJob.encode

const toListedOptOut = ({
  address,
  at,
  by,
  contactUuid,
  scope,
  source
}: ListedOptOut): typeof ListedOptOutResource.Type => ({
  contact_uuid: contactUuid,
  address,
  scope,
  source,
  opted_out_at: at,
  opted_out_by: by
})

export const toOptOutResource = ({ contactUuid, optOut }: ContactOptOut): typeof OptOutResource.Type => ({
  contact_uuid: contactUuid,
  opted_out: optOut !== null,
  opted_out_at: optOut?.at ?? null,
  scope: optOut?.scope ?? null,
  source: optOut?.source ?? null
})

export const toOptOutPage = pageOf("opt_outs", toListedOptOut)
