import { assert } from "@effect/vitest"
import { type Caller, Contacts, ContactUuid, CustomFields, systemCaller } from "@rollcall/core"
import { nextId, type SegmentUuid } from "@rollcall/core/operations"
import { type SegmentSearch, Segments } from "@rollcall/core/people"
import { ContactStore, SegmentStore, Transaction } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { suite } from "../../Suite.ts"
import { contactWith, define, everything, newCaller, newDefinition, refusal, services } from "../../Services.ts"

const none: SegmentSearch = {}

/** A search with one filter. */
const where = (field: string, operator: "equals" | "not_equals" | "contains" | "exists", value?: unknown) =>
  ({ advancedSearch: [{ field, operator, value }] }) satisfies SegmentSearch

const create = (caller: Caller, search: SegmentSearch, name = "VIPs") =>
  Segments.use((segments) => segments.create(caller, { name, search }))

const brokenOf = ({ workspace }: Caller, uuid: SegmentUuid) =>
  Segments.use((segments) =>
    Effect.map(segments.get(systemCaller(workspace), uuid), ({ broken }) => broken?.reason ?? null)
  )

/** A workspace with a select field, and three contacts: of gold, of silver and of neither. */
const tiers = Effect.gen(function* () {
  const caller = yield* newCaller
  const { workspace } = caller
  const field = yield* define(workspace, {
    name: "Tier",
    fieldKey: "tier",
    fieldType: "select",
    selectOptions: ["Gold", "Silver"]
  })
  const [gold, silver] = [
    yield* contactWith(workspace, { tier: "Gold" }),
    yield* contactWith(workspace, { tier: "Silver" })
  ]
  const other = yield* contactWith(workspace)
  const change = (options: ReadonlyArray<string>) =>
    CustomFields.use((fields) =>
      fields.replace(caller, field.uuid, newDefinition({ name: "Tier", fieldType: "select", selectOptions: options }))
    )
  return { caller, workspace, field, gold, silver, other, change }
})

