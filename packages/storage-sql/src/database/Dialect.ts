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

/** The tables whose texts are searched for substrings. */
export type SearchedTable = "contacts" | "contact_values"

/**
 * - `update`: no other transaction changes, removes or locks the rows. Waits for rows that another one has locked.
 * - `share`: none changes or removes them. Waits for a transaction that has locked, changed or removed a row, and selects
 *   what that leaves.
 * - `reference`: none removes them. Waits for a transaction that is removing a row, and skips the row if that commits.
 */
export type RowLock = "update" | "share" | "reference"

export interface RowLockOptions {
  /** The table whose rows are locked. Default: every table of the SELECT. */
  readonly of?: string
  /** Whether rows are skipped that another transaction has locked. Default: false. */
  readonly skipLocked?: boolean
}

/**
 * How a condition is used: to find rows by an index, or to test each row that another condition has found. Both forms
 * select the same rows.
 */
export type Form = "find" | "test"

/** A column, and the substring to find in it. */
export interface ColumnPart {
  readonly column: string
  readonly text: string
}

/** The tables whose texts are compared. */
export type TextTable = SearchedTable | "contact_lists" | "segments" | "broadcast_recipients" | "merged_identifiers"

/**
 * The SQL and the driver behaviour that differ between databases. Every statement of this package is built from these.
 */
