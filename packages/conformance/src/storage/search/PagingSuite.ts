import type { Contact } from "@rollcall/core"
import { allOf, newestFirst, predefinedFields, withoutLimits } from "@rollcall/core/people"
import { type Condition, ContactStore, type Sort } from "@rollcall/core/storage"
import { Effect } from "effect"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { valueField } from "./generated/PageArbitrary.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"

const orders = [...predefinedFields.values()].flatMap((field) =>
  (["asc", "desc"] as const).map((direction) => ({ field, direction }) satisfies Sort)
)

/** Reads all pages of a search by offset. */
const walk = Effect.fnUntraced(function* (condition: Condition, sort: Sort, limit: number) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  const walked: Array<Contact> = []
  let total = Infinity
  for (let offset = 0; offset < total; offset += limit) {
    const page = yield* store.search(workspace, { condition, sort }, { limit, offset }, withoutLimits)
    yield* holds(
      "A page is full until the last",
      page.items.length === Math.min(limit, page.total - offset),
      page.total
    )
    walked.push(...page.items)
    total = page.total
  }
  return walked.map(({ uuid }) => uuid)
})

/** Reads all pages of a search, each from the position where the previous page ended. */
const walkAfter = Effect.fnUntraced(function* (condition: Condition, sort: Sort, limit: number) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  const walked: Array<Contact> = []
  let page = yield* store.search(workspace, { condition, sort }, { limit, offset: 0 }, withoutLimits)
  const { total } = page
  walked.push(...page.items)
  while (page.next !== null) {
    const request = { limit, offset: 0, after: page.next }
    page = yield* store.search(workspace, { condition, sort }, request, withoutLimits)
    yield* agree("The total after a place", page.total, total)
    yield* holds("A page after a place has contacts", page.items.length > 0, page)
    walked.push(...page.items)
  }
  return walked.map(({ uuid }) => uuid)
})

export const pagingChecks: ReadonlyArray<Check<ContactStore | SearchCorpus>> = [
  check("S9: the pages of every order contain each contact once, in that order", function* () {
    const { oracle } = yield* SearchCorpus
    for (const sort of orders) {
      const condition = allOf([])
      const whole = oracle.search({ condition, sort }, { limit: oracle.contacts.length, offset: 0 })
      const expected = whole.items.map(({ uuid }) => uuid)
      yield* agree(`Pages of 29 by ${sort.field.name} ${sort.direction}`, yield* walk(condition, sort, 29), expected)
      yield* agree(`Pages of 100 by ${sort.field.name} ${sort.direction}`, yield* walk(condition, sort, 100), expected)
      const continued = yield* walkAfter(condition, sort, 31)
      yield* agree(`Pages of 31 after places by ${sort.field.name} ${sort.direction}`, continued, expected)
    }
  }),

  check("S9: a filtered listing's pages contain the filtered contacts", function* () {
    const { oracle } = yield* SearchCorpus
    const condition: Condition = { _tag: "TextPresent", field: "email" }
    for (const sort of orders) {
      const whole = oracle.search({ condition, sort }, { limit: oracle.contacts.length, offset: 0 })
      const expected = whole.items.map(({ uuid }) => uuid)
      yield* agree(`Pages of 37 by ${sort.field.name}`, yield* walk(condition, sort, 37), expected)
      yield* agree(`Pages of 60 after places`, yield* walkAfter(condition, sort, 60), expected)
    }
  }),

  check(
    "S9: the pages of orders by custom fields contain each contact once, contacts without a value last",
    function* () {
      const { fields, oracle } = yield* SearchCorpus
      const condition = allOf([])
      for (const [n, field] of fields.entries()) {
        const sort = { field: valueField(field), direction: n % 2 === 0 ? "asc" : "desc" } as const
        for (const reversed of [sort, { ...sort, direction: n % 2 === 0 ? "desc" : "asc" } as const]) {
          const whole = oracle.search({ condition, sort: reversed }, { limit: oracle.contacts.length, offset: 0 })
          const expected = whole.items.map(({ uuid }) => uuid)
          const about = `Pages by ${field.fieldType} ${reversed.direction}`
          yield* agree(about, yield* walk(condition, reversed, reversed === sort ? 41 : 150), expected)
          yield* agree(`${about} after places`, yield* walkAfter(condition, reversed, 43), expected)
        }
      }
    }
  ),

  check(
    "S16: pages after positions are correct for a condition that most contacts satisfy and no index covers",
    function* () {
      const { fields, oracle } = yield* SearchCorpus
      const condition: Condition = {
        _tag: "Not",
        condition: { _tag: "TextContains", field: "firstName", text: "a" }
      }
      const values = fields.map((field) => ({ field: valueField(field), direction: "desc" }) satisfies Sort)
      for (const sort of [...orders, ...values]) {
        const whole = oracle.search({ condition, sort }, { limit: oracle.contacts.length, offset: 0 })
        const some = whole.total > 0 && whole.total < oracle.contacts.length
        yield* holds("Some contacts satisfy the condition", some, whole.total)
        const expected = whole.items.map(({ uuid }) => uuid)
        yield* agree("Pages of 97 after places", yield* walkAfter(condition, sort, 97), expected)
      }
    }
  ),

  check("a page past the end is empty and still has the total", function* () {
    const store = yield* ContactStore
    const { oracle, workspace } = yield* SearchCorpus
    const total = oracle.contacts.length
    const sort = newestFirst
    for (const offset of [total, total + 1, 1_000_000]) {
      const page = yield* store.search(workspace, { condition: allOf([]), sort }, { limit: 10, offset }, withoutLimits)
      yield* agree(`The page after ${offset} of ${total}`, page, { items: [], total, next: null })
    }
  })
]
