import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

/**
 * A condition in SQL and its exact negation. `NOT` is not that: a comparison with NULL is neither true nor false, and
 * so is its negation. Besides, planners use an index for some forms of a negation and not for others.
 */
export interface SqlCondition {
  /** True exactly for the rows that satisfy the condition. */
  readonly isTrue: Statement.Fragment
  /** True exactly for the rows that do not satisfy the condition. */
  readonly isFalse: Statement.Fragment
}

/** Whether a value is not NULL. */
export const isPresent = (sql: Db["sql"], value: Statement.Fragment): SqlCondition => ({
  isTrue: sql`(${value} IS NOT NULL)`,
  isFalse: sql`(${value} IS NULL)`
})
