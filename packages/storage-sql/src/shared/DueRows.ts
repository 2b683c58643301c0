import type { StorageError } from "@rollcall/core"
import { Duration, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { Read } from "../database/Rows.ts"
import type { TableName } from "../database/Tables.ts"

/** A table with rows that are due at a time. */
interface DueTable {
  readonly from: TableName
  /** Default: `due_at`. The column with the time. */
  readonly dueAt?: string
  /** Default: none. A condition for the rows. */
  readonly where?: Statement.Fragment
}

/** Inserts a row that is due at once. */
export const insertDue = Effect.fnUntraced(function* (
  { dialect, run, sql, table }: Db,
  name: TableName,
  record: { readonly [column: string]: unknown }
) {
  const columns = sql.csv(Object.keys(record).map((column) => sql`${sql(column)}`))
  const values = sql.csv(Object.values(record).map((value) => sql`${value}`))
  yield* run(sql`INSERT INTO ${table(name)} (${columns}, due_at) VALUES (${values}, ${yield* dialect.now})`)
})

/** The column that identifies a row in its workspace, and further columns to read. */
interface Keyed<Name extends string> extends DueTable {
  readonly key: string
  readonly as: Name
  readonly more?: Statement.Fragment
}

/**
 * Claims the first due rows of a table, which are due again after the duration. Skips rows locked by another transaction. A
 * SELECT before the UPDATE keeps the order of due times, because RETURNING has no order.
 */
export const claimFirst = <
  const Name extends string,
  Row extends { readonly workspace: string } & { readonly [N in Name]: string }
>(
  db: Db,
  read: Read<ReadonlyArray<Row>>,
  { as, dueAt = "due_at", from, key, more = db.sql``, where }: Keyed<Name>,
  limit: number,
  after: Duration.Duration
): Effect.Effect<ReadonlyArray<Row>, StorageError> => {
  const { dialect, run, sql, table } = db
  const claim = Effect.gen(function* () {
    const now = yield* dialect.now
    const isDue = sql`${sql(dueAt)} <= ${now}`
    const due = yield* read(db)(sql`
      SELECT workspace_uuid AS workspace, ${sql(key)} AS ${sql(as)}${more} FROM ${table(from)}
      WHERE ${where === undefined ? isDue : sql`${where} AND ${isDue}`}
      ORDER BY ${sql(dueAt)} LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`)
    if (due.length === 0) return due
    const rows = due.map((row) => ({ workspace: row.workspace, claimed: row[as] }))
    const given = dialect.valuesTable("given", { workspace: "uuid", claimed: "uuid" }, rows)
    yield* run(sql`
      UPDATE ${table(from)} SET ${sql(dueAt)} = ${now} + ${Math.ceil(Duration.toMillis(after))} FROM ${given}
      WHERE workspace_uuid = given.workspace AND ${sql(key)} = given.claimed`)
    return due
  })
  return db.transaction(claim)
}

/** Returns a function that limits how long the rows of a table wait until they are due. */
export const shortenWaits = ({ dialect, run, sql, table }: Db, { dueAt = "due_at", from, where }: DueTable) =>
  Effect.fnUntraced(function* (longest: Duration.Duration): Effect.fn.Return<void, StorageError> {
    const latest = sql`${yield* dialect.now} + ${Math.ceil(Duration.toMillis(longest))}`
    const isLater = sql`${sql(dueAt)} > ${latest}`
    yield* run(sql`
      UPDATE ${table(from)} SET ${sql(dueAt)} = ${latest}
      WHERE ${where === undefined ? isLater : sql`${where} AND ${isLater}`}`)
  })
