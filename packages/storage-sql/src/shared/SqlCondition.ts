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
  /** Given if the condition is that one of some entries of the contact passes a test. */
  readonly ofEntry?: EntryTest
  /** The rank of the condition by the rows that its form is expected to select, 1 for the fewest. Default: Infinity. */
  readonly selectivity?: number
  /** The column and the text, if the condition is that a column of contacts contains a text. */
  readonly contains?: ColumnPart
  /** Whether an index finds the rows that satisfy the condition, but not those that do not. */
  readonly indexedOnlyIfTrue?: boolean
  /** A SELECT of the number of contacts that satisfy the condition, as `total`, if that needs no look at contacts. */
  readonly total?: Statement.Fragment
  /** The `isTrue` and the `total` of the condition that this one negates, if only that has an index. */
  readonly negationOf?: { readonly isTrue: Statement.Fragment; readonly total?: Statement.Fragment | undefined }
  /** Ways to start a search from an index, the most selective first. Each selects the same rows as `isTrue`. */
  readonly probes?: ReadonlyArray<IndexProbe>
}

/**
 * The selectivity of a condition by its form. SQLite has no other estimate, and evaluates conditions in the given order
 * otherwise.
 */
export const selectivityOf = { oneText: 1, oneTextOfValues: 2, partOfText: 3, interval: 4, presence: 5 }

/**
 * The selectivity of a condition that a text contains this one: the longer, the fewer rows. The trigram indexes do not
 * serve a text of fewer than three characters.
 */
export const selectivityOfPart = (text: string): number => {
  const { length } = Array.from(text)
  return length < 3 ? selectivityOf.presence : selectivityOf.partOfText + 1 / length
}

/** A test of the entries of one field of a contact. */
interface EntryTest {
  readonly field: string
  /** The FROM and WHERE that select the entries of the contact. */
  readonly entries: Statement.Fragment
  readonly test: Statement.Fragment
}

/** A way to start a search from an index. */
export interface IndexProbe {
  /** A SELECT of uuids of contacts, in the order of the index. */
  readonly uuids: Statement.Fragment
  /** Given if that is an index of entries: the same SELECT in no order, whose column is `contact_uuid`. */
  readonly ofEntries?: Statement.Fragment
  /** Whether the planner estimates well how many entries the SELECT returns. */
  readonly isEstimated: boolean
  /** SELECTs of uuids of contacts from other indexes of entries: these contacts have to be in each of them. */
  readonly among: ReadonlyArray<Statement.Fragment>
  /** The conditions on other entries of these contacts, in a form for each row that stays one. */
  readonly perEntry: ReadonlyArray<Statement.Fragment>
  /** The conditions that these contacts have to satisfy besides, in the form for each row. */
  readonly others: ReadonlyArray<Statement.Fragment>
}

type Sql = Db["sql"]
type Language = Pick<Db, "dialect" | "sql">

/** Whether a value is not NULL. */
export const isPresent = (sql: Sql, value: Statement.Fragment): SqlCondition => ({
  isTrue: sql`(${value} IS NOT NULL)`,
  isFalse: sql`(${value} IS NULL)`
})

/** A comparison, and the same one in the form for each row. It is false if a value is NULL (S1). */
export const comparison = (sql: Sql, isTrue: Statement.Fragment, perRow = isTrue): SqlCondition => ({
  isTrue,
  isFalse: sql`((${perRow}) IS NOT TRUE)`,
  hints: { indexedOnlyIfTrue: true, perRow }
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
  ...(hints?.indexedOnlyIfTrue && { hints: { negationOf: { isTrue, total: hints.total } } })
})

/**
 * True if every part is true; true for no parts. A search starts from the most selective parts, the others are evaluated
 * per row.
 */
export const allOf = ({ dialect, sql }: Language, parts: ReadonlyArray<SqlCondition>): SqlCondition => {
  const ordered = parts.toSorted(bySelectivity)
  const [first] = ordered
  if (first === undefined) return { isTrue: sql.literal("TRUE"), isFalse: sql.literal("FALSE") }
  const probes =
    selectivity(first) > selectivityOf.oneText ? ordered.flatMap((part) => probesOf(sql, part, ordered)) : []
  const starting = ordered.slice(0, dialect.startingConditions).map(({ isTrue }) => isTrue)
  return {
    isTrue: sql.and([...starting, ...allPerRow(sql, ordered.slice(starting.length))]),
    isFalse: sql.or(parts.map(({ isFalse }) => isFalse)),
    hints: { perRow: sql.and(allPerRow(sql, ordered)), selectivity: selectivity(first), probes }
  }
}

