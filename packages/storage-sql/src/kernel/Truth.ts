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
  /** Whether an index tells where it holds and not where it fails. */
  readonly oneSided?: boolean
  /** The one-sided condition that this is the negation of. */
  readonly negates?: Statement.Fragment
  /** Where a search can begin, the most promising first; each of them says the same as `holds`. */
  readonly beginnings?: ReadonlyArray<Beginning>
}

/** What a condition is expected to leave, by its form: SQLite knows no more, and takes what comes first otherwise. */
export const reachOf = { oneText: 1, oneTextOfValues: 2, partOfText: 3, interval: 4, presence: 5 }

/** A selection of uuids from an index, in its order, and the conditions that those contacts have to satisfy besides. */
interface Beginning {
  readonly uuids: Statement.Fragment
  readonly rest: ReadonlyArray<Statement.Fragment>
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
  fails: sql`((${holds}) IS NOT TRUE)`,
  oneSided: true
})

export const negated = ({ fails, holds, oneSided }: Truth): Truth => ({
  holds: fails,
  fails: holds,
  ...(oneSided && { negates: holds })
})

/** True when all are; true of none. A search begins with the part of the lowest reach, and asks what it finds the others. */
export const allHold = (sql: Sql, parts: ReadonlyArray<Truth>): Truth => {
  const ordered = parts.toSorted(byReach)
  const [first, ...others] = ordered
  if (first === undefined) return { holds: sql.literal("TRUE"), fails: sql.literal("FALSE") }
  const { reach = Infinity } = first
  const beginnings = reach > reachOf.oneText ? ordered.flatMap((part) => beginningsAmong(part, ordered)) : []
  return {
    holds: sql.and([first.holds, ...others.map(asked)]),
    fails: sql.or(parts.map(({ fails }) => fails)),
    reach,
    beginnings
  }
}

const byReach = ({ reach: one = Infinity }: Truth, { reach: other = Infinity }: Truth): number =>
  one === other ? 0 : one - other

const asked = ({ asked, holds }: Truth): Statement.Fragment => asked ?? holds

const beginningsAmong = (part: Truth, parts: ReadonlyArray<Truth>): ReadonlyArray<Beginning> => {
  const others = parts.filter((other) => other !== part).map(asked)
  return (part.beginnings ?? []).map(({ rest, uuids }) => ({ uuids, rest: [...rest, ...others] }))
}

/** True when at least one is; false of none. */
export const anyHolds = (sql: Sql, parts: ReadonlyArray<Truth>): Truth => negated(allHold(sql, parts.map(negated)))
