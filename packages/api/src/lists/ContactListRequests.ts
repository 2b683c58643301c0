import { ContactUuid, limits } from "@rollcall/core"
import { type ContactListFields, type ContactListListing, ContactListStatus } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { queryBoolean } from "../requests/Codecs.ts"
import { pageQuery } from "../requests/Paging.ts"

const Emoji = Schema.optionalKey(Schema.NullOr(Schema.String)).annotate({
  description: "Exactly one emoji; null for none."
})

/** A list to be made. What a name and an emoji may be only core knows (L1). */
export const CreateListBody = Schema.Struct({ name: Schema.String, emoji: Emoji }).annotate({
  identifier: "ContactListCreate"
})

/** What changes about a list: an absent field stays as it is, a null emoji is taken away. */
export const UpdateListBody = Schema.Struct({ name: Schema.optionalKey(Schema.String), emoji: Emoji }).annotate({
  identifier: "ContactListUpdate"
}) satisfies Schema.Codec<ContactListFields, unknown>

/** Who gets on a list or off it. */
export const MembersBody = Schema.Struct({
  contact_uuids: Schema.Array(ContactUuid).check(Schema.isMinLength(1), Schema.isMaxLength(limits.listMembers))
}).annotate({ identifier: "ContactListMembers" })

/** The query of the listing of lists. */
export const listingQuery = {
  ...pageQuery,
  status: ContactListStatus.pipe(Schema.withDecodingDefaultKey(Effect.succeed("active" as const))),
  sort_order: Schema.Literals(["asc", "desc"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("asc" as const))),
  sort_field: Schema.Literals(["name", "created_at"]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("name" as const))
  ),
  search: Schema.optionalKey(Schema.String).annotate({ description: "A part of the name, in any case." })
}

type ListingQuery = Schema.Struct<typeof listingQuery>["Type"]

export const toListing = ({ search, sort_field, sort_order, status }: ListingQuery): ContactListListing => ({
  status,
  sortField: sort_field === "created_at" ? "createdAt" : "name",
  sortOrder: sort_order,
  search: search ?? null
})

/** The query of the listing of a list's contacts. */
export const membersQuery = { ...pageQuery, include_archived: queryBoolean(false) }

/** The query of the listing of a contact's lists; without a status they are of either. */
export const listsOfContactQuery = { ...pageQuery, status: Schema.optionalKey(ContactListStatus) }
