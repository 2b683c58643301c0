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

/** What searches name, as it is now. What is not in it is not there. */
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
  /** How many filters and words its search has, with those of the segments in it. */
  readonly size: number
  /** How deep its segments name each other: one if it names no other. */
  readonly depth: number
}

/**
 * Evaluates segments by what they name. The search of a segment is planned in the place where a filter names it, so that
 * no plan has a segment in it. Each is planned once; the first problem and the bounds end the evaluation.
 */
export const makeEvaluation = ({ definitions, lists, numbers, segments }: Named) => {
  const evaluated = new Map<string, Evaluated>()
  const membership = membershipIn(lists)

  /** A segment and its path from the first one, or why it cannot be evaluated. */
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

  /** What a search that is below some segments names first without a meaning. */
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

  /** A segment that is named below others, or why it cannot be named there. */
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

  /** The segments that a search names, with repetitions, except segments that cannot be evaluated. */
  const innerOf = (search: SegmentSearch): ReadonlyArray<Evaluated> =>
    namedSets(search).flatMap(({ uuid }) => evaluated.get(uuid) ?? [])

  const sizeOfInner = (search: SegmentSearch): number => innerOf(search).reduce((sum, { size }) => sum + size, 0)

  const extentOf = (search: SegmentSearch): Pick<Evaluated, "depth" | "size"> => ({
    size:
      filtersIn(search.advancedSearch ?? []).length + termTokens(search.searchTerm ?? "").length + sizeOfInner(search),
    depth: innerOf(search).reduce((most, { depth }) => Math.max(most, depth + 1), 1)
  })

  /** The condition of a search that is below some segments, or its issues. */
  const read = (search: SegmentSearch, above: ReadonlyArray<string>) =>
    Result.map(
      planSearch(search, [...definitions.values()], setsIn(search, above), numbers),
      ({ condition }) => condition
    )

  /** What a search that is below some segments can name. */
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
    /** The condition of a segment, or why it cannot be evaluated. */
    evaluate: (segment: StoredSegment): Result.Result<Condition, SegmentFault> =>
      Result.mapBoth(evaluateBelow(segment, []), {
        onSuccess: ({ condition }) => condition,
        onFailure: ({ message, reason }): SegmentFault => ({ reason, detail: sentence(message) })
      }),

    /** The issues of a search that is given for a segment: those of any search, and options that are not in use. */
    issuesOf: (search: SegmentSearch, uuid: string): ReadonlyArray<Issue> => {
      const options = placedFilters(search.advancedSearch ?? []).flatMap((placed) =>
        optionProblems(placed, definitions).map(({ message, path, reason }) =>
          issue(reason === "option_missing" ? "unknown_option" : "archived_option", path, message)
        )
      )
      return [...Result.match(read(search, [uuid]), { onSuccess: () => [], onFailure: (issues) => issues }), ...options]
    },

    /** What any search can name that names these sets. */
    setsOf: (named: ReadonlyArray<NamedSet>): Sets => setsIn(naming(named), [])
  }
}

/** A search that names these sets, and asks for nothing else. */
const naming = (named: ReadonlyArray<NamedSet>): SegmentSearch => ({
  advancedSearch: named.map(({ name, uuid }) => ({ field: name, operator: "equals", value: uuid }))
})

const fieldProblem = (types: StoredSegment["fieldTypes"], definitions: Definitions): Problem | undefined => {
  const fault = fieldFault(types, definitions)
  return fault && { reason: fault.reason, message: fault.detail }
}

/** Why a named segment cannot be evaluated, for the segment that names it. A cycle and the depth are those of both. */
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
