import { assert } from "@effect/vitest"
import { systemCaller, type Caller, ContactLists, Contacts, InvalidInput, type SearchRequest } from "@rollcall/core"
import type { Filter } from "@rollcall/core/people"
import { Effect } from "effect"
import { contactWith, everything, newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const onList = (value: unknown, operator: Filter["operator"] = "equals"): Filter => ({
  field: "contactListUuid",
  operator,
  value
})

const search = ({ workspace }: Caller, ...advancedSearch: NonNullable<SearchRequest["advancedSearch"]>) =>
  Contacts.use((contacts) => contacts.search(systemCaller(workspace), { advancedSearch }, everything))

/** Who is found, by the indexes of the given contacts. */
const found = (caller: Caller, all: ReadonlyArray<string>, ...items: NonNullable<SearchRequest["advancedSearch"]>) =>
  Effect.map(search(caller, ...items), ({ items, total }) => {
    assert.strictEqual(total, items.length)
    return items.map(({ uuid }) => all.indexOf(uuid)).toSorted((a, b) => a - b)
  })

/** A workspace with five contacts and lists of the first two, of the second and third, and of none. */
const population = Effect.gen(function* () {
  const caller = yield* newCaller
  const lists = yield* ContactLists
  const contacts = yield* Effect.forEach([0, 1, 2, 3, 4], () => contactWith(caller.workspace))
  const all = contacts.map(({ uuid }) => uuid)
  const [first, second, empty] = yield* Effect.all([
    lists.create(caller, { name: "First" }),
    lists.create(caller, { name: "Second" }),
    lists.create(caller, { name: "Empty" })
  ])
  yield* lists.addMembers(caller, first.uuid, all.slice(0, 2))
  yield* lists.addMembers(caller, second.uuid, all.slice(1, 3))
  return { caller, all, first: first.uuid, second: second.uuid, empty: empty.uuid }
})

suite(services)("searches within contact lists (S15)", (test) => {
  test("S15, S1: equals finds contacts on at least one of the lists, not_equals exactly all others", function* () {
    const { all, caller, empty, first, second } = yield* population
    const cases: ReadonlyArray<readonly [value: unknown, finds: ReadonlyArray<number>]> = [
      [first, [0, 1]],
      [` ${second.toUpperCase()} `, [1, 2]],
      [empty, []],
      [[first], [0, 1]],
      [
        [first, second, first, empty],
        [0, 1, 2]
      ]
    ]
    for (const [value, finds] of cases) {
      const others = [0, 1, 2, 3, 4].filter((n) => !finds.includes(n))
      assert.deepStrictEqual(yield* found(caller, all, onList(value)), finds)
      assert.deepStrictEqual(yield* found(caller, all, onList(value, "not_equals")), others)
      assert.deepStrictEqual(yield* found(caller, all, { not: onList(value) }), others)
    }
  })

  test("S14: work in groups and with other filters", function* () {
    const { all, caller, first, second } = yield* population
    assert.deepStrictEqual(yield* found(caller, all, onList(first), onList(second)), [1])
    assert.deepStrictEqual(yield* found(caller, all, { any: [onList(first), onList(second)] }), [0, 1, 2])
    assert.deepStrictEqual(yield* found(caller, all, onList(second), { not: onList(first) }), [2])
    const none: Filter = { field: "email", operator: "not_exists" }
    assert.deepStrictEqual(yield* found(caller, all, { any: [none, { all: [onList(first), onList(second)] }] }), [1])
  })

  test("C4: find archived members too, and ignore a data type", function* () {
    const { all, caller, first } = yield* population
    for (const uuid of all.slice(0, 1)) yield* Contacts.use((it) => it.archive(caller, uuid))
    assert.deepStrictEqual(yield* found(caller, all, { ...onList(first), dataType: "date" }), [0, 1])
  })

  test("S7: reject an unknown or archived list with its path and uuid", function* () {
    const { caller, empty, first } = yield* population
    const elsewhere = yield* population
    yield* ContactLists.use((lists) => lists.archive(caller, empty))
    const unknown = "00000000-0000-4000-8000-00000000dead"
    const refused = Effect.flip(
      search(
        caller,
        onList(unknown),
        onList(first),
        { any: [onList([first, empty])] },
        { not: onList(elsewhere.first, "not_equals") }
      )
    )
    const issues = yield* Effect.filterOrFail(refused, (error) => error instanceof InvalidInput)
    assert.deepStrictEqual(
      issues.issues.map(({ message, path }) => [path, message]),
      [
        [["advancedSearch", 0, "value"], `there is no contact list ${unknown}`],
        [["advancedSearch", 2, "any", 0, "value", 1], `the contact list ${empty} is archived`],
        [["advancedSearch", 3, "not", "value"], `there is no contact list ${elsewhere.first}`]
      ]
    )
  })

  test("S7, W9: reject other operators, other values and sorting by lists", function* () {
    const { caller, first } = yield* population
    const refusedOf = (...items: NonNullable<SearchRequest["advancedSearch"]>) => refusal(search(caller, ...items))
    assert.deepStrictEqual(
      yield* refusedOf(
        onList(first, "contains"),
        onList(undefined, "exists"),
        onList(undefined),
        onList([]),
        onList("regulars"),
        onList([first, 5])
      ),
      [
        "value_error advancedSearch[0].operator",
        "value_error advancedSearch[1].operator",
        "missing advancedSearch[2].value",
        "too_short advancedSearch[3].value",
        "value_error advancedSearch[4].value",
        "value_error advancedSearch[5].value[1]"
      ]
    )
    const fifty = Array.from({ length: 50 }, () => first)
    assert.deepStrictEqual(yield* refusedOf(onList(fifty)), [])
    assert.deepStrictEqual(yield* refusedOf(onList(first), { not: onList(fifty) }), ["too_long advancedSearch"])
    const sorted = Contacts.use((contacts) =>
      contacts.search(caller, { sortBy: { field: "contactListUuid" } }, everything)
    )
    assert.deepStrictEqual(yield* refusal(sorted), ["value_error sortBy.field"])
  })
})
