import { Context, type Effect } from "effect"
import type * as Arr from "effect/Array"
import type { SqlError, Statement } from "effect/sql"

/** The type of a member of an unpacked object. */
export type MemberType = "text" | "integer" | "double" | "uuid"

/** The members that every object of an unpacked list has, with their types. */
export type Members<Item> = { readonly [Name in keyof Item]: MemberType }

/** How a text is compared with another one. */
export type Comparison = "<" | "<=" | "=" | ">=" | ">"

/** The tables with texts whose parts are searched for. */
export type SearchedTable = "contacts" | "contact_values"

/** A text that is looked for in a column. */
export interface ColumnPart {
  readonly column: string
  readonly text: string
}

/** The tables with texts that are compared. */
export type TextTable = SearchedTable | "contact_lists" | "broadcast_recipients"

/** All that differs between the databases: the statements of this package are the same for every one. */
export class Dialect extends Context.Service<
  Dialect,
  {
    /**
     * The current instant in milliseconds since the epoch, by the clock that every process of the store shares. It has
     * one value wherever it stands in a statement.
     */
    readonly now: Effect.Effect<Statement.Fragment>

    /**
     * A table `alias` with a row for each item and a column for each member, so that a list of any length is one
     * parameter.
     */
    readonly valuesTable: <Item extends { readonly [Name in keyof Item]: string | number | null }>(
      alias: string,
      members: Members<Item>,
      items: ReadonlyArray<Item>
    ) => Statement.Fragment

    /** At the end of a SELECT: no other transaction changes or locks these rows before this one ends. */
    readonly forUpdate: Statement.Fragment

    /** As `forUpdate`, for the rows of one of the tables that the SELECT reads. */
    readonly forUpdateOf: (table: string) => Statement.Fragment

    /** As `forUpdate`, but rows that another transaction holds are left out. */
    readonly forUpdateSkipLocked: Statement.Fragment

    /**
     * At the end of a SELECT: no other transaction removes these rows before this one ends. A row that is just being
     * removed is waited for, and left out when it is gone.
     */
    readonly forReference: Statement.Fragment

    /**
     * Locks keys until the transaction ends: no other one has any of them meanwhile, exclusive or shared. A waiting
     * transaction comes before every one that asks later.
     */
    readonly lockExclusive: (keys: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>

    /** As `lockExclusive`, but transactions that lock a key shared do not wait for each other. */
    readonly lockShared: (keys: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>

    /** The smaller of two numbers. */
    readonly least: (one: Statement.Fragment, other: Statement.Fragment) => Statement.Fragment

    /** The greater of two numbers. */
    readonly greatest: (one: Statement.Fragment, other: Statement.Fragment) => Statement.Fragment

    /** All values of a column as the text of one JSON array, in no order. */
    readonly jsonList: (column: string) => Statement.Fragment

    /** True exactly when the text of a column is before, at or after `text`, by code point. */
    readonly compare: (column: string, operator: Comparison, text: string, table: TextTable) => Statement.Fragment

    /** As `compare` with `=`, but with the text of an expression: that of another row, when many are looked for at once. */
    readonly matches: (column: string, text: Statement.Fragment, table: TextTable) => Statement.Fragment

    /** What orders rows by the text of a folded column, by code point. */
    readonly order: (column: string, table: TextTable) => Arr.NonEmptyReadonlyArray<Statement.Fragment>

    /** True exactly when one of the texts is in its searchable column; there is at least one. */
    readonly containsAny: (parts: Arr.NonEmptyReadonlyArray<ColumnPart>, table: SearchedTable) => Statement.Fragment

    /** True exactly when the text of a searchable column ends with `text`. */
    readonly endsWith: (column: string, text: string, table: SearchedTable) => Statement.Fragment

    /**
     * The table about which the planner guesses how many rows satisfy an interval: an index of it is asked before a
     * search is planned.
     */
    readonly probesIndexesOf: SearchedTable

    /** True exactly for what `uuids` selects. A search begins with those, whatever it asks for besides. */
    readonly inSubquery: (column: string, uuids: Statement.Fragment) => Statement.Fragment

    /** Runs a statement whose best plan depends on the values that are asked for. */
    readonly runUnprepared: <A>(statement: Statement.Statement<A>) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

    /** Whether an error of the driver that has no class of its own will pass: a full disk, a read that failed... */
    readonly isTransient: (cause: unknown) => boolean
  }
>()("@rollcall/storage-sql/shared/Dialect") {}
