import type { Condition } from "@rollcall/core/storage"
import type * as Arr from "effect/Array"
import type { Engine } from "../database/Engine.ts"
import { isIdentifier } from "./ContactColumns.ts"
import {
  type Beginning,
  beginningsOf,
  containsOf,
  type EntryCondition,
  isOfEntry,
  isOfUuid,
  isOrdered,
  isOrderedEntry,
  isTextOfEntry,
  type Leaf,
  ordered,
  type Part,
  partsOf,
  readsTrigrams,
  selectivity
} from "./Parts.ts"
import { selectivityOf, thresholds } from "./Thresholds.ts"

/**
 * An index from which a search may start. It finds the contacts of one condition, and the others are tested on these
 * contacts.
 */
export interface IndexStart {
  /** What the index decides. A union has several conditions, each with its index, and each contact satisfies at least one. */
  readonly by: Beginning | Union
  /** Whether the planner estimates well how many contacts the index finds. */
  readonly isEstimated: boolean
  /** Further indexes of entries, each with its condition. All of them must find a contact. */
  readonly among: ReadonlyArray<IndexStart>
  /** Conditions that entries and lists decide, which are tested before rows of `contacts` are read. */
  readonly perUuid: ReadonlyArray<Part>
  /** All other conditions, in groups. The conditions of a group are written as one test. */
  readonly others: ReadonlyArray<ReadonlyArray<Part>>
}

/** Conditions whose indexes find a contact once for each condition that it satisfies. */
export interface Union {
  readonly _tag: "Union"
  readonly of: Arr.NonEmptyReadonlyArray<Beginning>
}

/** How the number of contacts of a condition is known without reading them. */
export type Total =
  | { readonly _tag: "AllContacts" }
  | { readonly _tag: "Index"; readonly of: EntryCondition | Leaf<"MemberOf"> | Union }
  /** All contacts except the matches of this condition, which an index finds. */
  | { readonly _tag: "Without"; readonly condition: Condition }
  | { readonly _tag: "Counted" }

/** One test of one text field. */
export type TextQuestion = Leaf<"TextContains" | "TextEquals">

/** How the contacts of a condition can be found. Derived only from the form of the condition, not from the data. */
export interface AccessPath {
  /** The number of conditions, each of which may be tested for many contacts. */
  readonly conditions: number
  /** The number of tests of each contact. */
  readonly tests: number
  /**
   * The rank of the condition as in {@link selectivityOf}; the lowest rank finds the fewest contacts. Infinity if the form
   * of the condition has no rank.
   */
  readonly selectivity: number
  /** The indexes that a search may start from, the most selective first. */
  readonly starts: ReadonlyArray<IndexStart>
  /** Whether a statement that starts from the first of all conditions starts as the first of `starts` does. */
  readonly startsFromFirst: boolean
  readonly total: Total
  /** The condition, if it is one test of one string that an index serves. */
  readonly oneText: TextQuestion | undefined
  /** Whether the search is for one identifier, which very few contacts have. */
  readonly isIdentifier: boolean
  /** Whether a statement with all conditions, or a count of them, reads an index of trigrams. */
  readonly usesTrigrams: boolean
}

/** Returns the access path of a condition for an engine. */
export const accessPath = (condition: Condition, engine: Engine): AccessPath => ({
  conditions: conditionsIn(condition),
  tests: testsIn(condition),
  selectivity: selectivity(condition),
  starts: startsOf(condition, engine),
  startsFromFirst: ordered(partsOf(condition) ?? [condition])
    .slice(0, 1)
    .some((first) => startsOf(first, engine).length > 0),
  total: totalOf(condition),
  oneText: questionOf(condition),
  isIdentifier: (partsOf(condition) ?? [condition]).some(
    (part) =>
      part._tag === "UuidAmong" ||
      ((part._tag === "TextEquals" || part._tag === "TextAmong") && isIdentifier(part.field))
  ),
  usesTrigrams:
    readsTrigrams(condition, true, "find", engine) ||
    (condition._tag === "Not" && readsTrigrams(condition.condition, true, "find", engine))
})

/**
 * The indexes that a search may start from. A planner with statistics estimates indexes of contacts well; a planner with
 * rules, indexes of entries.
 */
const startsOf = (part: Part, engine: Engine): ReadonlyArray<IndexStart> => {
  const parts = ordered(partsOf(part) ?? [])
  const [first] = parts
  if (first !== undefined) {
    return selectivity(first) > selectivityOf.oneText ? parts.flatMap((part) => startsAmong(part, parts, engine)) : []
  }
  const start = { isEstimated: false, among: [], perUuid: [], others: [] }
  if (part._tag === "MemberOf") return [{ ...start, by: part }]
  const union = unionOf(part)
  if (union !== undefined) return [{ ...start, by: union, ...(isDecidedBy(part, union) ? {} : testedOf([part])) }]
  const isByIndex = engine.planner === "rules" ? isOrdered : isOrderedEntry
  return isByIndex(part) ? [{ ...start, by: part, isEstimated: isTextOfEntry(part) }] : []
}

