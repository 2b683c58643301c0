import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"

/**
 * A condition in SQL beside its exact negation. A missing value makes a comparison neither true nor false there, and its
 * negation too; and planners see through some forms of a negation and not through others.
 */
export interface Truth {
  readonly holds: Statement.Fragment
  readonly fails: Statement.Fragment
}

type Sql = Db["sql"]

/** Whether there is a value. */
export const isPresent = (sql: Sql, value: Statement.Fragment): Truth => ({
  holds: sql`(${value} IS NOT NULL)`,
  fails: sql`(${value} IS NULL)`
})

/** A comparison, which fails where a value is missing (S1). */
export const comparison = (sql: Sql, holds: Statement.Fragment): Truth => ({
  holds,
  fails: sql`((${holds}) IS NOT TRUE)`
})

export const negated = ({ fails, holds }: Truth): Truth => ({ holds: fails, fails: holds })

/** True when all are; true of none. */
export const allHold = (sql: Sql, parts: ReadonlyArray<Truth>): Truth =>
  parts.length === 0
    ? { holds: sql.literal("TRUE"), fails: sql.literal("FALSE") }
    : { holds: sql.and(parts.map(({ holds }) => holds)), fails: sql.or(parts.map(({ fails }) => fails)) }

/** True when at least one is; false of none. */
export const anyHolds = (sql: Sql, parts: ReadonlyArray<Truth>): Truth => negated(allHold(sql, parts.map(negated)))
