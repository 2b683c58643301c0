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
 * An index that a search may start from. It finds the contacts that match one condition; the other conditions are tested on
 * these contacts.
 */
export interface IndexStart {
  /**
   * What the index decides. A union has several conditions, each with its own index; a contact satisfies at least one of
   * them.
   */
  readonly by: Beginning | Union
  /** Whether the planner estimates well how many contacts the index finds. */
  readonly isEstimated: boolean
  /** Further indexes of entries, each with its condition. A contact must be found by all of them. */
  readonly among: ReadonlyArray<IndexStart>
  /** Conditions that entries and lists decide. They are tested before rows of `contacts` are read. */
  readonly perUuid: ReadonlyArray<Part>
  /** All other conditions, in groups. Each group is one SQL test. */
  readonly others: ReadonlyArray<ReadonlyArray<Part>>
}

/** Conditions with one index each. A contact is found once for each condition it satisfies. */
export interface Union {
  readonly _tag: "Union"
  readonly of: Arr.NonEmptyReadonlyArray<Beginning>
}

/** How to get the number of contacts that match a condition without reading them. */
export type Total =
  | { readonly _tag: "AllContacts" }
  | { readonly _tag: "Index"; readonly of: EntryCondition | Leaf<"MemberOf"> | Union }
  /** All contacts except those that match this condition, which an index finds. */
  | { readonly _tag: "Without"; readonly condition: Condition }
  | { readonly _tag: "Counted" }

/** A test of one string field. */
export type TextQuestion = Leaf<"TextContains" | "TextEquals">

/** How to find the contacts that match a condition. Derived only from the form of the condition, never from the data. */
export interface AccessPath {
  /** The number of conditions, each of which may be tested on many contacts. */
  readonly conditions: number
  /** The number of tests per contact. */
  readonly tests: number
  /**
   * The rank of the condition in {@link selectivityOf}; the lowest rank finds the fewest contacts. Infinity if the
   * condition has no rank.
   */
  readonly selectivity: number
  /** The indexes a search may start from, most selective first. */
  readonly starts: ReadonlyArray<IndexStart>
  /** Whether a statement that starts from the first condition starts like the first of `starts`. */
  readonly startsFromFirst: boolean
  readonly total: Total
  /** The condition, if it is a single test of a string with an index. */
  readonly oneText: TextQuestion | undefined
  /** Whether the search is for one identifier, which very few contacts have. */
  readonly isIdentifier: boolean
  /** Whether a statement with all conditions, or a count of them, reads a trigram index. */
  readonly usesTrigrams: boolean
}

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
 * Returns the indexes that a search may start from. A planner with statistics estimates indexes of contacts well; a planner
 * with rules, indexes of entries.
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
 * Returns the indexes that together find the contacts of a disjunction, possibly with others; undefined if there are no
 * such indexes.
 */
const unionOf = (part: Part): Union | undefined => {
  const of = part._tag === "Any" ? beginningsOf(part) : undefined
  return of && { _tag: "Union", of }
}

/** Whether indexes find only matches of a disjunction. Parts with further conditions need a test. */
const isDecidedBy = (part: Part, { of }: Union): boolean => {
  const found = new Set<Part>(of)
  return part._tag === "Any" && part.conditions.every((condition) => found.has(condition))
}

/**
 * Returns the starts of one condition, each combined with all other conditions. Conditions on entries are tested on
 * entries, so that only matching contacts are read.
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

/** Returns where to test the conditions that no index decides. */
const testedOf = (parts: ReadonlyArray<Part>): Pick<IndexStart, "perUuid" | "others"> => {
  const others = parts.filter((part) => !isOfUuid(part))
  return { perUuid: parts.filter(isOfUuid), others: others.length === 0 ? [] : [others] }
}

/** Returns the index of entries that decides a condition, if the planner estimates it well; otherwise empty. */
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

/** Counts conditions. A search for strings in any of several fields counts once, because it uses one index. */
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

/** Returns the condition if it is a single test of a string with an index. */
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
