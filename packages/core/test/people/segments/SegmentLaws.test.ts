import { assert } from "@effect/vitest"
import { Contacts, type SearchRequest } from "@rollcall/core"
import { type SegmentSearch, Segments } from "@rollcall/core/people"
import { forAll, searchRequestArbitrary } from "@rollcall/conformance/storage"
import { Effect } from "effect"
import { contactWith, contactsOf, define, everything, newCaller, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

/** Some contacts with values of custom fields and without, and searches for them. */
const population = Effect.gen(function* () {
  const caller = yield* newCaller
  const { workspace } = caller
  const fields = [
    yield* define(workspace, { name: "City", fieldKey: "city" }),
    yield* define(workspace, { name: "Size", fieldKey: "size", fieldType: "number:integer" })
  ]
  const contacts = yield* Contacts
  for (const [firstName, city, size] of [
    ["Ada", "Berlin", 38],
    ["Zoë", "Köln", 44],
    ["ada", "berlin", null],
    [null, null, 41]
  ] as const) {
    yield* contactWith(workspace, { city, size })
    yield* contacts.create(caller, { firstName, phoneNumber: `+49 30 90182${size ?? 0}`, customFields: { city } })
  }
  return { caller, fields, contacts: yield* contactsOf(workspace) }
})

suite(services)("generated searches as segments", (test) => {
  test("S1, G3, G6: find the contacts of their search, also by reference, and their complement finds the others", function* () {
    const { caller, contacts, fields } = yield* population
    const segments = yield* Segments
    const service = yield* Contacts
    const uuidsOf = (request: SearchRequest) =>
      Effect.map(service.search(caller, request, everything), ({ items }) => items.map(({ uuid }) => uuid))
    let partial = 0
    yield* forAll(searchRequestArbitrary(contacts, fields), 200, function* ({ sortBy, ...request }) {
      const search: SegmentSearch = request
      const { uuid } = yield* segments.create(caller, { name: "S", search })
      const expected = yield* uuidsOf(search)
      partial += expected.length > 0 && expected.length < contacts.length ? 1 : 0
      const { items } = yield* segments.contacts(caller, uuid, { sortBy }, everything)
      const uuids = items.map((contact) => contact.uuid)
      assert.deepStrictEqual(uuids, yield* uuidsOf({ ...search, sortBy }))
      const named = (operator: "equals" | "not_equals") => ({ field: "segmentUuid", operator, value: uuid }) as const
      assert.deepStrictEqual(yield* uuidsOf({ advancedSearch: [named("equals")] }), expected)
      const others = yield* uuidsOf({ advancedSearch: [{ all: [named("not_equals")] }] })
      const rest = contacts.map((contact) => contact.uuid).filter((one) => !expected.includes(one))
      assert.deepStrictEqual(others, rest)
      for (const contact of contacts) {
        assert.strictEqual(yield* segments.contains(caller, uuid, contact.uuid), expected.includes(contact.uuid))
      }
    })
    assert.isAtLeast(partial, 10, "too few find some of the contacts, and not all")
  })
})
