import type { PlaceRequest } from "@rollcall/core/operations"
import type { SearchLength, Sort } from "@rollcall/core/storage"
import type { Engine } from "../database/Engine.ts"
import type { AccessPath, IndexStart, TextQuestion } from "./AccessPath.ts"
import { mayBeMissing } from "./ContactColumns.ts"
import { type Beginning, isOfUuid } from "./Parts.ts"
import { selectivityOf, thresholds } from "./Thresholds.ts"

/** The next step of a search. A step returns the page, or a number that decides the next step. */
export type Strategy =
  /** Runs in one statement with searches for other strings. Returns no page if more than `fewContacts` have the string. */
  | { readonly _tag: "Batch"; readonly question: TextQuestion }
  /**
   * Counts the contacts that an index finds, and reads the page, in one statement. Returns no page if there are more than
   * `upTo`.
   */
  | { readonly _tag: "CountAndRead"; readonly start: IndexStart; readonly upTo: number }
  | { readonly _tag: "Count"; readonly start: IndexStart; readonly upTo: number }
  /** Reads the number of contacts of the workspace, which the store maintains. */
  | { readonly _tag: "CountAll" }
  /** Tests the first `most` contacts in the order of the search. Returns no page if too few of them match to fill it. */
  | { readonly _tag: "ReadInOrder"; readonly most: number }
  /** Reads the contacts that an index finds; without a `start`, the planner chooses how to find them. */
  | {
      readonly _tag: "Read"
      readonly start: IndexStart | undefined
      /** Whether few contacts are expected. If so, the conditions are evaluated once for page and total. */
      readonly keepsFound: boolean
      /**
       * Whether the statement reads few contacts whatever its values. If so, it is prepared and delays no other statement.
       */
      readonly isSelective: boolean
      /** Whether the statement reads a trigram index, which may be slow. */
      readonly usesTrigrams: boolean
    }

export interface Counts {
  /** The steps that returned no page. */
  readonly without: ReadonlySet<Strategy["_tag"]>
  /** The number of contacts found by each of `starts`, if counted; Infinity above the limit. */
  readonly found: ReadonlyArray<number>
  /** The number of contacts of the workspace, if it was read. */
  readonly contacts: number | undefined
}

export const noCounts: Counts = { without: new Set(), found: [], contacts: undefined }

/**
 * Returns the next step of a search. A planner that misjudges how many contacts match may scan all contacts for a few. So
 * indexes are counted until one finds few enough contacts, and the search starts from the index that finds the fewest. A
 * planner with rules knows only these counts, so for it an index must find fewer contacts.
 */
export const strategyOf = (
  path: AccessPath,
  sort: Sort,
  page: PlaceRequest,
  counts: Counts,
  engine: Engine
): Strategy => {
  const { found, without } = counts
  const isAtBeginning = page.after === undefined && page.offset + page.limit <= thresholds.fewContacts.value
  if (engine.sharesReads && path.oneText !== undefined && isAtBeginning && !without.has("Batch")) {
    return { _tag: "Batch", question: path.oneText }
  }
  const areFewTests = path.tests <= thresholds.fewTests.value
  const [first] = path.starts
  // The first index usually finds few contacts.
  if (first !== undefined && areFewTests && !without.has("CountAndRead")) {
    return { _tag: "CountAndRead", start: first, upTo: thresholds.fewContacts.value }
  }
  const upTo = thresholds.countedContacts.value
  const enough = engine.planner === "rules" ? thresholds.fewContacts.value : upTo
  const fewest = Math.min(...found)
  const next = path.starts[found.length]
  if (fewest > enough && next !== undefined && found.length < thresholds.countedIndexes.value) {
    return { _tag: "Count", start: next, upTo }
  }
  // Trigrams are not counted, and usually find fewer contacts. An index of contacts may have the order of the search.
  const isBest = path.startsFromFirst && (found[0] !== fewest || first === undefined || !isOfContacts(first))
  const chosen = fewest <= (isBest ? upTo : enough) ? found.indexOf(fewest) : -1
  const finds = found[chosen] ?? Infinity
  const areFew = finds <= thresholds.fewContacts.value
  const mayReadInOrder = path.total._tag === "Index" && !mayBeMissing(sort.field)
  if (chosen >= 0 && !areFew && mayReadInOrder && page.limit > 0 && !without.has("ReadInOrder")) {
    if (counts.contacts === undefined) return { _tag: "CountAll" }
    const most = fullAfter(page, counts.contacts, finds)
    if (most <= thresholds.inOrder.value * finds) return { _tag: "ReadInOrder", most }
  }
  return {
    _tag: "Read",
    start: path.starts[chosen],
    keepsFound: chosen >= 0 || (path.starts.length === 0 && path.selectivity < selectivityOf.interval),
    isSelective: (areFew && areFewTests) || path.isIdentifier,
    usesTrigrams: chosen < 0 && path.usesTrigrams
  }
}

const isOfContacts = ({ by }: IndexStart): boolean => by._tag !== "Union" && !isOfUuid(by)

/** Returns how many contacts to test in order until a page is almost certainly full, if matches are evenly spread. */
const fullAfter = ({ limit, offset }: PlaceRequest, contacts: number, finds: number): number =>
  Math.ceil((thresholds.fullPage.value * (offset + limit) * contacts) / finds)

/** Returns `long` for a search with many conditions. Only one long search runs at a time. */
export const lengthOf = ({ conditions }: Pick<AccessPath, "conditions">): SearchLength =>
  conditions > thresholds.shortSearch.value ? "long" : "short"

/** Describes a step as a sentence. */
export const explain = (strategy: Strategy): string => {
  switch (strategy._tag) {
    case "Batch":
      return `search for a text of ${strategy.question.field} in one statement with others`
    case "CountAndRead":
      return `count up to ${strategy.upTo} by ${nameOf(strategy.start)}, and read these in the same statement`
    case "Count":
      return `count up to ${strategy.upTo} by ${nameOf(strategy.start)}`
    case "CountAll":
      return "read the number of all contacts"
    case "ReadInOrder":
      return `test the first ${strategy.most} contacts in their order`
    case "Read": {
      const { isSelective, keepsFound, start } = strategy
      const from = start === undefined ? "read by all conditions" : `read those of ${nameOf(start)}`
      return [from, ...(keepsFound ? ["find them once"] : []), ...(isSelective ? ["prepared"] : [])].join(", ")
    }
  }
}

const nameOf = ({ by }: IndexStart): string => {
  if (by._tag === "Union") return `the indexes of ${by.of.map(named).join(" and ")}`
  return `the index of ${named(by)}`
}

const named = (by: Beginning): string => {
  if (by._tag === "UuidAmong") return by._tag
  return `${by._tag} ${by._tag === "MemberOf" ? by.set : by.field}`
}