/**
 * Returns the indexes that together find the contacts of a disjunction, maybe with others. Undefined if it has no such
 * indexes.
 */
const unionOf = (part: Part): Union | undefined => {
  const of = part._tag === "Any" ? beginningsOf(part) : undefined
  return of && { _tag: "Union", of }
}

/** Whether indexes find only contacts of a disjunction. Parts with further conditions need a test. */
const isDecidedBy = (part: Part, { of }: Union): boolean => {
  const found = new Set<Part>(of)
  return part._tag === "Any" && part.conditions.every((condition) => found.has(condition))
}

/**
 * Returns the starts of one condition, each with all other conditions. Conditions that need only entries are tested on
 * entries, so that only the contacts that satisfy them are read.
 */
const startsAmong = (part: Part, parts: ReadonlyArray<Part>, engine: Engine): ReadonlyArray<IndexStart> => {
  const starts = startsOf(part, engine)
  if (starts.length === 0) return []
  const more = parts.filter((other) => other !== part)
  const among = more.flatMap((other) => decidedByEntries(other, engine))
  const { others, perUuid } = testedOf(more.filter((other) => decidedByEntries(other, engine).length === 0))
  return starts.map((start) => ({
    ...start,
    among: [...start.among, ...among],
    perUuid: [...start.perUuid, ...perUuid],
    others: [...start.others, ...others]
  }))
}

/** Where the conditions that an index does not decide are tested. */
const testedOf = (parts: ReadonlyArray<Part>): Pick<IndexStart, "perUuid" | "others"> => {
  const others = parts.filter((part) => !isOfUuid(part))
  return { perUuid: parts.filter(isOfUuid), others: others.length === 0 ? [] : [others] }
}

/** Returns the index of entries that decides a condition, if the planner estimates it well; otherwise nothing. */
const decidedByEntries = (part: Part, engine: Engine): ReadonlyArray<IndexStart> => {
  const [start] = engine.planner === "statistics" ? startsOf(part, engine) : []
  const isWhole = start?.isEstimated && start.others.length === 0 && start.perUuid.length === 0
  return isWhole ? [start] : []
}

const totalOf = (condition: Condition): Total => {
  if (condition._tag === "All" && condition.conditions.length === 0) return { _tag: "AllContacts" }
  if (isOfEntry(condition) || condition._tag === "MemberOf") return { _tag: "Index", of: condition }
  const union = unionOf(condition)
  if (union !== undefined && isDecidedBy(condition, union)) return { _tag: "Index", of: union }
  return condition._tag === "Not" && isIndexedOnlyIfTrue(condition.condition)
    ? { _tag: "Without", condition: condition.condition }
    : { _tag: "Counted" }
}

/** Whether an index finds the contacts that satisfy a condition, but not the contacts that don't. */
const isIndexedOnlyIfTrue = (condition: Condition): boolean => {
  switch (condition._tag) {
    case "Any":
      return containsOf(condition) !== undefined
    case "All":
    case "Not":
    case "ValuesAre":
    case "TextPresent":
    case "InstantPresent":
    case "BooleanIs":
      return false
    default:
      return true
  }
}

/** One index finds strings contained in any of several fields, so they are one condition. */
const conditionsIn = (condition: Condition): number => {
  if (condition._tag === "Not") return conditionsIn(condition.condition)
  const isGroup = condition._tag === "All" || (condition._tag === "Any" && containsOf(condition) === undefined)
  return isGroup ? condition.conditions.reduce((sum, part) => sum + conditionsIn(part), 0) : 1
}

const testsIn = (condition: Condition): number => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.conditions.reduce((sum, part) => sum + testsIn(part), 0)
    case "Not":
      return testsIn(condition.condition)
    case "ValuesAre":
      return condition.texts.length
    default:
      return 1
  }
}

/** Returns the condition if it is one test of one string that an index serves. */
const questionOf = (condition: Condition): TextQuestion | undefined => {
  switch (condition._tag) {
    case "All": {
      const [only, ...others] = condition.conditions
      return only === undefined || others.length > 0 ? undefined : questionOf(only)
    }
    case "TextContains":
      return condition.text.length >= thresholds.trigram.value ? condition : undefined
    case "TextEquals":
      return isIdentifier(condition.field) ? condition : undefined
    default:
      return undefined
  }
}
