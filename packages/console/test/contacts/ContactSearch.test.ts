import { SearchBody } from "@rollcall/api"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  archivedChoices,
  conditionsOf,
  type ContactsState,
  contactsQuery,
  initialState,
  isNarrowed,
  searchOf,
  stateOfSearch
} from "../../src/contacts/ContactSearch.ts"
import { noFilters } from "../../src/contacts/filters/Filter.ts"
import { anyFilters } from "./Filters.ts"

const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/)

const states: fc.Arbitrary<ContactsState> = fc.record({
  term: fc.string({ unit: "grapheme", maxLength: 20 }),
  archived: fc.constantFrom(...archivedChoices),
  filters: anyFilters,
  sort: fc.record({ key, order: fc.constantFrom("asc", "desc") }),
  columns: fc.uniqueArray(key, { maxLength: 5 }),
  segment: fc.option(fc.uuid())
})

const typeOf = (field: string) => (field === "orders" ? "long" : undefined)

describe("the contacts view's state in a URL", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(states, (state) => {
        const query = contactsQuery.write(state).toString()
        expect(contactsQuery.read(new URLSearchParams(query))).toEqual(state)
      })
    )
  })

  it("needs no query for the defaults", () => {
    expect(contactsQuery.write(initialState).toString()).toBe("")
    expect(contactsQuery.read(new URLSearchParams())).toEqual(initialState)
    expect(isNarrowed(initialState)).toBe(false)
  })

  it("is read from any query, with any content", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (filters, other) => {
        const query = new URLSearchParams({ filters, archived: other, sort: other, columns: other })
        const state = contactsQuery.read(query)
        expect(contactsQuery.read(contactsQuery.write(state))).toEqual(state)
      })
    )
  })
})

describe("a state's search", () => {
  it("is valid for the API", () => {
    const accepts = Schema.is(Schema.toEncoded(SearchBody))
    fc.assert(
      fc.property(states, (state) => {
        expect(accepts(searchOf(state, typeOf).body)).toBe(true)
      })
    )
  })

  it("is the same after it was stored as a segment", () => {
    fc.assert(
      fc.property(states, (state) => {
        const search = conditionsOf(state, typeOf)
        const loaded = { ...initialState, ...stateOfSearch(search) }
        expect(conditionsOf(loaded, typeOf)).toEqual(search)
      })
    )
  })

  it("ends with the archive filter, and can be read back", () => {
    const state: ContactsState = {
      ...initialState,
      filters: { ...noFilters, items: [{ kind: "filter", field: "city", operator: "equals", value: "Berlin" }] }
    }
    const search = conditionsOf(state, typeOf)
    expect(search.advanced_search).toEqual([
      { field: "city", operator: "equals", value: "Berlin" },
      { field: "archived", operator: "equals", value: "false" }
    ])
    expect(stateOfSearch(search)).toEqual({ term: "", archived: "active", filters: state.filters })
  })
})
