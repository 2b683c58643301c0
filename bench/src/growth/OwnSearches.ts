import {
  ContactLists,
  type ContactListUuid,
  Contacts,
  ContactUuid,
  limits as mostAtOnce,
  type SearchRequest,
  systemCaller
} from "@rollcall/core"
import { Context, DateTime, Effect } from "effect"
import * as Arr from "effect/Array"
import { figuresOf } from "../Alternate.ts"
import { type Case, timedCase } from "../Case.ts"
import { planOf } from "../contacts/PageCase.ts"
import { dateOf, day, ended, type Population } from "../contacts/Population.ts"
import { filter, filterBy, foldedOf, some } from "../contacts/Searches.ts"
import type { Fixture } from "../stores/Fixture.ts"

/*
 * Searches that are measured with several numbers of contacts, and beside nothing. With those that have a rival they ask each
 * operator and each kind of field, groups, lists, and each kind of order.
 */

/** Two lists of a thousand contacts, whatever the number of all contacts. */
type Lists = readonly [one: ContactListUuid, other: ContactListUuid]

/** A page of ten of a search with each of some values. */
const ownSearch = <V>(
  name: string,
  values: (population: Population) => ReadonlyArray<V>,
  request: (value: V, lists: Lists) => SearchRequest
): Case =>
  timedCase({
    name,
    limits: [],
    sides: Effect.fnUntraced(function* (fixture) {
      const { explain, library, population } = fixture
      const contacts = Context.get(library, Contacts)
      const lists = yield* listsOf(fixture)
      const search = (value: V) =>
        contacts.search(systemCaller(population.workspace), request(value, lists), { limit: 10, offset: 0 })
      const [first, ...others] = values(population).map(search)
      if (first === undefined) return yield* Effect.die(`${name} has no values`)
      const searches = Arr.make(first, ...others)
      const totals = yield* Effect.forEach(searches, (one) => Effect.map(one, ({ total }) => total))
      return {
        library: (n) => searches[n % searches.length] ?? first,
        rival: undefined,
        finds: figuresOf(totals).median,
        plan: explain && (yield* planOf(first, explain))
      }
    })
  })

const lists = new WeakMap<Fixture, Lists>()

/** The lists of a store, which are made once. */
const listsOf = Effect.fnUntraced(function* (fixture: Fixture) {
  const { library, population } = fixture
  const service = Context.get(library, ContactLists)
  const caller = systemCaller(population.workspace)
  const step = Math.max(1, Math.floor(population.samples.length / 1_000))
  const make = Effect.fnUntraced(function* (first: number) {
    const list = yield* service.create(caller, { name: `every ${step}th from ${first}` })
    const members = population.samples.filter((_, place) => place % step === first % step).slice(0, 1_000)
    for (const some of Arr.chunksOf(members, mostAtOnce.listMembers)) {
      yield* service.addMembers(
        caller,
        list.uuid,
        some.map(({ uuid }) => ContactUuid.make(uuid))
      )
    }
    return list.uuid
  })
  const made = lists.get(fixture) ?? ([yield* make(0), yield* make(step >> 1)] as const)
  lists.set(fixture, made)
  return made
})

const parts = (length: number) => some(({ email }) => foldedOf(email)?.slice(2, 2 + length))

/** The instants of some of the last contacts: few are later. */
const late = ({ samples }: Population) => samples.slice(-20, -10).map(({ createdAt }) => DateTime.formatIso(createdAt))

/** The first e-mails in their order. */
const lowest = ({ samples }: Population) =>
  samples
    .flatMap(({ email }) => foldedOf(email) ?? [])
    .sort()
    .slice(0, 10)

/** Days on which some contacts were engaged last. */
const engaged = some(({ lastEngagedAt }) => lastEngagedAt && DateTime.formatIsoDateUtc(lastEngagedAt))

const none = () => [undefined]

const company = some(({ customFields }) => {
  const { company } = customFields
  return typeof company === "string" ? foldedOf(company)?.slice(1, 9).trim() : null
})

