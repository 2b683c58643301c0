import type { ContactResource, SearchBody } from "@rollcall/api"
import { Effect, Option, Stream } from "effect"
import { pageLimit } from "../../targets/Listing.ts"
import { read } from "../../targets/Target.ts"

export type ExportedContact = typeof ContactResource.Type

export type ExportSearch = Required<Pick<typeof SearchBody.Type, "advanced_search" | "search_term">>

/**
 * Streams the matching contacts of a search, ordered by creation, page by page. Each page starts after the last contact of
 * the previous page, so contacts that are added or removed meanwhile don't cause duplicates or gaps.
 */
export const exportPages = (search: ExportSearch) => {
  const payload: typeof SearchBody.Type = { ...search, sort_by: { field: "created_at", sort_order: "asc" } }
  return Stream.paginate(Option.none<string>(), (after) =>
    Effect.map(
      read(({ contacts }) =>
        contacts.search({
          query: { limit: pageLimit, offset: 0, ...(Option.isSome(after) && { after: after.value }) },
          payload
        })
      ),
      ({ contacts, pagination }) => {
        const next = Option.map(Option.fromNullOr(pagination.next), Option.some)
        return [contacts.length === 0 ? [] : [contacts], next] as const
      }
    )
  )
}
