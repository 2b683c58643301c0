import { assert, describe, it } from "@effect/vitest"
import type { PageRequest } from "@rollcall/core"
import { allOf, anyOf, newestFirst, not, planSearch } from "@rollcall/core/people"
import type { Condition, Sort } from "@rollcall/core/storage"
import { Result } from "effect"
import * as fc from "fast-check"
import { accessPath } from "../../src/search/AccessPath.ts"
import { type Counts, explain, lengthOf, noCounts, type Strategy, strategyOf } from "../../src/search/Strategy.ts"
import { thresholds } from "../../src/search/Thresholds.ts"
import type { Engine } from "../../src/database/Engine.ts"

const engines: { readonly [Name in "statistics" | "rules"]: Engine } = {
  statistics: { schema: "rollcall", planner: "statistics", sharesReads: true, writesInSubqueries: true },
  rules: { schema: null, planner: "rules", sharesReads: false, writesInSubqueries: false }
}
type Planner = keyof typeof engines

/** What the steps of a search find. */
interface Facts {
  /** How many contacts each index finds, in the order of the path. The last one counts for all that follow. */
  readonly finds: ReadonlyArray<number>
  readonly contacts: number
  readonly isPageFull: boolean
}

const facts: Facts = { finds: [5], contacts: 1_000_000, isPageFull: false }
const firstPage: PageRequest = { limit: 50, offset: 0 }

/** What is known after a step; none after the last. */
const after = (step: Strategy, counts: Counts, { contacts, finds, isPageFull }: Facts): Counts | undefined => {
  const findsNow = (index: number) => finds[index] ?? finds.at(-1) ?? 0
  const without = { ...counts, without: new Set([...counts.without, step._tag]) }
  switch (step._tag) {
    case "Batch":
      return without
    case "CountAndRead":
      return findsNow(0) > step.upTo ? without : undefined
    case "Count": {
      const found = findsNow(counts.found.length)
      return { ...counts, found: [...counts.found, found > step.upTo ? Infinity : found] }
    }
    case "CountAll":
      return { ...counts, contacts }
    case "ReadInOrder":
      return isPageFull ? undefined : without
    case "Read":
      return undefined
  }
}

/** The steps of a search. */
const stepsOf = (condition: Condition, planner: Planner, found = facts, sort = newestFirst, page = firstPage) => {
  const engine = engines[planner]
  const path = accessPath(condition, engine)
  const steps = new Array<Strategy>()
  for (let counts: Counts | undefined = noCounts; counts !== undefined && steps.length < 20;) {
    const step: Strategy = strategyOf(path, sort, page, counts, engine)
    steps.push(step)
    counts = after(step, counts, found)
  }
  return steps
}

const text = (_tag: "TextEquals" | "TextContains" | "TextStartsWith", field: string, text: string): Condition => ({
  _tag,
  field,
  text
})
const value = (_tag: "TextEquals" | "TextContains" | "TextStartsWith", field: string, text: string): Condition => ({
  _tag: "ValueMatches",
  field,
  test: { _tag, text }
})
const member = (set: string): Condition => ({ _tag: "MemberOf", set })
const many = allOf(Array.from({ length: 12 }, (_, n) => text("TextStartsWith", "email", `person${n}`)))
const eitherCity = anyOf([value("TextEquals", "city", "london"), value("TextEquals", "city", "paris")])
const found = (finds: ReadonlyArray<number>, isPageFull = false): Facts => ({ ...facts, finds, isPageFull })
const byName: Sort = { field: { kind: "text", name: "firstName" }, direction: "asc" }