const visits = ({ samples }: Population) =>
  samples.flatMap(({ customFields: { visits } }) => (typeof visits === "number" ? [visits] : [])).slice(0, 20)

/** Days of the year 2026, when subscriptions are renewed. */
const renewals = () => Arr.makeBy(20, (index) => dateOf(ended + index * 10 * day))

const filters = [
  ownSearch(
    "not_equals, e-mail",
    some(({ email }) => email),
    filter("email", "not_equals")
  ),
  ...[6, 5, 3].map((length) =>
    ownSearch(`contains, ${length} characters of an e-mail`, parts(length), filter("email", "contains"))
  ),
  ownSearch("not_contains, 8 characters of an e-mail", parts(8), filter("email", "not_contains")),
  ownSearch("gt, created_at, the last", late, filter("createdAt", "gt")),
  ownSearch("gte, created_at, the last", late, filter("createdAt", "gte")),
  ownSearch("lt, e-mail, the first", lowest, filter("email", "lt")),
  ownSearch("lte, e-mail, the first", lowest, filter("email", "lte")),
  ownSearch("exists, client_reference, which a twentieth has", none, () =>
    filterBy({ field: "clientReference", operator: "exists" })
  ),
  ownSearch("not_exists, last_name, which few lack", none, () =>
    filterBy({ field: "lastName", operator: "not_exists" })
  ),
  ownSearch("equals, archived, which few are", none, () => filter("archived", "equals")(true)),
  ownSearch("range, last_engaged_at, one day", engaged, (date) => filter("lastEngagedAt", "range")([date, date])),
  ownSearch("custom text contains, 8 letters", company, filter("company", "contains")),
  ownSearch("custom text not_equals", company, filter("company", "not_equals")),
  ownSearch("custom number equals", visits, filter("visits", "equals", "long")),
  ownSearch("custom date equals", renewals, filter("renewal", "equals", "date")),
  ownSearch("custom select equals, a quarter", () => ["Gold", "Silver"], filter("tier", "equals")),
  ownSearch("custom multiselect equals one option", () => ["falconry", "fencing"], filter("interests", "equals")),
  ownSearch("custom checkbox equals, half", () => [true, false], filter("newsletter", "equals", "boolean"))
]

const inList = (list: string) => ({ field: "contactListUuid", operator: "equals", value: list }) as const

const groups = [
  ownSearch("a list of 1,000", none, (_, [one]) => filterBy(inList(one))),
  ownSearch("any: either of two lists of 1,000", none, (_, [one, other]) => ({
    advancedSearch: [{ any: [inList(one), inList(other)] }]
  })),
  ownSearch(
    "any: an e-mail, or a custom number",
    some(({ email }) => email),
    (value) => ({
      advancedSearch: [
        {
          any: [
            { field: "email", operator: "equals", value },
            { field: "visits", operator: "equals", value: 4_711, dataType: "long" }
          ]
        }
      ]
    })
  ),
  ownSearch("a list of 1,000, and any: two custom options", none, (_, [one]) => ({
    advancedSearch: [
      inList(one),
      {
        any: [
          { field: "interests", operator: "contains", value: "falconry" },
          { field: "tier", operator: "equals", value: "Gold" }
        ]
      }
    ]
  })),
  ownSearch("not: a list of 1,000", none, (_, [one]) => ({ advancedSearch: [{ not: inList(one) }] }))
]

const orders = [
  ...["lastName", "email", "createdAt", "lastEngagedAt", "archived", "company"].map((field) => ({ field })),
  { field: "visits", dataType: "long" } as const,
  { field: "renewal", dataType: "date" } as const
].map((by) => ownSearch(`all by ${by.field}`, none, () => ({ sortBy: { ...by, sortOrder: "asc" } })))

/** Searches that have no rival. */
export const ownSearches: ReadonlyArray<Case> = [...filters, ...groups, ...orders]
