import { ContactUuid, limits } from "@rollcall/core"
import { described, sentenceOn } from "@rollcall/core/operations"
import {
  type ContactOptOut,
  ListedOptOut,
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

const { address, at, by, contactUuid, scope, source } = ListedOptOut.fields

export const OptOutResource = Schema.Struct({
  contact_uuid: described(ContactUuid, "The contact."),
  opted_out: described(
    Schema.Boolean,
    "Whether the contact is opted out: broadcasts skip its phone_number or chatapp_id."
  ),
  opted_out_at: described(Schema.NullOr(Instant), "Since when it is opted out. Null if it is not."),
  scope: described(
    Schema.NullOr(OptOutScope),
    "The messages that the contact does not get: `all`, or only `marketing` templates. Null if it is not opted out."
  ),
  source: described(Schema.NullOr(OptOutSource), `${sentenceOn(source)} Null if it is not opted out.`)
}).annotate({ identifier: "ContactOptOut", description: "Whether a contact is opted out of broadcasts." })

const listed = spelled({ contactUuid, address, scope, source, optedOutAt: at, optedOutBy: by })

const ListedOptOutResource = Schema.Struct(listed.fields).annotate({
  identifier: "OptOut",
  description: "An opt-out of a contact or of an address."
})

export const OptOutPage = Schema.Struct({
  opt_outs: described(Schema.Array(ListedOptOutResource), "The opt-outs, newest first."),
  pagination: described(Pagination, "Which part of the listing the page is.")
}).annotate({ identifier: "OptOutPage", description: "A page of opt-outs." })

/** A job that opts many contacts out or in. */
export const OptOutJobBody = Schema.Struct({
  action: described(OptOutAction, "`opt_out` opts each contact out. `opt_in` removes all its opt-outs."),
  scope: described(
    Schema.optionalKey(OptOutScope),
    "The messages that the contacts no longer get: `all`, or only `marketing` templates. Default: `all`. Only with `opt_out`."
  ),
  search: described(
    Schema.optionalKey(SearchBody),
    `A search for the contacts, at most ${limits.searchChanged}. Its order does not matter.`
  ),
  contact_uuids: described(Schema.optionalKey(MembersBody.fields.contact_uuids), "The contacts, instead of a search.")
}).annotate({
  identifier: "OptOutJobCreate",
  description: "The contacts to opt out or in, or a search that finds them. Give exactly one of both."
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
  description: "The progress of opting many contacts out or in."
})

export const toOptOutJobResource: (job: OptOutJob) => typeof OptOutJobResource.Encoded = optOutJob.encode

const toListedOptOut = ({ at, by, ...optOut }: ListedOptOut): typeof ListedOptOutResource.Encoded =>
  listed.encode({ ...optOut, optedOutAt: at, optedOutBy: by })

export const toOptOutResource = ({ contactUuid, optOut }: ContactOptOut): typeof OptOutResource.Type => ({
  contact_uuid: contactUuid,
  opted_out: optOut !== null,
  opted_out_at: optOut?.at ?? null,
  scope: optOut?.scope ?? null,
  source: optOut?.source ?? null
})

export const toOptOutPage = pageOf("opt_outs", toListedOptOut)