const cases: ReadonlyArray<readonly [string, Planner, ReadonlyArray<Strategy>, ReadonlyArray<string>]> = [
  ["of all contacts", "rules", stepsOf(allOf([]), "rules"), ["read by all conditions"]],
  [
    "for an identifier, with statistics",
    "statistics",
    stepsOf(text("TextEquals", "email", "ada@example.org"), "statistics"),
    ["search for a text of email in one statement with others", "read by all conditions, find them once, prepared"]
  ],
  [
    "for an identifier, with rules",
    "rules",
    stepsOf(text("TextEquals", "email", "ada@example.org"), "rules"),
    ["read by all conditions, find them once, prepared"]
  ],
  [
    "for a part of a text",
    "statistics",
    stepsOf(text("TextContains", "email", "lov"), "statistics"),
    ["search for a text of email in one statement with others", "read by all conditions, find them once"]
  ],
  [
    "for a part of a text that no index finds",
    "statistics",
    stepsOf(text("TextContains", "email", "lo"), "statistics"),
    ["read by all conditions"]
  ],
  [
    "for a part of a text, on a later page",
    "statistics",
    stepsOf(text("TextContains", "email", "lovela"), "statistics", facts, newestFirst, { limit: 50, offset: 951 }),
    ["read by all conditions, find them once"]
  ],
  [
    "for a beginning that few have",
    "rules",
    stepsOf(text("TextStartsWith", "email", "a"), "rules", found([1_000])),
    ["count up to 1000 by the index of TextStartsWith email, and read these in the same statement"]
  ],
  [
    "for a beginning that many have",
    "rules",
    stepsOf(text("TextStartsWith", "email", "a"), "rules", found([1_001])),
    [
      "count up to 1000 by the index of TextStartsWith email, and read these in the same statement",
      "count up to 20000 by the index of TextStartsWith email",
      "read by all conditions"
    ]
  ],
  [
    "for a beginning, with statistics of contacts",
    "statistics",
    stepsOf(text("TextStartsWith", "email", "a"), "statistics"),
    ["read by all conditions, find them once"]
  ],
  [
    "for a custom value that some have",
    "statistics",
    stepsOf(value("TextEquals", "city", "london"), "statistics", found([1_001])),
    [
      "count up to 1000 by the index of ValueMatches city, and read these in the same statement",
      "count up to 20000 by the index of ValueMatches city",
      "read the number of all contacts",
      "read those of the index of ValueMatches city, find them once"
    ]
  ],
  [
    "for a custom value that so many have that a page is soon full",
    "statistics",
    stepsOf(value("TextEquals", "city", "london"), "statistics", found([20_000], true)),
    [
      "count up to 1000 by the index of ValueMatches city, and read these in the same statement",
      "count up to 20000 by the index of ValueMatches city",
      "read the number of all contacts",
      "test the first 5000 contacts in their order"
    ]
  ],
  [
    "as before, sorted by a field that some lack",
    "statistics",
    stepsOf(value("TextEquals", "city", "london"), "statistics", found([20_000]), byName),
    [
      "count up to 1000 by the index of ValueMatches city, and read these in the same statement",
      "count up to 20000 by the index of ValueMatches city",
      "read those of the index of ValueMatches city, find them once"
    ]
  ],
  [
    "for a custom value that most have, but another that few have",
    "statistics",
    stepsOf(
      allOf([value("TextStartsWith", "city", "l"), value("TextEquals", "tier", "gold")]),
      "statistics",
      found([20_001, 3])
    ),
    [
      "count up to 1000 by the index of ValueMatches tier, and read these in the same statement",
      "count up to 20000 by the index of ValueMatches tier",
      "count up to 20000 by the index of ValueMatches city",
      "read those of the index of ValueMatches city, find them once, prepared"
    ]
  ],
  [
    "with more than eleven tests",
    "rules",
    stepsOf(many, "rules", found([1_001, 1_001, 4])),
    [
      "count up to 20000 by the index of TextStartsWith email",
      "count up to 20000 by the index of TextStartsWith email",
      "count up to 20000 by the index of TextStartsWith email",
      "read those of the index of TextStartsWith email, find them once"
    ]
  ],
  [
    "for the members of a list, with statistics",
    "statistics",
    stepsOf(member("regulars"), "statistics", found([20_000], true)),
    [
      "count up to 1000 by the index of MemberOf regulars, and read these in the same statement",
      "count up to 20000 by the index of MemberOf regulars",
      "read the number of all contacts",
      "test the first 5000 contacts in their order"
    ]
  ],
  [
    "for the members of a list, with rules",
    "rules",
    stepsOf(member("regulars"), "rules", found([20_000], true)),
    [
      "count up to 1000 by the index of MemberOf regulars, and read these in the same statement",
      "count up to 20000 by the index of MemberOf regulars",
      "read the number of all contacts",
      "test the first 5000 contacts in their order"
    ]
  ],
  [
    "for the members of a list whose last name few have",
    "rules",
    stepsOf(allOf([member("regulars"), text("TextStartsWith", "lastName.order", "l")]), "rules", found([1_001, 7])),
    [
      "count up to 1000 by the index of TextStartsWith lastName.order, and read these in the same statement",
      "count up to 20000 by the index of TextStartsWith lastName.order",
      "count up to 20000 by the index of MemberOf regulars",
      "read those of the index of MemberOf regulars, find them once, prepared"
    ]
  ],
  [
    "for either of two that few have",
    "statistics",
    stepsOf(anyOf([text("TextEquals", "email", "a@b.c"), value("TextEquals", "city", "london")]), "statistics"),
    ["count up to 1000 by the indexes of TextEquals email and ValueMatches city, and read these in the same statement"]
  ],
  [
    "for either of two, of which many have one",
    "rules",
    stepsOf(
      anyOf([member("regulars"), allOf([value("TextEquals", "city", "london"), text("TextContains", "email", "a")])]),
      "rules",
      found([1_001])
    ),
    [
      "count up to 1000 by the indexes of MemberOf regulars and ValueMatches city, and read these in the same statement",
      "count up to 20000 by the indexes of MemberOf regulars and ValueMatches city",
      "read those of the indexes of MemberOf regulars and ValueMatches city, find them once"
    ]
  ],
  [
    "for the members of a list who satisfy either of two, nested in a group",
    "rules",
    stepsOf(
      allOf([
        member("regulars"),
        anyOf([anyOf([text("TextEquals", "email", "a"), text("TextStartsWith", "email", "b")]), member("guests")])
      ]),
      "rules",
      found([1_001, 1_000])
    ),
    [
      "count up to 1000 by the index of MemberOf regulars, and read these in the same statement",
      "count up to 20000 by the index of MemberOf regulars",
      "count up to 20000 by the indexes of TextEquals email and TextStartsWith email and MemberOf guests",
      "read those of the indexes of TextEquals email and TextStartsWith email and MemberOf guests, find them once, prepared"
    ]
  ],
  [
    "for the members of a list who have either of two values that many have",
    "rules",
    stepsOf(allOf([member("regulars"), eitherCity]), "rules", found([500_000, 5_000])),
    [
      "count up to 1000 by the indexes of ValueMatches city and ValueMatches city, and read these in the same statement",
      "count up to 20000 by the indexes of ValueMatches city and ValueMatches city",
      "count up to 20000 by the index of MemberOf regulars",
      "read those of the index of MemberOf regulars, find them once"
    ]
  ],
  [
    "for the members of a large list who have either of two values that fewer have",
    "rules",
    stepsOf(allOf([member("regulars"), eitherCity]), "rules", found([5_000, 6_000])),
    [
      "count up to 1000 by the indexes of ValueMatches city and ValueMatches city, and read these in the same statement",
      "count up to 20000 by the indexes of ValueMatches city and ValueMatches city",
      "count up to 20000 by the index of MemberOf regulars",
      "read those of the indexes of ValueMatches city and ValueMatches city, find them once"
    ]
  ],
  [
    "for the members of a large list who have either of two values that many have",
    "rules",
    stepsOf(allOf([member("regulars"), eitherCity]), "rules", found([20_001])),
    [
      "count up to 1000 by the indexes of ValueMatches city and ValueMatches city, and read these in the same statement",
      "count up to 20000 by the indexes of ValueMatches city and ValueMatches city",
      "count up to 20000 by the index of MemberOf regulars",
      "read by all conditions"
    ]
  ],
  [
    "for the members of a large list who have a part of a text, from which the search starts",
    "rules",
    stepsOf(
      allOf([member("regulars"), member("guests"), text("TextContains", "email", "lovel")]),
      "rules",
      found([1_001])
    ),
    [
      "count up to 1000 by the index of MemberOf regulars, and read these in the same statement",
      "count up to 20000 by the index of MemberOf regulars",
      "count up to 20000 by the index of MemberOf guests",
      "read by all conditions"
    ]
  ],
  [
    "for either of two, of which no index finds one",
    "rules",
    stepsOf(anyOf([text("TextEquals", "email", "a"), not(member("regulars"))]), "rules"),
    ["read by all conditions"]
  ],
  [
    "for what no index finds",
    "rules",
    stepsOf(not(text("TextEquals", "email", "a")), "rules"),
    ["read by all conditions"]
  ]
]