export class Dialect extends Context.Service<
  Dialect,
  {
    /** What the database is. */
    readonly engine: Engine

    /**
     * The current instant in milliseconds since the epoch, by the clock that all processes of the store share. The
     * value is the same at every place of a statement.
     */
    readonly now: Effect.Effect<Statement.Fragment>

    /** How events get their places. */
    readonly eventOrder: EventOrder

    /**
     * Empties what indexes keep of many writes for later, or of what was deleted, without the time limit of other
     * statements. Leaves it there if an index is locked for seconds. Not in a transaction.
     */
    readonly maintainIndexes: Effect.Effect<void, DatabaseError>

    /**
     * The version of a workspace's definitions of custom fields. Locks `key` shared until the transaction ends, as
     * `lockKeys` does, and reads the version after that.
     */
    readonly definitionsVersion: (key: string, workspace: WorkspaceUuid) => Statement.Fragment

    /**
     * A table for FROM, named `alias`, with a row for each item and a column for each member. The number of parameters
     * does not depend on the number of items.
     */
    readonly valuesTable: <Item extends { readonly [Name in keyof Item]: string | number | null }>(
      alias: string,
      members: Members<Item>,
      items: ReadonlyArray<Item>
    ) => Statement.Fragment

    /** The end of a SELECT that locks its rows, or those of one of its tables, until the transaction ends. */
    readonly lockRows: (mode: RowLock, options?: RowLockOptions) => Statement.Fragment

    /**
     * Locks keys until the transaction ends. If `exclusive` it waits while another transaction has locked one of them,
     * if `shared` only while one has locked them exclusively. Waiting transactions get a lock in the order in which they
     * requested it.
     */
    readonly lockKeys: (keys: ReadonlyArray<string>, mode: LockMode) => Effect.Effect<void, SqlError.SqlError>

    /**
     * Whether a statement has locked keys as `lockKeys` does, without waiting for any. If not, some of them may be locked.
     */
    readonly tryLocks: (keys: ReadonlyArray<string>, mode: LockMode) => Statement.Fragment

    /** The lesser or the greater of two numbers. */
    readonly ofTwo: (
      which: "least" | "greatest",
      one: Statement.Fragment,
      other: Statement.Fragment
    ) => Statement.Fragment

    /** The day of an instant in milliseconds since the epoch as UTC has it, as `MM-DD`. The year is 0 to 9999. */
    readonly dayOfYear: (millis: Statement.Fragment) => Statement.Fragment

    /** An aggregate: the values of a column as the text of a JSON array, in no particular order. */
    readonly jsonList: (column: string) => Statement.Fragment

    /** The JSON text of a member of a JSON object in a text column. NULL if the object has none. */
    readonly jsonMember: (object: Statement.Fragment, key: Statement.Fragment) => Statement.Fragment

    /** Compares a column with a text by code point. NULL if the column is. */
    readonly compare: (column: string, operator: Comparison, text: string, table: TextTable) => Statement.Fragment

    /** As `compare` with `=`, but with the text of an expression, such as a column of another row. */
    readonly matches: (column: string, text: Statement.Fragment, table: TextTable) => Statement.Fragment

    /** Whether a column is one of some texts. NULL if the column is. */
    readonly isAmong: (column: string, texts: ReadonlyArray<string>, table: TextTable) => Statement.Fragment

    /** The keys of an ORDER BY that sorts by a folded column, by code point. The first one is NULL if the column is. */
    readonly order: (column: string, table: TextTable) => Arr.NonEmptyReadonlyArray<Statement.Fragment>

    /** Whether `start`, the first key of `order` in a row, is the whole text of the column. */
    readonly isWhole: (column: string, start: Statement.Fragment, table: TextTable) => Statement.Fragment

    /**
     * Whether a folded column is after a text, or is the text and a uuid is after the one given, in the order of `order`
     * and then of the uuid. NULL if the column is. The index of `order` serves it.
     */
    readonly isAfter: (
      column: string,
      uuid: Statement.Fragment,
      place: { readonly key: string; readonly uuid: string },
      direction: SortDirection,
      table: TextTable
    ) => Statement.Fragment

    /** Whether at least one searchable column contains its text. */
    readonly containsAny: (
      parts: Arr.NonEmptyReadonlyArray<ColumnPart>,
      table: SearchedTable,
      form: Form
    ) => Statement.Fragment

    /** Whether a searchable column ends with a text. */
    readonly endsWith: (column: string, text: string, table: SearchedTable, form: Form) => Statement.Fragment

    /** Whether a column is among the values of a subquery. Makes a search start from the subquery. */
    readonly inSubquery: (column: string, uuids: Statement.Fragment) => Statement.Fragment

    /**
     * Runs a statement that is planned for its parameters on each execution: a plan that is kept from another execution
     * may be much slower.
     */
    readonly runUnprepared: <A>(statement: Statement.Statement<A>) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

    /**
     * Runs a SELECT that may read many rows, and ends soon if it is interrupted. In a transaction it runs on the
     * connection of that, otherwise where it delays no other statement. It is planned as by `runUnprepared` unless it
     * is to be prepared.
     */
    readonly runSearch: <A>(
      statement: Statement.Statement<A>,
      options: {
        readonly isPrepared: boolean
        /** Whether it reads an index of trigrams, during which it may not end if it is interrupted. */
        readonly usesTrigrams: boolean
      }
    ) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

    /**
     * The rows of a SELECT, up to `atOnce` together, all as they were at one instant. It is planned for its parameters,
     * holds a few parts in memory and no more, has no time limit, and delays no other statement: it has its own
     * connection until the stream ends. In a transaction it runs on the connection of that, with its time limit, and a
     * client that cannot read in parts reads all rows at once.
     */
    readonly readParts: (
      statement: Statement.Statement<unknown>,
      atOnce: number
    ) => Stream.Stream<ReadonlyArray<unknown>, SqlError.SqlError>

    /** How many streams of `readParts` may be open at a time: the resources that they hold are bounded. */
    readonly walksAtOnce: number

    /**
     * A condition that is always true, for a SELECT of `runSearch` or `readParts` that tests many rows of a table. The database
     * evaluates it for each of them, and ends the SELECT there if it was interrupted.
     */
    readonly isNotCancelled: (table: TableName) => Statement.Fragment

    /** Explains an error by what the driver says. */
    readonly explain: ExplainError
  }
>()("@rollcall/storage-sql/shared/Dialect") {}