suite(services)("segments", (test) => {
  test("a segment is created, read, listed by a part of its name, changed and archived once", function* () {
    const segments = yield* Segments
    const caller = yield* newCaller
    const made = yield* segments.create(caller, {
      name: "  Big Spenders ",
      search: where("email", "exists", "ignored")
    })
    assert.deepStrictEqual(
      { name: made.name, status: made.status, search: made.search, broken: made.broken },
      {
        name: "Big Spenders",
        status: "active",
        search: { searchTerm: null, advancedSearch: [{ field: "email", operator: "exists" }] },
        broken: null
      }
    )
    yield* create(caller, none, "Everybody")
    assert.deepStrictEqual(yield* segments.get(caller, made.uuid), made)
    const found = yield* segments.list(caller, { search: "SPEND" }, everything)
    assert.deepStrictEqual(found, { items: [made], total: 1 })

    const renamed = yield* segments.update(caller, made.uuid, { name: "Spenders" })
    assert.deepStrictEqual([renamed.name, renamed.search], ["Spenders", made.search])
    const changed = yield* segments.update(caller, made.uuid, { search: { searchTerm: " ada " } })
    assert.deepStrictEqual([changed.name, changed.search], ["Spenders", { searchTerm: "ada", advancedSearch: [] }])

    yield* segments.archive(caller, made.uuid)
    const archived = yield* segments.get(caller, made.uuid)
    assert.deepStrictEqual([archived.status, archived.broken], ["archived", null])
    yield* segments.archive(caller, made.uuid)
    assert.deepStrictEqual(yield* segments.get(caller, made.uuid), archived)
    assert.deepStrictEqual(yield* refusal(segments.update(caller, made.uuid, { name: "x" })), ["SegmentArchived"])
    assert.deepStrictEqual(yield* segments.list(caller, { status: "archived" }, everything), {
      items: [archived],
      total: 1
    })
    assert.deepStrictEqual(yield* segments.contacts(caller, made.uuid, {}, everything), {
      items: [],
      total: 0,
      next: null
    })
  })

  test("A1: a segment of another workspace is not found", function* () {
    const segments = yield* Segments
    const { uuid } = yield* create(yield* newCaller, none)
    const stranger = yield* newCaller
    const contact = ContactUuid.make(yield* nextId)
    const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
      segments.get(stranger, uuid),
      segments.update(stranger, uuid, { name: "x" }),
      segments.archive(stranger, uuid),
      segments.contacts(stranger, uuid, {}, everything),
      segments.contains(stranger, uuid, contact)
    ]
    for (const call of calls) assert.deepStrictEqual(yield* refusal(call), ["SegmentNotFound"])
  })

  test("S14: a search with groups is stored with its filters' types, and each filter is checked", function* () {
    const { caller, gold, other, silver, workspace } = yield* tiers
    const tier = (value: string) => ({ field: "tier", operator: "equals", value }) as const
    const exists = { field: "tier", operator: "exists" } as const
    const groups: SegmentSearch = {
      advancedSearch: [{ any: [tier("Gold"), { not: { all: [{ ...exists, value: "ignored" }] } }] }]
    }
    const { search, uuid } = yield* create(caller, groups)
    assert.deepStrictEqual(search.advancedSearch, [{ any: [tier("Gold"), { not: { all: [exists] } }] }])
    const contains = (contact: { readonly uuid: ContactUuid }) =>
      Segments.use((segments) => segments.contains(systemCaller(workspace), uuid, contact.uuid))
    assert.deepStrictEqual(yield* Effect.forEach([gold, silver, other], contains), [true, false, true])
    const unknown: SegmentSearch = { advancedSearch: [{ not: { any: [tier("Gold"), tier("Bronze")] } }] }
    assert.deepStrictEqual(yield* refusal(create(caller, unknown)), [
      "unknown_option search.advancedSearch[0].not.any[1].value"
    ])
  })

  test("S7: an invalid name and an invalid search are rejected with every path", function* () {
    const { caller } = yield* tiers
    const search: SegmentSearch = {
      advancedSearch: [
        { field: "no_such_key", operator: "equals", value: "x" },
        { field: "createdAt", operator: "gt", value: "yesterday" },
        { field: "tier", operator: "equals", value: "Bronze" }
      ]
    }
    const expected = [
      "too_short name",
      "value_error search.advancedSearch[0].field",
      "datetime_parsing search.advancedSearch[1].value",
      "unknown_option search.advancedSearch[2].value"
    ]
    assert.deepStrictEqual(yield* refusal(create(caller, search, " ")), expected)
    const { uuid } = yield* create(caller, none)
    const update = Segments.use((segments) => segments.update(caller, uuid, { name: " ", search }))
    assert.deepStrictEqual(yield* refusal(update), expected)
    assert.deepStrictEqual(yield* brokenOf(caller, uuid), null)
  })

  test("a segment's contacts are those of its search in the requested order, and it contains only these", function* () {
    const segments = yield* Segments
    const { caller, gold, other, silver, workspace } = yield* tiers
    const { uuid } = yield* create(caller, where("tier", "not_equals", "gold"))
    const asc = { sortBy: { field: "createdAt", sortOrder: "asc" } } as const
    const { items, total } = yield* segments.contacts(systemCaller(workspace), uuid, asc, { limit: 1, offset: 1 })
    assert.deepStrictEqual([items, total], [[other], 2])
    const contains = yield* Effect.forEach([gold, silver, other], (contact) =>
      segments.contains(systemCaller(workspace), uuid, contact.uuid)
    )
    assert.deepStrictEqual(contains, [false, true, true])
    const unknown = ContactUuid.make(yield* nextId)
    assert.deepStrictEqual(yield* refusal(segments.contains(systemCaller(workspace), uuid, unknown)), [
      "ContactNotFound"
    ])
    assert.deepStrictEqual(
      yield* refusal(segments.contacts(systemCaller(workspace), uuid, { sortBy: { field: "x" } }, everything)),
      ["value_error sortBy.field"]
    )
  })

  test("contains reads only the contact", function* () {
    const { caller, gold, workspace } = yield* tiers
    const { uuid } = yield* create(caller, where("tier", "equals", "gold"))
    const store = yield* ContactStore
    const alone = ContactStore.of({ ...store, search: () => Effect.die("a search"), lock: () => Effect.die("a lock") })
    const contains = Segments.use((segments) => segments.contains(systemCaller(workspace), uuid, gold.uuid))
    const overAlone = Effect.provide(contains, Segments.layer, { local: true })
    assert.isTrue(yield* Effect.provideService(overAlone, ContactStore, alone))
  })
})

