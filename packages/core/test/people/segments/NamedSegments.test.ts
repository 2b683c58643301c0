import { assert } from "@effect/vitest"
import {
  type Caller,
  ContactLists,
  ContactListUuid,
  Contacts,
  type ContactUuid,
  CustomFields,
  systemCaller
} from "@rollcall/core"
import { nextId, SegmentUuid } from "@rollcall/core/operations"
import { type SearchItem, Segments, type SegmentSearch } from "@rollcall/core/people"
import { SegmentStore, Transaction } from "@rollcall/core/storage"
import { Effect } from "effect"
import { contactWith, define, everything, newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const create = (caller: Caller, ...items: ReadonlyArray<SearchItem>) =>
  Segments.use((segments) =>
    Effect.map(segments.create(caller, { name: "S", search: { advancedSearch: items } }), ({ uuid }) => uuid)
  )

const segment = (value: unknown, operator: "equals" | "not_equals" = "equals"): SearchItem => ({
  field: "segmentUuid",
  operator,
  value
})

const hasEmail: SearchItem = { field: "email", operator: "exists" }

const brokenOf = ({ workspace }: Caller, uuid: SegmentUuid) =>
  Segments.use((segments) =>
    Effect.map(segments.get(systemCaller(workspace), uuid), ({ broken }) => broken?.reason ?? null)
  )

/** Gives a stored segment another search, as another writer could at the same time. */
const spoil = ({ workspace }: Caller, uuid: SegmentUuid, ...items: ReadonlyArray<SearchItem>) =>
  Effect.gen(function* () {
    const store = yield* SegmentStore
    const transaction = yield* Transaction
    const replace = Effect.gen(function* () {
      const stored = yield* Effect.fromOption(yield* store.lock(workspace, uuid))
      yield* store.replace({ ...stored, search: { advancedSearch: items } })
    })
    yield* transaction.run(replace)
  })

const search = ({ workspace }: Caller, ...items: ReadonlyArray<SearchItem>) =>
  Contacts.use((contacts) => contacts.search(systemCaller(workspace), { advancedSearch: items }, everything))

suite(services)("G6: a filter by segments", (test) => {
  test("finds contacts in one of them, or exactly the others, also in groups and in segments", function* () {
    const segments = yield* Segments
    const caller = yield* newCaller
    const { workspace } = caller
    const lists = yield* ContactLists
    yield* define(workspace, { name: "Size", fieldKey: "size", fieldType: "number:integer" })
    const [small, large, other] = [
      yield* contactWith(workspace, { size: 38 }),
      yield* contactWith(workspace, { size: 44 }),
      yield* contactWith(workspace)
    ]
    const { uuid: list } = yield* lists.create(caller, { name: "Regulars" })
    yield* lists.addMembers(caller, list, [other.uuid, small.uuid])
    const size = (operator: "gte" | "lt"): SearchItem => ({ field: "size", operator, value: 40, dataType: "long" })
    const [ofLarge, ofSmall] = [yield* create(caller, size("gte")), yield* create(caller, size("lt"))]
    const regulars = yield* create(caller, { field: "contactListUuid", operator: "equals", value: list })
    const regularOrLarge = yield* create(caller, { any: [segment(regulars), segment(ofLarge)] })
    const uuids = (...items: ReadonlyArray<SearchItem>) =>
      Effect.map(search(caller, ...items), ({ items }) => items.map(({ uuid }) => uuid).toSorted())
    const sorted = (...contacts: ReadonlyArray<{ readonly uuid: ContactUuid }>) =>
      contacts.map(({ uuid }) => uuid).toSorted()
    const cases: ReadonlyArray<readonly [SearchItem, ReadonlyArray<ContactUuid>]> = [
      [segment(ofLarge), sorted(large)],
      [segment(ofLarge.toUpperCase(), "not_equals"), sorted(small, other)],
      [segment([ofLarge, ofSmall]), sorted(large, small)],
      [segment([ofLarge, ofSmall], "not_equals"), sorted(other)],
      [{ not: segment(regulars) }, sorted(large)],
      [{ all: [segment(regulars), segment(ofSmall)] }, sorted(small)],
      [segment(regularOrLarge), sorted(small, large, other)],
      [segment(regularOrLarge, "not_equals"), []]
    ]
    for (const [item, expected] of cases) {
      assert.deepStrictEqual(yield* uuids(item), expected)
      const made = yield* create(caller, item)
      const { items } = yield* segments.contacts(caller, made, {}, everything)
      assert.deepStrictEqual(sorted(...items), expected)
      for (const { uuid } of [small, large, other]) {
        assert.strictEqual(yield* segments.contains(caller, made, uuid), expected.includes(uuid))
      }
    }
  })

  test("rejects other operators and values, with the path", function* () {
    const caller = yield* newCaller
    const uuid = yield* create(caller, hasEmail)
    const unknown = yield* nextId
    for (const [item, issue] of [
      [{ field: "segmentUuid", operator: "contains", value: uuid }, "value_error advancedSearch[0].operator"],
      [{ field: "segmentUuid", operator: "exists" }, "value_error advancedSearch[0].operator"],
      [segment(undefined), "missing advancedSearch[0].value"],
      [segment([]), "too_short advancedSearch[0].value"],
      [segment([uuid, "S"]), "value_error advancedSearch[0].value[1]"],
      [{ any: [segment([uuid, unknown])] }, "value_error advancedSearch[0].any[0].value[1]"]
    ] as const) {
      assert.deepStrictEqual(yield* refusal(search(caller, item)), [issue])
    }
    const stranger = yield* newCaller
    assert.deepStrictEqual(yield* refusal(search(stranger, segment(uuid))), ["value_error advancedSearch[0].value"])
    const order = Contacts.use((contacts) => contacts.search(caller, { sortBy: { field: "segmentUuid" } }, everything))
    assert.deepStrictEqual(yield* refusal(order), ["value_error sortBy.field"])
    const field = define(caller.workspace, { name: "Segment", fieldKey: "segment_uuid" })
    assert.deepStrictEqual(yield* refusal(field), ["value_error fieldKey"])
  })
})

suite(services)("G4, G6: a segment that refers to", (test) => {
  test("an archived or missing segment or list is broken and rejected, until that entity is back", function* () {
    const caller = yield* newCaller
    const { workspace } = caller
    const segments = yield* Segments
    const lists = yield* ContactLists
    const inner = yield* create(caller, hasEmail)
    const list = yield* lists.create(caller, { name: "Regulars" })
    const onList = (value: string): SearchItem => ({ field: "contactListUuid", operator: "not_equals", value })
    const outer = yield* create(caller, { not: segment([inner]) })
    const ofList = yield* create(caller, onList(list.uuid))
    const outermost = yield* create(caller, segment(outer))
    const refuses = Effect.fnUntraced(function* (uuid: SegmentUuid, reason: string) {
      assert.strictEqual(yield* brokenOf(caller, uuid), reason)
      assert.deepStrictEqual(yield* refusal(segments.contacts(caller, uuid, {}, everything)), ["SegmentBroken"])
      const contact = yield* contactWith(workspace)
      assert.deepStrictEqual(yield* refusal(segments.contains(caller, uuid, contact.uuid)), ["SegmentBroken"])
      assert.deepStrictEqual(yield* refusal(search(caller, segment(uuid, "not_equals"))), [
        "value_error advancedSearch[0].value"
      ])
      assert.deepStrictEqual(yield* refusal(create(caller, segment(uuid))), [
        "value_error search.advancedSearch[0].value"
      ])
    })

    yield* segments.archive(caller, inner)
    yield* lists.archive(caller, list.uuid)
    yield* refuses(outer, "segment_archived")
    yield* refuses(outermost, "segment_broken")
    yield* refuses(ofList, "list_archived")
    assert.deepStrictEqual(yield* refusal(search(caller, segment(inner))), ["value_error advancedSearch[0].value"])
    // Its own contacts can still be seen (G2).
    assert.deepStrictEqual(yield* refusal(segments.contacts(caller, inner, {}, everything)), [])

    yield* spoil(caller, ofList, onList(ContactListUuid.make(yield* nextId)))
    yield* refuses(ofList, "list_missing")
    yield* spoil(caller, outer, segment(SegmentUuid.make(yield* nextId)))
    yield* refuses(outer, "segment_missing")

    yield* segments.update(caller, outer, { search: { advancedSearch: [hasEmail] } })
    assert.deepStrictEqual([yield* brokenOf(caller, outer), yield* brokenOf(caller, outermost)], [null, null])
  })

  test("a segment broken by a field is repaired with it", function* () {
    const caller = yield* newCaller
    const { workspace } = caller
    const field = yield* define(workspace, { name: "Size", fieldKey: "size" })
    const inner = yield* create(caller, { field: "size", operator: "exists" })
    const outer = yield* create(caller, segment(inner))
    yield* CustomFields.use((fields) => fields.archive(caller, field.uuid))
    assert.strictEqual(yield* brokenOf(caller, outer), "segment_broken")
    const { broken } = yield* Segments.use((segments) => segments.get(caller, outer))
    assert.strictEqual(
      broken?.detail,
      `The segment ${inner} cannot be evaluated: The custom field "size" in a filter is archived.`
    )
  })

  test("itself, directly or through others, is rejected when given, and broken if this arises later", function* () {
    const caller = yield* newCaller
    const segments = yield* Segments
    const a = yield* create(caller, hasEmail)
    const b = yield* create(caller, segment(a))
    const c = yield* create(caller, segment([b]))
    const outside = yield* create(caller, segment(c))
    for (const value of [a, b, [c]]) {
      const update = segments.update(caller, a, { search: { advancedSearch: [segment(value)] } })
      assert.deepStrictEqual(yield* refusal(update), [
        `value_error search.advancedSearch[0].value${Array.isArray(value) ? "[0]" : ""}`
      ])
    }
    yield* spoil(caller, a, segment(c))
    for (const uuid of [a, b, c]) assert.strictEqual(yield* brokenOf(caller, uuid), "segment_cycle")
    assert.strictEqual(yield* brokenOf(caller, outside), "segment_broken")
    const { items } = yield* segments.list(caller, {}, everything)
    assert.strictEqual(items.filter(({ broken }) => broken !== null).length, 4)
    yield* spoil(caller, b, segment(b))
    assert.strictEqual(yield* brokenOf(caller, b), "segment_cycle")
    yield* segments.update(caller, b, { search: { advancedSearch: [hasEmail] } })
    for (const uuid of [a, b, c, outside]) assert.strictEqual(yield* brokenOf(caller, uuid), null)
  })

  test("other segments works to a depth of five, and no deeper", function* () {
    const caller = yield* newCaller
    const segments = yield* Segments
    const chain = [yield* create(caller, hasEmail)]
    for (let depth = 2; depth <= 5; depth++) chain.push(yield* create(caller, segment(chain.at(-1))))
    const [first, , , , fifth] = chain
    assert.deepStrictEqual(yield* refusal(search(caller, segment(fifth))), [])
    assert.deepStrictEqual(yield* refusal(create(caller, segment(fifth))), [
      "value_error search.advancedSearch[0].value"
    ])
    const below = yield* create(caller, hasEmail)
    if (first === undefined || fifth === undefined) return assert.fail("there is no chain")
    yield* segments.update(caller, first, { search: { advancedSearch: [segment(below)] } })
    assert.strictEqual(yield* brokenOf(caller, fifth), "too_deep")
    assert.strictEqual(yield* brokenOf(caller, chain[3] ?? fifth), null)
  })

  test("other segments has at most 200 filters and words, counted for each reference", function* () {
    const caller = yield* newCaller
    const segments = yield* Segments
    const fifty = Array.from({ length: 50 }, () => hasEmail)
    const inner = yield* create(caller, ...fifty)
    const four = yield* create(caller, segment([inner, inner]), segment(inner, "not_equals"), segment(inner))
    assert.strictEqual(yield* brokenOf(caller, four), null)
    assert.deepStrictEqual(yield* refusal(search(caller, segment([inner, inner, inner, inner]))), [])
    const five = search(caller, segment([inner, inner, inner]), segment(inner), segment(inner))
    assert.include(yield* refusal(five), "value_error advancedSearch[2].value")
    assert.deepStrictEqual(yield* refusal(search(caller, segment(four))), ["value_error advancedSearch[0].value"])
    const withWords: SegmentSearch = { searchTerm: "ada lovelace", advancedSearch: fifty }
    yield* segments.update(caller, inner, { search: withWords })
    assert.strictEqual(yield* brokenOf(caller, four), "too_many_conditions")
  })
})
