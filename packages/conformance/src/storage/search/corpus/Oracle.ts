import { type Contact, ContactListUuid } from "@rollcall/core"
import { type PlacePage, type PlaceRequest, sliceAfter } from "@rollcall/core/operations"
import { digitForms, identifierKeys, sortPlace } from "@rollcall/core/people"
import {
  applyEntries,
  comparator,
  type Searchable,
  searchable,
  type SearchPlan,
  toPredicate
} from "@rollcall/core/storage"
import type { CorpusContact } from "./Corpus.ts"
import type { CorpusList } from "./CorpusLists.ts"

/** Computes the expected result of a search with core's predicate and comparator. */
export interface Oracle {
  readonly contacts: ReadonlyArray<Contact>
  /** The contacts in searchable form, in the same order. */
  readonly searchables: ReadonlyArray<Searchable>
  readonly search: (plan: SearchPlan, page: PlaceRequest) => PlacePage<Contact>
}

export const makeOracle = (contacts: ReadonlyArray<CorpusContact>, lists: ReadonlyArray<CorpusList>): Oracle => {
  const members = new Map(lists.map(({ members, uuid }) => [uuid, new Set<string>(members.map(({ uuid }) => uuid))]))
  const isMember = (set: string, contact: string) => members.get(ContactListUuid.make(set))?.has(contact) ?? false
  const rows = contacts.map(({ contact, values }) => ({
    contact,
    index: searchable(contact, identifierKeys(digitForms, contact), applyEntries(new Map(), values))
  }))
  return {
    contacts: rows.map(({ contact }) => contact),
    searchables: rows.map(({ index }) => index),
    search: ({ condition, sort }, page) => {
      const matches = toPredicate(condition, isMember)
      const compare = comparator(sort)
      const hits = rows.filter(({ index }) => matches(index)).toSorted((a, b) => compare(a.index, b.index))
      const { items, ...rest } = sliceAfter(hits, page, sort.direction, ({ index }) => sortPlace(sort, index))
      return { items: items.map(({ contact }) => contact), ...rest }
    }
  }
}
