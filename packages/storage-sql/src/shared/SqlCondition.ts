import { Order } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import type { ColumnPart } from "./Dialect.ts"

/**
 * A condition in SQL and its exact negation. `NOT` is not that: a comparison with NULL is neither true nor false, and
 * so is its negation. Besides, planners use an index for some forms of a negation and not for others.
 */
export interface SqlCondition {
  /** True exactly for the rows that satisfy the condition. */
  readonly isTrue: Statement.Fragment
  /** True exactly for the rows that do not satisfy the condition. */
  readonly isFalse: Statement.Fragment
  readonly hints?: PlannerHints
}

/** How a condition is executed well in a search. Hints never change which rows the condition selects. */
export interface PlannerHints {
  /** Selects the same rows as `isTrue`; cheaper when it is evaluated for each row that another condition has found. */
  readonly perRow?: Statement.Fragment
  /** The rank of the condition by the rows that its form is expected to select, 1 for the fewest. Default: Infinity. */
  readonly selectivity?: number
  /** The column and the text, if the condition is that a column of contacts contains a text. */
  readonly contains?: ColumnPart
  /** Whether an index finds the rows that satisfy the condition, but not those that do not. */
  readonly indexedOnlyIfTrue?: boolean
  /** The `isTrue` of the condition that this one negates, if only that has an index. */
  readonly negationOf?: Statement.Fragment
  /** Ways to start a search from an index, the most selective first. Each selects the same rows as `isTrue`. */
  readonly probes?: ReadonlyArray<IndexProbe>
}

/**
 * The selectivity of a condition by its form. SQLite has no other estimate, and evaluates conditions in the given order
 * otherwise.
 */
export const selectivityOf = { oneText: 1, oneTextOfValues: 2, partOfText: 3, interval: 4, presence: 5 }

/** A way to start a search from an index. */
interface IndexProbe {
  /** A SELECT of uuids of contacts, in the order of the index. */
  readonly uuids: Statement.Fragment
  /** The conditions that these contacts have to satisfy besides, in the form for each row. */
  readonly others: ReadonlyArray<Statement.Fragment>
}

type Sql = Db["sql"]

/** Whether a value is not NULL. */
export const isPresent = (sql: Sql, value: Statement.Fragment): SqlCondition => ({
  isTrue: sql`(${value} IS NOT NULL)`,
  isFalse: sql`(${value} IS NULL)`
})

/** A comparison. It is false if a value is NULL (S1). */
export const comparison = (sql: Sql, isTrue: Statement.Fragment): SqlCondition => ({
  isTrue,
  isFalse: sql`((${isTrue}) IS NOT TRUE)`,
  hints: { indexedOnlyIfTrue: true }
})

/** Adds hints to a condition. */
export const withHints = (condition: SqlCondition, hints: PlannerHints): SqlCondition => ({
  ...condition,
  hints: { ...condition.hints, ...hints }
})

/** The negation. It keeps no hint but the one for an index that does not serve it. */
export const negated = ({ hints, isFalse, isTrue }: SqlCondition): SqlCondition => ({
  isTrue: isFalse,
  isFalse: isTrue,
  ...(hints?.indexedOnlyIfTrue && { hints: { negationOf: isTrue } })
})

/**
 * True if every part is true; true for no parts. The most selective part comes first, the others are evaluated per row.
 */
export const allOf = (sql: Sql, parts: ReadonlyArray<SqlCondition>): SqlCondition => {
  const ordered = parts.toSorted(bySelectivity)
  const [first, ...others] = ordered
  if (first === undefined) return { isTrue: sql.literal("TRUE"), isFalse: sql.literal("FALSE") }
  const probes = selectivity(first) > selectivityOf.oneText ? ordered.flatMap((part) => probesOf(part, ordered)) : []
  return {
    isTrue: sql.and([first.isTrue, ...others.map(perRow)]),
    isFalse: sql.or(parts.map(({ isFalse }) => isFalse)),
    hints: { selectivity: selectivity(first), probes }
  }
}

const selectivity = ({ hints }: SqlCondition): number => hints?.selectivity ?? Infinity

const bySelectivity = Order.mapInput(Order.Number, selectivity)

const perRow = ({ hints, isTrue }: SqlCondition): Statement.Fragment => hints?.perRow ?? isTrue

/** The probes of a part, with all other parts as further conditions. */
const probesOf = (part: SqlCondition, parts: ReadonlyArray<SqlCondition>): ReadonlyArray<IndexProbe> => {
  const more = parts.filter((other) => other !== part).map(perRow)
  return (part.hints?.probes ?? []).map(({ others, uuids }) => ({ uuids, others: [...others, ...more] }))
}

/** True if at least one part is true; false for no parts. */
export const anyOf = (sql: Sql, parts: ReadonlyArray<SqlCondition>): SqlCondition =>
  negated(allOf(sql, parts.map(negated)))
