import type { Filter, SearchRequest } from "@rollcall/core"
import { DateTime, Effect, Option, Stream } from "effect"
import { ContactSource, type ExportedContact } from "./ContactSource.ts"

/**
 * The contacts of a search in the order of their making, page by page. Each page begins where the last one ended, at an
 * instant and not at a number, so that contacts that come or go meanwhile neither repeat others nor hide them.
 */
export const exportPages = (request: Pick<SearchRequest, "advancedSearch" | "searchTerm">) =>
  Stream.unwrap(
    Effect.map(ContactSource, (source) =>
      Stream.paginate(beginning, (place) =>
        Effect.map(source.page(searchFrom(request, place), place.seen), (contacts) => {
          const next = contacts.length < source.pageSize ? Option.none() : Option.some(advance(place, contacts))
          return [contacts.length === 0 ? [] : [contacts], next] as const
        })
      )
    )
  )

interface Place {
  /** When the last contact was made that was seen; null before the first. */
  readonly instant: DateTime.Utc | null
  /** How many of those were seen that were made at that instant. */
  readonly seen: number
}

const beginning: Place = { instant: null, seen: 0 }

const advance = (place: Place, contacts: ReadonlyArray<ExportedContact>): Place => {
  const instant = contacts[contacts.length - 1]?.createdAt ?? place.instant
  const isThen = (other: DateTime.Utc | null) =>
    instant !== null && other !== null && DateTime.Equivalence(instant, other)
  const seen = contacts.filter(({ createdAt }) => isThen(createdAt)).length
  return { instant, seen: isThen(place.instant) ? place.seen + seen : seen }
}

const searchFrom = (
  { advancedSearch: filters = [], searchTerm }: Pick<SearchRequest, "advancedSearch" | "searchTerm">,
  { instant }: Place
): SearchRequest => {
  const from: ReadonlyArray<Filter> =
    instant === null ? [] : [{ field: "createdAt", operator: "gte", value: DateTime.formatIso(instant) }]
  return { searchTerm: searchTerm ?? null, advancedSearch: [...filters, ...from], sortBy: { field: "createdAt" } }
}