const selectivity = ({ hints }: SqlCondition): number => hints?.selectivity ?? Infinity

const bySelectivity = Order.mapInput(Order.Number, selectivity)

const perRow = ({ hints, isTrue }: SqlCondition): Statement.Fragment => hints?.perRow ?? isTrue

/** The forms of parts for each row. The entries of a field are read once for all tests of them. */
const allPerRow = (sql: Sql, parts: ReadonlyArray<SqlCondition>): ReadonlyArray<Statement.Fragment> => {
  const groups = Map.groupBy(parts, (part) => part.hints?.ofEntry?.field ?? part)
  return Array.from(groups.values()).flatMap((group) => {
    const tests = group.flatMap(({ hints }) => hints?.ofEntry ?? [])
    const [one, another] = tests
    return one === undefined || another === undefined ? group.map(perRow) : [allPass(sql, one.entries, tests)]
  })
}

/** Whether each of some tests is passed by one of the entries. */
const allPass = (sql: Sql, entries: Statement.Fragment, tests: ReadonlyArray<EntryTest>): Statement.Fragment => {
  const passed = tests.map(({ test }) => sql`count(CASE WHEN ${test} THEN 1 END) > 0`)
  return sql`(SELECT ${sql.and(passed)} ${entries})`
}

/**
 * The probes of a part, with all other parts as further conditions. What entries alone decide is decided among them, so
 * that contacts are read only if they satisfy all of it.
 */
const probesOf = (sql: Sql, part: SqlCondition, parts: ReadonlyArray<SqlCondition>): ReadonlyArray<IndexProbe> => {
  const more = parts.filter((other) => other !== part)
  const selected = more.flatMap((other) => entriesOf(sql, other) ?? [])
  const rest = more.filter((other) => entriesOf(sql, other) === undefined)
  const tested = rest.flatMap(({ hints }) =>
    hints?.ofEntry ? allPass(sql, hints.ofEntry.entries, [hints.ofEntry]) : []
  )
  const left = allPerRow(
    sql,
    rest.filter(({ hints }) => hints?.ofEntry === undefined)
  )
  return (part.hints?.probes ?? []).map((probe) =>
    probe.ofEntries === undefined
      ? { ...probe, others: [...probe.others, ...allPerRow(sql, more)] }
      : {
          ...probe,
          among: [...probe.among, ...selected],
          perEntry: [...probe.perEntry, ...tested],
          others: [...probe.others, ...left]
        }
  )
}

/** A SELECT of the uuids of the contacts that satisfy a condition, if well estimated indexes of entries decide that. */
const entriesOf = (sql: Sql, { hints }: SqlCondition): Statement.Fragment | undefined => {
  const [probe] = hints?.probes ?? []
  const isWhole = probe?.isEstimated && probe.others.length === 0 && probe.perEntry.length === 0
  return isWhole ? selectedBy(sql, probe) : undefined
}

/** A SELECT of the uuids that a probe of entries selects; undefined for other probes. */
export const selectedBy = (sql: Sql, { among, ofEntries }: IndexProbe): Statement.Fragment | undefined =>
  ofEntries && isAmong(sql, ofEntries, "contact_uuid", among)

/** A SELECT with a WHERE, of those of its uuids that other SELECTs return too. */
export const isAmong = (
  sql: Sql,
  select: Statement.Fragment,
  column: string,
  among: ReadonlyArray<Statement.Fragment>
): Statement.Fragment => among.reduce((select, uuids) => sql`${select} AND ${sql(column)} IN (${uuids})`, select)

/** True if at least one part is true; false for no parts. */
export const anyOf = (sql: Sql, parts: ReadonlyArray<SqlCondition>): SqlCondition =>
  parts.length === 0
    ? { isTrue: sql.literal("FALSE"), isFalse: sql.literal("TRUE") }
    : {
        isTrue: sql.or(parts.map(({ isTrue }) => isTrue)),
        isFalse: sql.and(parts.map(({ isFalse }) => isFalse)),
        hints: { perRow: sql.or(parts.map(perRow)) }
      }
