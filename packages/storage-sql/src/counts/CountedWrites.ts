import { Effect, Random } from "effect"
import type { SqlError, Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { type CountedTable, countedTables, type CountTable } from "./CountedTables.ts"

/** Share of counting statements after which the rows of their keys are replaced by sums. */
const mergesIn = 0.02

/** A statement's additions to a table of counts: a SELECT of the keys and of each count. */
export interface CountChange {
  readonly table: CountTable
  readonly changes: Statement.Fragment
  /** Condition for the rows merged after the statement. Default: none. */
  readonly of?: Statement.Fragment
}

/** Columns or expressions of the written rows, by result name. */
type Returned = { readonly [name: string]: string }

/** A statement that writes counted rows. */
export interface CountedWrite {
  /** The subqueries used by the statement, as written after `WITH`. */
  readonly given?: Statement.Fragment
  /** An INSERT, UPDATE or DELETE without RETURNING. */
  readonly write: Statement.Fragment
  /** The result columns for each written row. */
  readonly returns: Returned
  /**
   * How the rows are counted. The table `written` has the columns of both `returns`. Unused if triggers do the counting,
   * because such databases cannot write in subqueries.
   */
  readonly counting: {
    /** Subqueries read before the write, in the format of `given`. */
    readonly given?: Statement.Fragment
    readonly returns: Returned
    /** Subqueries that read from `written`, in the format of `given`. */
    readonly after?: Statement.Fragment
    readonly changes: ReadonlyArray<CountChange>
  }
}

/**
 * Returns the subqueries that add to tables of counts, as written after `WITH`. Each inserts one row per changed key. Count
 * rows are never updated, so no transaction waits for another.
 */
export const countingSubqueries = (db: Db, changes: ReadonlyArray<CountChange>): ReadonlyArray<Statement.Fragment> =>
  changes.map((change) => adding(db, change, change.changes))

/**
 * Replaces the rows of keys with several rows by their sums, in about 1 of 50 calls and one statement per table. Skips rows
 * that another transaction is replacing. Call it after a statement that counts.
 */
export const mergeSometimes = (db: Db, changes: ReadonlyArray<CountChange>): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(Random.next, (random) =>
    random < mergesIn ? Effect.forEach(changes, (change) => merging(db, change), { discard: true }) : Effect.void
  )

const adding = ({ sql, table: tableOf }: Db, { table }: Pick<CountChange, "table">, changes: Statement.Fragment) => {
  const { counts, keys }: CountedTable = countedTables[table]
  const names = Object.keys(counts)
  const sums = names.map((name) => `sum(${name})`)
  return sql`${sql(`${table}_added`)} AS (
    INSERT INTO ${tableOf(table)} (${sql.literal([...keys, ...names].join(", "))})
    SELECT ${sql.literal([...keys, ...sums].join(", "))} FROM (${changes}) AS changes
    GROUP BY ${sql.literal(keys.join(", "))}
    HAVING (${sql.literal(sums.join(", "))}) <> (${sql.literal(sums.map(() => "0").join(", "))})
  )`
}

const merging = (db: Db, { of, table }: CountChange): Effect.Effect<unknown, SqlError.SqlError> => {
  if (of === undefined) return Effect.void
  const { sql, table: tableOf } = db
  const { counts, keys }: CountedTable = countedTables[table]
  const key = sql.literal(keys.join(", "))
  const all = [...keys, ...Object.keys(counts)]
  const isSame = [...keys, "sequence"].map((name) => `counted.${name} = chosen.${name}`).join(" AND ")
  const merged = adding(db, { table }, sql`SELECT ${sql.literal(all.join(", "))} FROM merged`)
  return sql`
    WITH chosen AS MATERIALIZED (
      SELECT ${key}, sequence FROM ${tableOf(table)} AS counted WHERE ${of} AND (${key}) IN (
        SELECT ${key} FROM ${tableOf(table)} WHERE ${of} GROUP BY ${key} HAVING count(*) > 1
      )
      FOR UPDATE OF counted SKIP LOCKED
    ),
    merged AS (
      DELETE FROM ${tableOf(table)} AS counted USING chosen WHERE ${sql.literal(isSame)}
      RETURNING ${sql.literal(all.map((name) => `counted.${name}`).join(", "))}
    ),
    ${merged}
    SELECT 1 WHERE FALSE`
}

const returning = (columns: Returned) =>
  Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(", ")

/** Writes counted rows and their counts in one statement. */
export const writeCounted = (
  db: Db,
  { counting, given, returns, write }: CountedWrite,
  { isPrepared = true }: { readonly isPrepared?: boolean } = {}
): Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError> => {
  const { dialect, sql } = db
  const run = (statement: Statement.Statement<unknown>) => (isPrepared ? statement : dialect.runUnprepared(statement))
  const names = Object.keys(returns)
  if (!dialect.engine.writesInSubqueries) {
    const prefix = given === undefined ? sql`` : sql`WITH ${given} `
    return run(sql`${prefix}${write}${sql.literal(names.length === 0 ? "" : ` RETURNING ${returning(returns)}`)}`)
  }
  const written = sql`written AS (${write} RETURNING ${sql.literal(returning({ ...returns, ...counting.returns }))})`
  const some = [given, counting.given, written, counting.after].filter((one) => one !== undefined)
  const result = names.length === 0 ? "1 WHERE FALSE" : `${names.map((name) => `"${name}"`).join(", ")} FROM written`
  const counts = countingSubqueries(db, counting.changes)
  return Effect.tap(run(sql`WITH ${sql.csv([...some, ...counts])} SELECT ${sql.literal(result)}`), () =>
    mergeSometimes(db, counting.changes)
  )
}