const texts = fc.constantFrom("a", "ab", "abc", "abcdefg")
const field = fc.constantFrom("email", "firstName", "lastName")
const kinds = fc.constantFrom("TextEquals", "TextContains", "TextStartsWith")
const condition = fc.letrec<{ tree: Condition }>((tie) => {
  const parts = fc.array(tie("tree"), { maxLength: 4 })
  return {
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(kinds, field, texts).map((given) => text(...given)),
      fc.tuple(kinds, field, texts).map((given) => value(...given)),
      fc.record({ _tag: fc.constant("ValuePresent"), field }),
      fc.record({ _tag: fc.constant("ValuesAre"), field, texts: fc.uniqueArray(texts) }),
      fc.record({ _tag: fc.constant("InstantPresent"), field: fc.constant("lastEngagedAt") }),
      fc.constantFrom("regulars", "guests").map(member),
      parts.map(allOf),
      parts.map(anyOf),
      tie("tree").map(not)
    )
  }
}).tree
const planner = fc.constantFrom("statistics", "rules")
const sort = fc.constantFrom(newestFirst, byName)
const page = fc.record({ limit: fc.integer({ min: 0, max: 100 }), offset: fc.nat(2_000) })
const number = fc.oneof(fc.nat(30_000), fc.constantFrom(1_000, 1_001, 20_000, 20_001))

