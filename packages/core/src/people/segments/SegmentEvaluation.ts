import { Result } from "effect"
import { type NamedSet, namedSets, planSearch } from "../contacts/ContactSearch.ts"
import type { NumberForms } from "../contacts/Identifiers.ts"
import { type ListStatuses, membershipIn } from "../lists/ListSets.ts"
import type { Condition } from "../search/Condition.ts"
import { filtersIn, placedFilters } from "../search/Filter.ts"
import type { Sets } from "../search/Plan.ts"
import { termTokens } from "../search/terms/TermTokens.ts"
import { issue, type Issue, sentenceOf } from "../../shared/Issue.ts"
import {
  maxSegmentConditions,
  maxSegmentDepth,
  type SegmentFault,
  type SegmentSearch,
  type StoredSegment
} from "./Segment.ts"
import { type Definitions, fieldFault, optionProblems, type Problem } from "./SegmentRules.ts"

/** The current custom fields, lists and segments that searches name. A name that is absent here does not exist. */
export interface Named {
  readonly definitions: Definitions
  readonly lists: ListStatuses
  readonly numbers: NumberForms
  /** Segments by uuid. */
  readonly segments: ReadonlyMap<string, StoredSegment>
}

/** A segment that can be evaluated. */
interface Evaluated {
  readonly condition: Condition
  /** The number of filters and words in the segment's search and in all segments that the search names. */
  readonly size: number
  /** The nesting depth: 1 for a segment that names no other segment. */
  readonly depth: number
}

/**
 * Evaluates segments. The search of a segment is planned where a filter names it, so that no plan contains a segment.
 * Each segment is planned once. The first problem, or an exceeded limit, ends the evaluation.
 */
