import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"

/**
 * A condition in SQL and its exact negation. `NOT` is not exact: a comparison with NULL is neither true nor false, and
 * neither is its negation. Also, planners use an index only for some forms of a negation.
 */
export interface SqlCondition {
  /** True exactly for the rows that satisfy the condition. */
  readonly isTrue: Statement.Fragment
  /** True exactly for the rows that do not satisfy the condition. */
  readonly isFalse: Statement.Fragment
}

/** Returns the condition that a value is not NULL. */
export const isPresent = (sql: Db["sql"], value: Statement.Fragment): SqlCondition => ({
  isTrue: sql`(${value} IS NOT NULL)`,
  isFalse: sql`(${value} IS NULL)`
})
