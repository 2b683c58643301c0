import type { Contact, SearchRequest } from "@rollcall/core"
import {
  ContactStore,
  type Filter,
  newestFirst,
  type Operator,
  planSearch,
  predefinedFields,
  textNames,
  withoutLimits
} from "@rollcall/core/storage"
import { DateTime, Effect, Result } from "effect"
import { agree, type Check, check, Discrepancy, holds, show } from "../shared/Check.ts"
import { baseDay } from "../shared/InstantArbitrary.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"

/** Every contact that the store finds. */
const found = Effect.fnUntraced(function* (request: SearchRequest) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  const plan = planSearch(request)
  if (Result.isFailure(plan)) return yield* new Discrepancy({ message: `No plan: ${show([request, plan.failure])}` })
  const { items, total } = yield* store.search(workspace, plan.success, { limit: 100_000, offset: 0 }, withoutLimits)
  yield* agree("A page that is wide enough holds all", items.length, total)
  return items
})

const uuids = (contacts: ReadonlyArray<Contact>): ReadonlyArray<string> => contacts.map(({ uuid }) => uuid)

const pairs: ReadonlyArray<readonly [Operator, Operator]> = [
  ["equals", "not_equals"],
  ["contains", "not_contains"],
  ["exists", "not_exists"]
]

const day = DateTime.formatIso(DateTime.makeUnsafe(baseDay))

/** A few filters for each operator that has a complement: the operator is left out. */
const questions: ReadonlyArray<readonly [operator: Operator, filter: Omit<Filter, "operator">]> = [
  ...textNames.flatMap((field) =>
    ["%", "_", "a", "é", "straße", "' OR '1'='1"].flatMap((value) => [
      ["equals" as const, { field, value }] as const,
      ["contains" as const, { field, value }] as const
    ])
  ),
  ...[...predefinedFields.keys()].map((field) => ["exists" as const, { field }] as const),
  ...["createdAt", "updatedAt", "lastEngagedAt"].flatMap((field) =>
    [day, day.slice(0, 10)].map((value) => ["equals" as const, { field, value }] as const)
  ),
  ["equals", { field: "archived", value: true }]
]

/** Laws between the answers of the store, independent of the definition. */
export const lawChecks: ReadonlyArray<Check<ContactStore | SearchCorpus>> = [
  check("S1: an operator and its negation share the contacts out between them", function* () {
    const { oracle } = yield* SearchCorpus
    const everyone = uuids(oracle.contacts).toSorted()
    for (const [operator, filter] of questions) {
      const negation = pairs.find(([positive]) => positive === operator)?.[1] ?? operator
      const matching = uuids(yield* found({ advancedSearch: [{ ...filter, operator }] }))
      const others = uuids(yield* found({ advancedSearch: [{ ...filter, operator: negation }] }))
      yield* agree(`${operator} and ${negation} of ${show(filter)}`, [...matching, ...others].toSorted(), everyone)
    }
  }),

  check("S6: exists finds the contacts that have a value, and every contact for true or false", function* () {
    const { oracle } = yield* SearchCorpus
    const indexes = new Map(oracle.searchables.map((index) => [index.uuid, index]))
    for (const [name, field] of predefinedFields) {
      const having = yield* found({ advancedSearch: [{ field: name, operator: "exists" }] })
      const lacking = yield* found({ advancedSearch: [{ field: name, operator: "not_exists" }] })
      for (const [contacts, expected] of [[having, true] as const, [lacking, false] as const]) {
        for (const contact of contacts) {
          const index = indexes.get(contact.uuid)
          if (index === undefined) return yield* new Discrepancy({ message: `Found ${show(contact)}` })
          const { boolean, instant, text } = index
          const value = field.kind === "text" ? text[field.name] : { ...instant, ...boolean }[field.name]
          yield* holds(`${name} ${expected ? "exists" : "is missing"}`, (value !== null) === expected, contact)
        }
      }
    }
  }),

  check("S3: the ordering operators share out the contacts that have a value", function* () {
    for (const field of textNames) {
      const having = uuids(yield* found({ advancedSearch: [{ field, operator: "exists" }] })).toSorted()
      for (const value of ["a", "%", "é", "😀", "\uffff"]) {
        for (const [above, notAbove] of [["gt", "lte"] as const, ["gte", "lt"] as const]) {
          const upper = uuids(yield* found({ advancedSearch: [{ field, operator: above, value }] }))
          const lower = uuids(yield* found({ advancedSearch: [{ field, operator: notAbove, value }] }))
          yield* agree(`${above} and ${notAbove} ${value} of ${field}`, [...upper, ...lower].toSorted(), having)
        }
      }
    }
  }),

  check("S7, C4: a search for nothing returns every contact, newest first, archived ones too", function* () {
    const { oracle } = yield* SearchCorpus
    const expected = oracle.search(
      { condition: { _tag: "All", conditions: [] }, sort: newestFirst },
      { limit: 100_000, offset: 0 }
    )
    yield* agree("An empty request", uuids(yield* found({})), uuids(expected.items))
    yield* holds(
      "Archived contacts are there",
      expected.items.some(({ archived }) => archived)
    )
  })
]
