import type { WorkspaceUuid } from "@rollcall/core"
import type { LockMode, SortDirection } from "@rollcall/core/storage"
import { Context, type Effect, type Stream } from "effect"
import type * as Arr from "effect/Array"
import type { SqlError, Statement } from "effect/sql"
import type { EventOrder } from "./EventOrder.ts"
import type { Engine } from "./Engine.ts"
import type { DatabaseError, ExplainError } from "./StorageErrors.ts"
import type { TableName } from "./Tables.ts"

/** The SQL type of a column of a values table. */
export type MemberType = "text" | "integer" | "double" | "uuid"

/** The columns of a values table with their types: one for each member of its items. */
export type Members<Item> = { readonly [Name in keyof Item]: MemberType }

/** A comparison operator of SQL. */
export type Comparison = "<" | "<=" | "=" | ">=" | ">"

/** A table with strings that are searched for substrings. */
export type SearchedTable = "contacts" | "contact_values"

/**
 * How a SELECT locks its rows against other transactions.
 *
 * - `update`: against changes, removals and other locks. Waits for locked rows.
 * - `share`: against changes and removals. Waits for a transaction that has locked, changed or removed a row, and then
 *   selects the remaining rows.
 * - `reference`: against removals. Waits for a transaction that is removing a row, and skips the row if the transaction
 *   commits.
 */
export type RowLock = "update" | "share" | "reference"

export interface RowLockOptions {
  /** Default: every table of the SELECT. The table with the rows to lock. */
  readonly of?: string
  /** Default: false. Whether to skip rows that another transaction has locked. */
  readonly skipLocked?: boolean
}

/** The use of a condition: to find rows by an index, or to test other rows. Both select the same rows. */
export type Form = "find" | "test"

/** A column and a substring to find in it. */
export interface ColumnPart {
  readonly column: string
  readonly text: string
}

/** A table with strings that are compared. */
export type TextTable = SearchedTable | "contact_lists" | "segments" | "broadcast_recipients" | "merged_identifiers"