suite(services)("G4: a segment that cannot be evaluated", (test) => {
  test("is marked when read, and rejected when used", function* () {
    const segments = yield* Segments
    const { caller, field, gold, workspace } = yield* tiers
    const { uuid } = yield* create(caller, where("tier", "not_equals", "gold"))
    yield* CustomFields.use((fields) => fields.archive(systemCaller(workspace), field.uuid))
    const { broken } = yield* segments.get(systemCaller(workspace), uuid)
    assert.deepStrictEqual(broken, {
      reason: "field_archived",
      detail: 'The custom field "tier" in a filter is archived.'
    })
    const { items } = yield* segments.list(systemCaller(workspace), {}, everything)
    assert.deepStrictEqual(
      items.map((one) => one.broken),
      [broken]
    )
    assert.deepStrictEqual(yield* refusal(segments.contacts(systemCaller(workspace), uuid, {}, everything)), [
      "SegmentBroken"
    ])
    assert.deepStrictEqual(yield* refusal(segments.contains(systemCaller(workspace), uuid, gold.uuid)), [
      "SegmentBroken"
    ])
    const renamed = yield* segments.update(caller, uuid, { name: "Others" })
    assert.deepStrictEqual(renamed.broken, broken)
    const mended = yield* segments.update(caller, uuid, { search: where("email", "exists") })
    assert.deepStrictEqual(mended.broken, null)
  })

  test("works again when its option is in use again", function* () {
    const { caller, change, gold } = yield* tiers
    for (const operand of ["Gold", "gold"]) {
      const { uuid } = yield* create(caller, where("tier", "equals", operand))
      yield* change(["Silver"])
      assert.strictEqual(yield* brokenOf(caller, uuid), "option_archived")
      assert.deepStrictEqual(yield* refusal(create(caller, where("tier", "equals", operand))), [
        "archived_option search.advancedSearch[0].value"
      ])
      yield* change(["Gold", "Silver"])
      assert.isTrue(yield* Segments.use((segments) => segments.contains(caller, uuid, gold.uuid)))
    }
  })

  test("has a field with another type, until the type is restored", function* () {
    const { workspace, ...caller } = yield* newCaller
    const field = yield* define(workspace, { name: "Size", fieldKey: "size" })
    const { uuid } = yield* create({ workspace, ...caller }, where("size", "exists"))
    for (const [fieldType, expected] of [
      ["date:time", "field_retyped"],
      ["number:integer", "field_retyped"],
      ["text", null]
    ] as const) {
      yield* CustomFields.use((fields) =>
        fields.replace(systemCaller(workspace), field.uuid, newDefinition({ name: "Size", fieldType }))
      )
      assert.strictEqual(yield* brokenOf({ workspace, ...caller }, uuid), expected)
    }
  })

  test("names an option that no longer exists, also in a list", function* () {
    const { caller, workspace } = yield* tiers
    const field = yield* define(workspace, {
      name: "Likes",
      fieldKey: "likes",
      fieldType: "multiselect",
      selectOptions: ["Tea", "Milk"]
    })
    const { uuid } = yield* create(caller, where("likes", "contains", ["Milk", "Tea"]))
    const renamed = (field.selectOptions ?? []).map(({ displayLabel, uuid }) => ({
      uuid,
      displayLabel: displayLabel === "Tea" ? "Chai" : displayLabel
    }))
    yield* CustomFields.use((fields) =>
      fields.replace(
        systemCaller(workspace),
        field.uuid,
        newDefinition({
          name: "Likes",
          fieldType: "multiselect",
          selectOptions: renamed
        })
      )
    )
    // It was named by its label, which is "Chai" now; its key stays.
    assert.strictEqual(yield* brokenOf(caller, uuid), "option_missing")
  })

  test("has a search that is invalid for any other reason", function* () {
    const caller = yield* newCaller
    const { uuid } = yield* create(caller, none)
    const store = yield* SegmentStore
    const transaction = yield* Transaction
    const spoil = Effect.gen(function* () {
      const segment = yield* Effect.fromOption(yield* store.lock(caller.workspace, uuid))
      yield* store.replace({ ...segment, search: where("email", "equals", 7) })
    })
    yield* transaction.run(spoil)
    assert.strictEqual(yield* brokenOf(caller, uuid), "search_invalid")
    assert.isTrue(Option.isSome(yield* store.find(caller.workspace, uuid)))
    assert.deepStrictEqual(
      yield* refusal(Contacts.use((contacts) => contacts.search(caller, where("email", "equals", 7), everything))),
      ["string_type advancedSearch[0].value"]
    )
  })
})
