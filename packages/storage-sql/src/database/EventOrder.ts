import type { WorkspaceUuid } from "@rollcall/core"
import type { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"

/** A place in the order of events, as expressions: of parameters, or of columns of a query around. */
interface PlaceExpressions {
  readonly position: Statement.Fragment
  readonly sequence: Statement.Fragment
}

/**
 * How a database gives events their places. Where one transaction writes at a time, it is when they are written. Where
 * many do, an event has no position yet when it is committed: a reader gives positions to those that it sees, so that
 * none ever appears before one that was read.
 */
export interface EventOrder {
  /**
   * Appends events: `insert` is an INSERT into `events` without positions, of no more than one event if `isOne`. Where
   * the database can write in subqueries, `insert` may read those of `more`, and a row for each workspace has how many
   * `events` were written.
   */
  readonly append: (
    insert: Statement.Fragment,
    options: { readonly isOne: boolean; readonly more: ReadonlyArray<Statement.Fragment> }
  ) => Statement.Statement<unknown>

  /** The columns that order the stored events of a workspace nearly as their places do, by an index. */
  readonly storedOrder: Statement.Fragment

  /**
   * A table for FROM, named `event`: the events of a workspace that have a place, with their position. It has at least
   * the first `limit` events after a place, or from the beginning, and may have others.
   */
  readonly placed: (
    workspace: Statement.Fragment,
    after: PlaceExpressions | null,
    limit: Statement.Fragment
  ) => Statement.Fragment

  /** The greatest position of a workspace; 0 if it has none. No event gets a place at it, or before, any more. */
  readonly lastPosition: (workspace: WorkspaceUuid) => Statement.Fragment

  /** 1 if the statement sees events without a place, and its transaction may give them one; otherwise 0. */
  readonly canPlace: (workspace: WorkspaceUuid) => Statement.Fragment

  /**
   * Gives places to events that are visible and have none, a bounded number of them. Returns whether it gave any: it
   * gives none while another transaction does. In a transaction these are of other readers only after its end.
   */
  readonly place: (workspace: WorkspaceUuid) => Effect.Effect<boolean, SqlError.SqlError>

  /** Whether events of a workspace are after a place, or have none yet. */
  readonly hasAfter: (workspace: Statement.Fragment, after: PlaceExpressions) => Statement.Fragment

  /** The instant of the first event without a place; NULL if there is none. */
  readonly firstUnplaced: (workspace: Statement.Fragment) => Statement.Fragment

  /** Removes those of the first `limit` events with a place for which `condition` is true. Returns their places. */
  readonly removeFirst: (
    workspace: WorkspaceUuid,
    limit: number,
    condition: Statement.Fragment
  ) => Statement.Statement<unknown>
}
