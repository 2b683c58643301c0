import { Effect, Random } from "effect"
import type { SqlError, Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { type CountedTable, countedTables, type CountTable } from "./CountedTables.ts"

/** How often a statement that counts replaces the rows of its keys by their sums. */
const mergesIn = 0.02

/** What a statement adds to a table of counts: a SELECT of the keys and of each count. */
export interface CountChange {
  readonly table: CountTable
  readonly changes: Statement.Fragment
}

/** Columns or expressions of the written rows by the names of the results. */
type Returned = { readonly [name: string]: string }

/** A statement that writes counted rows. */
export interface CountedWrite {
  /** The subqueries that the statement reads, as they are written after `WITH`. */
  readonly given?: Statement.Fragment
  /** An INSERT, UPDATE or DELETE without RETURNING. */
  readonly write: Statement.Fragment
  /** What the caller gets of each row that is written. */
  readonly returns: Returned
  /**
   * What is counted of the rows, which are the table `written` with the columns of both. Not used where triggers count:
   * there the database cannot write in subqueries.
   */
  readonly counting: {
    /** What is read before, as `given`. */
    readonly given?: Statement.Fragment
    readonly returns: Returned
    /** What is read of `written`, as `given`. */
    readonly after?: Statement.Fragment
    readonly changes: ReadonlyArray<CountChange>
  }
}

/**
 * The subqueries that add to tables of counts, as they are written after `WITH`: each inserts a row with the change of each
 * key. No row of a count is updated, so that no transaction waits for another. About each 50th time they replace the rows
 * of the keys by their sums. Rows that another transaction is replacing are passed over.
 */
export const countingSubqueries = (
  db: Db,
  changes: ReadonlyArray<CountChange>
): Effect.Effect<ReadonlyArray<Statement.Fragment>> =>
  Effect.map(Random.next, (random) =>
    changes.flatMap((change) => (random < mergesIn ? merging(db, change) : [adding(db, change, change.changes)]))
  )

const adding = ({ sql, table: tableOf }: Db, { table }: CountChange, changes: Statement.Fragment) => {
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

const merging = (db: Db, change: CountChange) => {
  const { sql, table: tableOf } = db
  const { table } = change
  const { counts, keys }: CountedTable = countedTables[table]
  const key = sql.literal(keys.join(", "))
  const columns = sql.literal([...keys, ...Object.keys(counts)].join(", "))
  const [changed, chosen, merged] = ["changed", "chosen", "merged"].map((part) => sql`${sql(`${table}_${part}`)}`)
  const isSame = [...keys, "sequence"].map((name) => `counted.${name} = chosen.${name}`).join(" AND ")
  return [
    sql`${changed} AS MATERIALIZED (${change.changes})`,
    sql`${chosen} AS MATERIALIZED (
      SELECT ${key}, sequence FROM ${tableOf(table)} AS counted WHERE (${key}) IN (SELECT ${key} FROM ${changed})
      FOR UPDATE OF counted SKIP LOCKED
    )`,
    sql`${merged} AS (
      DELETE FROM ${tableOf(table)} AS counted USING ${chosen} AS chosen WHERE ${sql.literal(isSame)}
      RETURNING ${sql.literal([...keys, ...Object.keys(counts)].map((name) => `counted.${name}`).join(", "))}
    )`,
    adding(db, change, sql`SELECT ${columns} FROM ${changed} UNION ALL SELECT ${columns} FROM ${merged}`)
  ]
}

const returning = (columns: Returned) =>
  Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(", ")

/** Writes counted rows, with what is counted of them, in one statement. */
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
  return Effect.flatMap(countingSubqueries(db, counting.changes), (counts) =>
    run(sql`WITH ${sql.csv([...some, ...counts])} SELECT ${sql.literal(result)}`)
  )
}
