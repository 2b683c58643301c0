import type { Condition, ValueTest } from "@rollcall/core/storage"
import { Order } from "effect"
import * as Arr from "effect/Array"
import type { Form } from "../database/Dialect.ts"
import type { Engine } from "../database/Engine.ts"
import { isIndexed } from "./ContactColumns.ts"
import { selectivityOf, thresholds } from "./Thresholds.ts"

/** A condition, or the test that a list has no element at an index, which is used to compare lists. */
export type Part = Condition | { readonly _tag: "NoEntryAt"; readonly field: string; readonly ordinal: number }

export type Leaf<Tag extends Part["_tag"]> = Extract<Part, { readonly _tag: Tag }>

/** A condition on one entry of a contact. */
export type EntryCondition = Leaf<"ValuePresent" | "ValueMatches">

/** A condition that a contact's string contains another string. */
export type ContainsCondition = Leaf<"TextContains">

/** A condition that an index of contacts decides in the order of its values. */
export type OrderedCondition = Leaf<
  "TextPresent" | "TextStartsWith" | "TextWithin" | "InstantPresent" | "InstantWithin" | "BooleanIs"
>

/** Returns the conditions of a conjunction; undefined for any other condition. */
export const partsOf = (part: Part): ReadonlyArray<Part> | undefined => {
  switch (part._tag) {
    case "All":
      return part.conditions
    case "ValuesAre": {
      const { field, texts } = part
      const matches = texts.map((text): Part => ({ _tag: "ValueMatches", field, test: { _tag: "TextEquals", text } }))
      return [...matches, { _tag: "NoEntryAt", field, ordinal: texts.length }]
    }
    default:
      return undefined
  }
}

/** Returns the conditions of a disjunction if all of them are substring searches, which share one index. */
export const containsOf = (part: Part): Arr.NonEmptyReadonlyArray<ContainsCondition> | undefined => {
  if (part._tag !== "Any") return undefined
  const parts = part.conditions.filter(isContains)
  return Arr.isReadonlyArrayNonEmpty(parts) && parts.length === part.conditions.length ? parts : undefined
}

const isContains = (part: Part): part is ContainsCondition => part._tag === "TextContains"

/** Returns the lists of a condition that only requires membership in at least one of them. */
export const setsOf = (part: Part): Arr.NonEmptyReadonlyArray<string> | undefined => {
  if (part._tag === "MemberOf") return [part.set]
  if (part._tag !== "Any") return undefined
  const sets = part.conditions.flatMap((condition) => (condition._tag === "MemberOf" ? [condition.set] : []))
  return Arr.isReadonlyArrayNonEmpty(sets) && sets.length === part.conditions.length ? sets : undefined
}

export const isOfEntry = (part: Part): part is EntryCondition =>
  part._tag === "ValuePresent" || part._tag === "ValueMatches"

/** Whether a condition is that an entry equals a string. */
export const isTextOfEntry = (part: Part): boolean => part._tag === "ValueMatches" && part.test._tag === "TextEquals"

/** Whether a condition can be tested with only the contact's uuid, because entries or lists decide it. */
export const isOfUuid = (part: Part): boolean => {
  if (part._tag === "Not") return isOfUuid(part.condition)
  if (part._tag === "Any") return part.conditions.every(isOfUuid)
  return (
    partsOf(part)?.every(isOfUuid) ??
    (isOfEntry(part) || part._tag === "MemberOf" || part._tag === "UuidAmong" || part._tag === "NoEntryAt")
  )
}

export const isOrdered = (part: Part): part is OrderedCondition => {
  switch (part._tag) {
    case "TextPresent":
    case "TextWithin":
    case "InstantPresent":
    case "InstantWithin":
    case "BooleanIs":
      return true
    case "TextStartsWith":
      return isIndexed(part.field)
    default:
      return false
  }
}

const unordered: ReadonlySet<ValueTest["_tag"]> = new Set(["TextContains", "TextEndsWith", "NumberOnDay"])

export const isOrderedEntry = (part: Part): part is EntryCondition =>
  isOfEntry(part) && (part._tag === "ValuePresent" || !unordered.has(part.test._tag))

/** A condition with an index that finds its contacts one after another. */
export type Beginning = OrderedCondition | EntryCondition | Leaf<"TextEquals" | "TextAmong" | "UuidAmong" | "MemberOf">

/**
 * Returns conditions with indexes such that every match of the whole condition satisfies at least one; undefined if their
 * indexes do not find all matches. For a conjunction, the conditions of its most selective part are enough.
 */
