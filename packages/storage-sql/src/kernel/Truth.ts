import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import type { ColumnPart } from "./Dialect.ts"

/**
 * A condition in SQL beside its exact negation. A missing value makes a comparison neither true nor false there, and its
 * negation too; and planners see through some forms of a negation and not through others.
 */
export interface Truth {
  readonly holds: Statement.Fragment
  readonly fails: Statement.Fragment
  /** As `holds`, asked of one row after another: for a search that begins with a condition of a lower reach. */
  readonly asked?: Statement.Fragment
  /** How many rows a condition of this form is expected to leave, compared with others: the lower the fewer. */
  readonly reach?: number
  /** What is looked for, where the condition is that a column of contacts contains a text. */
  readonly contains?: ColumnPart
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

/** True when all are; true of none. A search begins with the part of the lowest reach, and asks what it finds the others. */
export const allHold = (sql: Sql, parts: ReadonlyArray<Truth>): Truth => {
  if (parts.length === 0) return { holds: sql.literal("TRUE"), fails: sql.literal("FALSE") }
  const reach = Math.min(...parts.map(({ reach = Infinity }) => reach))
  const first = parts.findIndex((part) => part.reach === reach)
  return {
    holds: sql.and(parts.map(({ asked, holds }, index) => (index === first ? holds : (asked ?? holds)))),
    fails: sql.or(parts.map(({ fails }) => fails)),
    reach
  }
}

/** True when at least one is; false of none. */
export const anyHolds = (sql: Sql, parts: ReadonlyArray<Truth>): Truth => negated(allHold(sql, parts.map(negated)))
