import { assert, it } from "vitest"
import { contactsOf, listQuery, listsQuery, type ListState, type ListsState } from "../../src/lists/ListsState.ts"
import { contactsQuery } from "../../src/contacts/ContactSearch.ts"

it("the lists view is read from the URL as it was written", () => {
  const states: ReadonlyArray<ListsState> = [
    { status: "active", term: "", sort: "name", order: "asc", open: null },
    { status: "archived", term: "a&b=c +", sort: "created_at", order: "desc", open: "new" }
  ]
  for (const state of states) {
    assert.deepStrictEqual(listsQuery.read(new URLSearchParams(listsQuery.write(state).toString())), state)
  }
})

it("a list's view is read from the URL as it was written", () => {
  const states: ReadonlyArray<ListState> = [
    { archived: false, open: null },
    { archived: true, open: "add" }
  ]
  for (const state of states) assert.deepStrictEqual(listQuery.read(listQuery.write(state)), state)
})

it("a list links to its contacts with the contacts view's filter", () => {
  const { filters } = contactsQuery.read(new URLSearchParams(contactsOf("a1").split("?")[1]))
  assert.deepStrictEqual(filters.items, [
    { kind: "filter", field: "contact_list_uuid", operator: "equals", value: ["a1"] }
  ])
})