export const makeEvaluation = ({ definitions, lists, numbers, segments }: Named) => {
  const evaluated = new Map<string, Evaluated>()
  const membership = membershipIn(lists)

  /** Returns an evaluated segment, or why it cannot be evaluated. `above` has the uuids of the enclosing segments. */
  const evaluateBelow = (segment: StoredSegment, above: ReadonlyArray<string>): Result.Result<Evaluated, Problem> => {
    const known = evaluated.get(segment.uuid)
    if (known !== undefined) return Result.succeed(known)
    const { fieldTypes, search, uuid } = segment
    const path = [...above, uuid]
    const problem = fieldProblem(fieldTypes, definitions) ?? firstProblem(search, path)
    if (problem !== undefined) return Result.fail(problem)
    const condition = read(search, path)
    if (Result.isFailure(condition)) return Result.fail(unreadable(condition.failure))
    const result = { condition: condition.success, ...extentOf(search) }
    evaluated.set(uuid, result)
    return Result.succeed(result)
  }

  /**
   * Returns the first problem with the options, lists and segments in a search. `above` has the uuids of the enclosing
   * segments.
   */
  const firstProblem = (search: SegmentSearch, above: ReadonlyArray<string>): Problem | undefined => {
    for (const placed of placedFilters(search.advancedSearch ?? [])) {
      const [problem] = optionProblems(placed, definitions)
      if (problem !== undefined) return problem
    }
    for (const { name, uuid } of namedSets(search)) {
      const problem = name === "segmentUuid" ? segmentProblem(uuid, above) : listProblem(uuid)
      if (problem !== undefined) return problem
    }
    return sizeOfInner(search) > maxSegmentConditions ? tooMany : undefined
  }

  const listProblem = (uuid: string): Problem | undefined =>
    Result.match(membership(uuid), {
      onSuccess: () => undefined,
      onFailure: (message) => ({ reason: lists.has(uuid) ? "list_archived" : "list_missing", message })
    })

  const segmentProblem = (uuid: string, above: ReadonlyArray<string>): Problem | undefined =>
    Result.match(segmentIn(uuid, above), { onSuccess: () => undefined, onFailure: (problem) => problem })

  /** Returns a segment that is named inside other segments (`above`), or why it cannot be used there. */
  const segmentIn = (uuid: string, above: ReadonlyArray<string>): Result.Result<Evaluated, Problem> => {
    if (above.includes(uuid)) {
      return Result.fail({
        reason: "segment_cycle",
        message: `the segment ${uuid} leads back to itself`,
        repeated: uuid
      })
    }
    if (above.length >= maxSegmentDepth) return Result.fail(tooDeep)
    const segment = segments.get(uuid)
    if (segment === undefined) return Result.fail({ reason: "segment_missing", message: `there is no segment ${uuid}` })
    if (segment.status === "archived") {
      return Result.fail({ reason: "segment_archived", message: `the segment ${uuid} is archived` })
    }
    const found = evaluateBelow(segment, above)
    if (Result.isFailure(found)) return Result.fail(problemIn(uuid, found.failure, above))
    return above.length + found.success.depth > maxSegmentDepth ? Result.fail(tooDeep) : Result.succeed(found.success)
  }

  /** Returns the segments that a search names, with duplicates. Leaves out segments that cannot be evaluated. */
  const innerOf = (search: SegmentSearch): ReadonlyArray<Evaluated> =>
    namedSets(search).flatMap(({ uuid }) => evaluated.get(uuid) ?? [])

  const sizeOfInner = (search: SegmentSearch): number => innerOf(search).reduce((sum, { size }) => sum + size, 0)

  const extentOf = (search: SegmentSearch): Pick<Evaluated, "depth" | "size"> => ({
    size:
      filtersIn(search.advancedSearch ?? []).length + termTokens(search.searchTerm ?? "").length + sizeOfInner(search),
    depth: innerOf(search).reduce((most, { depth }) => Math.max(most, depth + 1), 1)
  })

  /** Returns the condition of a search inside other segments, or its issues. */
  const read = (search: SegmentSearch, above: ReadonlyArray<string>) =>
    Result.map(
      planSearch(search, [...definitions.values()], setsIn(search, above), numbers),
      ({ condition }) => condition
    )

  /** Returns the sets that a search inside other segments can name. */
  const setsIn = (search: SegmentSearch, above: ReadonlyArray<string>): Sets =>
    new Map([
      ["contactListUuid", membership],
      [
        "segmentUuid",
        (uuid: string) => {
          const found = segmentIn(uuid, above)
          if (Result.isFailure(found)) return Result.fail(found.failure.message)
          return sizeOfInner(search) > maxSegmentConditions
            ? Result.fail(tooMany.message)
            : Result.succeed(found.success.condition)
        }
      ]
    ])

  return {
    /** Returns the condition of a segment, or why it cannot be evaluated. */
    evaluate: (segment: StoredSegment): Result.Result<Condition, SegmentFault> =>
      Result.mapBoth(evaluateBelow(segment, []), {
        onSuccess: ({ condition }) => condition,
        onFailure: ({ message, reason }): SegmentFault => ({ reason, detail: sentence(message) })
      }),

    /**
     * Returns the issues of a new search for a segment: the issues of any search, and options that are missing or
     * archived.
     */
    issuesOf: (search: SegmentSearch, uuid: string): ReadonlyArray<Issue> => {
      const options = placedFilters(search.advancedSearch ?? []).flatMap((placed) =>
        optionProblems(placed, definitions).map(({ message, path, reason }) =>
          issue(reason === "option_missing" ? "unknown_option" : "archived_option", path, message)
        )
      )
      return [...Result.match(read(search, [uuid]), { onSuccess: () => [], onFailure: (issues) => issues }), ...options]
    },

    /** Returns the conditions of these sets, for searches that name them. */
    setsOf: (named: ReadonlyArray<NamedSet>): Sets => setsIn(naming(named), [])
  }
}

/** Returns a search that only names these sets. */
const naming = (named: ReadonlyArray<NamedSet>): SegmentSearch => ({
  advancedSearch: named.map(({ name, uuid }) => ({ field: name, operator: "equals", value: uuid }))
})

const fieldProblem = (types: StoredSegment["fieldTypes"], definitions: Definitions): Problem | undefined => {
  const fault = fieldFault(types, definitions)
  return fault && { reason: fault.reason, message: fault.detail }
}

/**
 * Returns the problem of a segment that names a broken segment. The reason stays the same for excessive depth, and for
 * a cycle that includes both segments.
 */
const problemIn = (uuid: string, { message, reason, repeated }: Problem, above: ReadonlyArray<string>): Problem => {
  if (reason === "too_deep") return tooDeep
  const text = `the segment ${uuid} cannot be evaluated: ${message}`
  return repeated !== undefined && above.includes(repeated)
    ? { reason, message: text, repeated }
    : { reason: "segment_broken", message: text }
}

const tooDeep: Problem = {
  reason: "too_deep",
  message: `segments are nested more than ${maxSegmentDepth} deep`
}

const tooMany: Problem = {
  reason: "too_many_conditions",
  message: `the segments in filters have more than ${maxSegmentConditions} filters and words together`
}

const unreadable = ([first]: ReadonlyArray<Issue>): Problem => ({
  reason: "search_invalid",
  message: `the search is not valid${first === undefined ? "" : `: ${sentenceOf(first)}`}`
})

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`