/** The SQL and the driver behavior that differ between databases. */
export class Dialect extends Context.Service<
  Dialect,
  {
    readonly engine: Engine

    /**
     * Returns the current timestamp in milliseconds since the epoch, by the clock that all processes of the store share.
     * It is the same everywhere in a statement.
     */
    readonly now: Effect.Effect<Statement.Fragment>

    readonly eventOrder: EventOrder

    /**
     * Merges pending writes into indexes and removes deleted entries, without the statement timeout. Gives up if an index
     * stays locked for seconds. Call it outside a transaction.
     */
    readonly maintainIndexes: Effect.Effect<void, DatabaseError>

    /**
     * Locks `key` shared until the transaction ends, as `lockKeys` does, then reads the version of a workspace's custom
     * field definitions.
     */
    readonly definitionsVersion: (key: string, workspace: WorkspaceUuid) => Statement.Fragment

    /**
     * Returns a table for FROM, named `alias`, with a row for each item and a column for each member. The number of
     * parameters does not depend on the number of items.
     */
    readonly valuesTable: <Item extends { readonly [Name in keyof Item]: string | number | null }>(
      alias: string,
      members: Members<Item>,
      items: ReadonlyArray<Item>
    ) => Statement.Fragment

    /** Returns the end of a SELECT that locks its rows until the transaction ends. */
    readonly lockRows: (mode: RowLock, options?: RowLockOptions) => Statement.Fragment

    /**
     * Locks keys until the transaction ends. `exclusive` waits for every other lock on these keys, `shared` only for
     * exclusive locks. Waiting transactions get a lock in the order of their requests.
     */
    readonly lockKeys: (keys: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<void, SqlError.SqlError>

    /** Returns whether it locked keys like `lockKeys`, but without waiting. If not, some keys may be locked. */
    readonly tryLocks: (keys: ReadonlyArray<string>, mode: LockMode) => Statement.Fragment

    /** Returns the smaller or the greater of two numbers. */
    readonly ofTwo: (
      which: "least" | "greatest",
      one: Statement.Fragment,
      other: Statement.Fragment
    ) => Statement.Fragment

    /** Returns the UTC day of a timestamp in milliseconds since the epoch, as `MM-DD`. The year is 0 to 9999. */
    readonly dayOfYear: (millis: Statement.Fragment) => Statement.Fragment

    /** Returns an aggregate: the values of a column as a JSON array, in no particular order. */
    readonly jsonList: (column: string) => Statement.Fragment

    /** Returns a member of a JSON object in a text column, as JSON; NULL if the object has no such member. */
    readonly jsonMember: (object: Statement.Fragment, key: Statement.Fragment) => Statement.Fragment

    /** Compares a column with a string by code point. NULL if the column is NULL. */
    readonly compare: (column: string, operator: Comparison, text: string, table: TextTable) => Statement.Fragment

    /** Compares like `compare` with `=`, but with an expression, such as a column of another row. */
    readonly matches: (column: string, text: Statement.Fragment, table: TextTable) => Statement.Fragment

    /** Returns whether a column equals any of the strings. NULL if the column is NULL. */
    readonly isAmong: (column: string, texts: ReadonlyArray<string>, table: TextTable) => Statement.Fragment

    /** Returns the keys of an ORDER BY for a folded column, by code point. The first key is NULL if the column is NULL. */
    readonly order: (column: string, table: TextTable) => Arr.NonEmptyReadonlyArray<Statement.Fragment>

    /** Returns whether `start`, the first key of `order` in a row, is the whole string of the column. */
    readonly isWhole: (column: string, start: Statement.Fragment, table: TextTable) => Statement.Fragment

    /**
     * Returns a condition for rows after a given position, ordered by a folded column (see `order`) and then by uuid. The
     * condition is NULL if the column is NULL, and uses the index of `order`.
     */
    readonly isAfter: (
      column: string,
      uuid: Statement.Fragment,
      place: { readonly key: string; readonly uuid: string },
      direction: SortDirection,
      table: TextTable
    ) => Statement.Fragment

    /** Returns whether at least one of the columns contains its substring. */
    readonly containsAny: (
      parts: Arr.NonEmptyReadonlyArray<ColumnPart>,
      table: SearchedTable,
      form: Form
    ) => Statement.Fragment

    /** Returns whether a searchable column ends with a string. */
    readonly endsWith: (column: string, text: string, table: SearchedTable, form: Form) => Statement.Fragment

    /** Returns whether a subquery contains the value of a column. A search starts from the subquery. */
    readonly inSubquery: (column: string, uuids: Statement.Fragment) => Statement.Fragment

    /**
     * Runs a statement that is planned for its parameters on each execution, because a prepared plan may be much slower.
     */
    readonly runUnprepared: <A>(statement: Statement.Statement<A>) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

    /**
     * Runs a SELECT that may read many rows. It ends soon after an interruption and, outside a transaction, delays no
     * other statement. It is planned like `runUnprepared` unless `isPrepared`.
     */
    readonly runSearch: <A>(
      statement: Statement.Statement<A>,
      options: {
        readonly isPrepared: boolean
        /** Whether the statement reads a trigram index, which an interruption may not end. */
        readonly usesTrigrams: boolean
      }
    ) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

    /**
     * Reads the rows of a SELECT in parts of up to `atOnce` rows, all from one snapshot. The SELECT is planned for its
     * parameters and has no timeout. It has its own connection until the stream ends, and keeps only a few parts in
     * memory. In a transaction it uses the transaction's connection and timeout, and a client that cannot read in parts
     * reads all rows at once.
     */
    readonly readParts: (
      statement: Statement.Statement<unknown>,
      atOnce: number
    ) => Stream.Stream<ReadonlyArray<unknown>, SqlError.SqlError>

    /** The maximum number of open streams of `readParts`. */
    readonly walksAtOnce: number

    /**
     * Returns a condition that is always true, for a SELECT of `runSearch` or `readParts` that tests many rows. The
     * database evaluates it for each row, and ends the SELECT there after an interruption.
     */
    readonly isNotCancelled: (table: TableName) => Statement.Fragment

    readonly explain: ExplainError
  }
>()("@rollcall/storage-sql/shared/Dialect") {}
