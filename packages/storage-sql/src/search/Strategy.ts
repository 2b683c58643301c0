import type { PageRequest } from "@rollcall/core"
import type { SearchLength, Sort } from "@rollcall/core/storage"
import type { Engine } from "../database/Engine.ts"
import type { AccessPath, IndexStart, TextQuestion } from "./AccessPath.ts"
import { mayBeMissing } from "./ContactColumns.ts"
import { selectivityOf, thresholds } from "./Thresholds.ts"

/** The next step of a search. Each gives the page, or something to decide the next step by. */
export type Strategy =
  /** Answers the search in a statement with others that ask for other texts. It gives no answer if many contacts have it. */
  | { readonly _tag: "Batch"; readonly question: TextQuestion }
  /** Answers the search from an index, in the statement that counts what it finds. No answer if that is more than `upTo`. */
  | { readonly _tag: "CountAndRead"; readonly start: IndexStart; readonly upTo: number }
  /** Counts what an index finds, up to a limit. */
  | { readonly _tag: "Count"; readonly start: IndexStart; readonly upTo: number }
  /** Reads how many contacts the workspace has, which is kept. */
  | { readonly _tag: "CountAll" }
  /** Tests the first so many contacts in their order. No answer if fewer than a page of them satisfy the search. */
  | { readonly _tag: "ReadInOrder"; readonly most: number }
  /** Reads the contacts that an index finds, or those that the planner finds by all conditions. */
  | {
      readonly _tag: "Read"
      readonly start: IndexStart | undefined
      /** Whether few contacts are expected: the conditions are evaluated once, for page and total. */
      readonly keepsFound: boolean
      /** Whether the statement reads few contacts for all values: it is prepared, and holds up no other. */
      readonly isSelective: boolean
      /** Whether the statement reads an index of trigrams, whose lists may be long. */
      readonly usesTrigrams: boolean
    }

/** What the steps before have found out. */
export interface Counts {
  /** The steps that gave no answer. */
  readonly without: ReadonlySet<Strategy["_tag"]>
  /** How many contacts each index finds, in the order of the path. Infinity if they are more than were counted. */
  readonly found: ReadonlyArray<number>
  /** The number of contacts of the workspace, if it was read. */
  readonly contacts: number | undefined
}

/** What is known before the first step. */
export const noCounts: Counts = { without: new Set(), found: [], contacts: undefined }

/**
 * Decides the next step of a search. A planner that estimates badly how many contacts satisfy a condition may scan all
 * contacts for a few, so indexes are counted first, and the search starts from the first that finds not too many.
 */
export const strategyOf = (
  path: AccessPath,
  sort: Sort,
  page: PageRequest,
  counts: Counts,
  engine: Engine
): Strategy => {
  const { found, without } = counts
  const isAtBeginning = page.offset + page.limit <= thresholds.fewContacts.value
  if (engine.sharesReads && path.oneText !== undefined && isAtBeginning && !without.has("Batch")) {
    return { _tag: "Batch", question: path.oneText }
  }
  const areFewTests = path.tests <= thresholds.fewTests.value
  const [first] = path.starts
  // The first index mostly finds few.
  if (first !== undefined && areFewTests && !without.has("CountAndRead")) {
    return { _tag: "CountAndRead", start: first, upTo: thresholds.fewContacts.value }
  }
  const upTo = countedUpTo(engine)
  const chosen = found.findIndex((count) => count <= upTo)
  const next = path.starts[found.length]
  if (chosen < 0 && next !== undefined && found.length < thresholds.countedIndexes.value) {
    return { _tag: "Count", start: next, upTo }
  }
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

/** Up to how many contacts an index is counted. */
const countedUpTo = ({ planner }: Engine): number =>
  planner === "rules" ? thresholds.countedByRules.value : thresholds.countedByStatistics.value

/** After how many contacts in their order a page is almost certainly full, if those that are found are spread among all. */
const fullAfter = ({ limit, offset }: PageRequest, contacts: number, finds: number): number =>
  Math.ceil((thresholds.fullPage.value * (offset + limit) * contacts) / finds)

/** Whether a search runs beside others, or with no other of its kind. */
export const lengthOf = ({ conditions }: AccessPath): SearchLength =>
  conditions > thresholds.shortSearch.value ? "long" : "short"

/** A strategy in words. */
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

const nameOf = ({ by }: IndexStart): string => `the index of ${by._tag} ${by.field}`