export const beginningsOf = (part: Part): Arr.NonEmptyReadonlyArray<Beginning> | undefined => {
  const [first] = ordered(partsOf(part) ?? [])
  if (first !== undefined) return beginningsOf(first)
  if (part._tag === "Any") {
    const each = part.conditions.map(beginningsOf)
    const all = each.flatMap((beginnings) => beginnings ?? [])
    return each.includes(undefined) || !Arr.isReadonlyArrayNonEmpty(all) ? undefined : all
  }
  const isText = (part._tag === "TextEquals" || part._tag === "TextAmong") && isIndexed(part.field)
  const isFound = isText || part._tag === "MemberOf" || part._tag === "UuidAmong"
  return isFound || isOrdered(part) || isOrderedEntry(part) ? [part] : undefined
}

/** Returns the rank of a condition by its form. */
export const selectivity = (part: Part): number => {
  switch (part._tag) {
    case "All":
    case "ValuesAre":
      return Math.min(...(partsOf(part) ?? []).map(selectivity))
    case "MemberOf":
      return selectivityOf.membership
    case "Any": {
      // A planner chooses an index of a single value itself, but not if the conditions span several tables.
      const parts = containsOf(part)
      if (parts !== undefined) return Math.max(...parts.map(selectivity))
      return Math.max(selectivityOf.oneTextOfValues, ...(beginningsOf(part)?.map(selectivity) ?? [Infinity]))
    }
    case "Not":
    case "NoEntryAt":
      return Infinity
    case "ValueMatches":
      return part.test._tag === "TextEquals" ? selectivityOf.oneTextOfValues : ofTest(part.test)
    case "TextEquals":
    case "TextStartsWith":
      return isIndexed(part.field) ? ofTest(part) : Infinity
    case "TextAmong":
      return isIndexed(part.field) ? selectivityOf.oneText : Infinity
    case "UuidAmong":
      return selectivityOf.oneText
    case "TextContains":
    case "TextEndsWith":
    case "TextWithin":
      return ofTest(part)
    case "InstantWithin":
    case "InstantOnDay":
      return selectivityOf.interval
    case "TextPresent":
    case "InstantPresent":
    case "BooleanIs":
    case "OptedOut":
    case "ValuePresent":
      return selectivityOf.presence
  }
}

const ofTest = (test: ValueTest): number => {
  switch (test._tag) {
    case "TextEquals":
      return selectivityOf.oneText
    case "TextContains":
    case "TextEndsWith":
      return ofContained(test.text)
    case "TextStartsWith":
      return selectivityOf.partOfText
    case "TextWithin":
    case "NumberWithin":
    case "NumberOnDay":
      return selectivityOf.interval
  }
}

/** Returns the rank of a substring search: longer strings are expected to match fewer contacts. */
const ofContained = (text: string): number => {
  const { length } = Array.from(text)
  return length < thresholds.trigram.value ? selectivityOf.presence : selectivityOf.partOfText + 1 / length
}

const bySelectivity = Order.mapInput(Order.Number, selectivity)

/** Sorts conditions into the order in which a search starts from them. */
export const ordered = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => parts.toSorted(bySelectivity)

/** Returns how many conditions are written so that a search may start from them. The others become tests of a contact. */
export const startingConditions = ({ planner }: Engine): number =>
  planner === "rules" ? thresholds.startsByRules.value : thresholds.startsByStatistics.value

/** Whether a condition reads a trigram index in the given form, when tested for true or for false. */
export const readsTrigrams = (part: Part, isTrue: boolean, form: Form, engine: Engine): boolean => {
  const reads = (form: Form) => (part: Part) => readsTrigrams(part, isTrue, form, engine)
  const parts = partsOf(part)
  if (parts !== undefined) {
    if (!isTrue) return parts.some(reads("find"))
    const all = ordered(parts)
    const starting = form === "test" ? 0 : startingConditions(engine)
    return all.slice(0, starting).some(reads("find")) || all.slice(starting).some(reads("test"))
  }
  if (part._tag === "Not") return readsTrigrams(part.condition, !isTrue, "find", engine)
  const sought = containsOf(part) ?? (isContains(part) ? [part] : undefined)
  if (part._tag === "Any" && sought === undefined) return part.conditions.some(reads(isTrue ? form : "find"))
  const texts = sought?.map(({ text }) => text) ?? endsOf(part)
  return isTrue && form === "find" && texts.length > 0 && texts.every(hasTrigrams)
}

/** Returns the strings that a condition searches for inside or at the end of other strings. */
const endsOf = (part: Part): ReadonlyArray<string> => {
  const test = part._tag === "ValueMatches" ? part.test : part
  return test._tag === "TextContains" || test._tag === "TextEndsWith" ? [test.text] : []
}

const hasTrigrams = (text: string): boolean => Array.from(text).length >= thresholds.trigram.value