/** How many contacts a search looks at that ends with a step, from the fewest to the most. */
const rankOf = (step: Strategy | undefined): number => {
  if (step?._tag === "CountAndRead") return 0
  if (step?._tag === "Read" && step.start !== undefined) return step.isSelective ? 1 : 2
  return step?._tag === "ReadInOrder" ? 3 : 4
}

describe("a search's strategy", () => {
  it.each(cases)("%s (%s)", (_title, _planner, steps, expected) => {
    assert.deepStrictEqual(steps.map(explain), expected)
  })

  it("always ends, after a few distinct steps", () => {
    fc.assert(
      fc.property(condition, planner, fc.array(number), fc.boolean(), sort, page, (...given) => {
        const [condition, planner, finds, isPageFull, sort, page] = given
        const steps = stepsOf(condition, planner, found(finds, isPageFull), sort, page)
        assert.isAtMost(steps.length, 8)
        const made = steps.filter(({ _tag }) => _tag !== "Count").map(({ _tag }) => _tag)
        assert.lengthOf(new Set(made), made.length)
        assert.isAtMost(steps.length - made.length, thresholds.countedIndexes.value)
        assert.include(["CountAndRead", "ReadInOrder", "Read"], steps.at(-1)?._tag)
      }),
      { numRuns: 5_000 }
    )
  })

  it("does not change for more contacts to one that reads fewer", () => {
    fc.assert(
      fc.property(condition, planner, number, number, sort, page, (condition, planner, one, other, sort, page) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map((finds) =>
          rankOf(stepsOf(condition, planner, found([finds], true), sort, page).at(-1))
        )
        assert.isAtMost(fewer ?? 0, more ?? 0)
      }),
      { numRuns: 5_000 }
    )
  })

  it("is long with more than ten conditions; strings in one of several fields count as one (S12)", () => {
    const one = text("TextEquals", "firstName", "ada")
    const term = text("TextContains", "firstName", "ada")
    const ten = allOf([anyOf(Array.from({ length: 20 }, () => term)), ...Array.from({ length: 9 }, () => one)])
    const alternatives = anyOf(Array.from({ length: 11 }, () => one))
    assert.strictEqual(lengthOf(accessPath(alternatives, engines.rules)), "long")
    assert.strictEqual(lengthOf(accessPath(not(alternatives), engines.rules)), "long")
    assert.strictEqual(lengthOf(accessPath(ten, engines.rules)), "short")
    assert.strictEqual(lengthOf(accessPath(allOf([ten, one]), engines.rules)), "long")
  })

  it("S8: counts in the reading statement for a search word and three filters", () => {
    const exists = (field: string) => ({ field, operator: "exists" }) as const
    const advancedSearch = [exists("email"), exists("phoneNumber"), exists("lastName")]
    const { condition } = Result.getOrThrow(planSearch({ searchTerm: "muller", advancedSearch }))
    assert.strictEqual(stepsOf(condition, "rules")[0]?._tag, "CountAndRead")
  })

  it("counts in the reading statement, up to eleven tests of a contact", () => {
    for (let tests = 1; tests <= 20; tests += 1) {
      const parts = Array.from({ length: tests }, (_, n) => text("TextStartsWith", "email", `person${n}`))
      const [first] = stepsOf(allOf(parts), "rules")
      assert.strictEqual(first?._tag === "CountAndRead", tests <= thresholds.fewTests.value)
    }
  })
})
