import type { ContactResource, SearchBody } from "@rollcall/api"
import { DateTime, Effect, Option, Stream } from "effect"
import { pageLimit } from "../../targets/CustomFieldList.ts"
import { read } from "../../targets/Target.ts"

/** A contact as it is exported. */
export type ExportedContact = typeof ContactResource.Type

/** A search without an order. */
export type ExportSearch = Required<Pick<typeof SearchBody.Type, "advanced_search" | "search_term">>

/**
 * The contacts of a search in the order of their creation, page by page. Each page begins where the last one ended, at an
 * instant and not at a number, so that contacts that are added or removed meanwhile neither repeat others nor hide them.
 */
export const exportPages = (search: ExportSearch) =>
  Stream.paginate(beginning, (place) =>
    Effect.map(
      read(({ contacts }) =>
        contacts.search({ query: { limit: pageLimit, offset: place.seen }, payload: searchFrom(search, place) })
      ),
      ({ contacts }) => {
        const next = contacts.length < pageLimit ? Option.none() : Option.some(advance(place, contacts))
        return [contacts.length === 0 ? [] : [contacts], next] as const
      }
    )
  )

interface Place {
  /** When the last contact of the pages so far was created; null before the first. */
  readonly instant: DateTime.Utc | null
  /** How many of them were created at that instant. */
  readonly seen: number
}

const beginning: Place = { instant: null, seen: 0 }

const advance = (place: Place, contacts: ReadonlyArray<ExportedContact>): Place => {
  const instant = contacts[contacts.length - 1]?.created_at ?? place.instant
  const isThen = (other: DateTime.Utc | null) =>
    instant !== null && other !== null && DateTime.Equivalence(instant, other)
  const seen = contacts.filter(({ created_at }) => isThen(created_at)).length
  return { instant, seen: isThen(place.instant) ? place.seen + seen : seen }
}

const searchFrom = ({ advanced_search, search_term }: ExportSearch, { instant }: Place): typeof SearchBody.Type => ({
  search_term,
  advanced_search: [
    ...(advanced_search ?? []),
    ...(instant === null ? [] : [{ field: "created_at", operator: "gte" as const, value: DateTime.formatIso(instant) }])
  ],
  sort_by: { field: "created_at", sort_order: "asc" }
})
