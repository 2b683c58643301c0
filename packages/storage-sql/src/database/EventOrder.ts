import type { WorkspaceUuid } from "@rollcall/core"
import type { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"

/** A place in the order of events, as expressions: parameters, or columns of a surrounding query. */
interface PlaceExpressions {
  readonly position: Statement.Fragment
  readonly sequence: Statement.Fragment
}

/**
 * How a database gives events their places. Where one transaction writes at a time, an event gets its place when it is
 * written. Where many transactions write, an event is committed without a position. A reader then gives positions to the
 * events it sees, so that no event ever appears before an event that was read.
 */
export interface EventOrder {
  /**
   * Appends events. `insert` is an INSERT into `events` without positions, of at most one event if `isOne`. Where the
   * database can write in subqueries, `insert` may read the subqueries of `more`. Returns for each workspace a row with the
   * number of written `events`.
   */
  readonly append: (
    insert: Statement.Fragment,
    options: { readonly isOne: boolean; readonly more: ReadonlyArray<Statement.Fragment> }
  ) => Statement.Statement<unknown>

  /** The columns of an index that order the stored events of a workspace nearly as their places do. */
  readonly storedOrder: Statement.Fragment

  /**
   * A table for FROM, named `event`: the events of a workspace that have a place, with their position. It has at least the
   * first `limit` events after a place, or from the beginning, and may have more.
   */
  readonly placed: (
    workspace: Statement.Fragment,
    after: PlaceExpressions | null,
    limit: Statement.Fragment
  ) => Statement.Fragment

  /** The greatest position of a workspace; 0 without any. No later event gets a place at or before it. */
  readonly lastPosition: (workspace: WorkspaceUuid) => Statement.Fragment

  /** 1 if the statement sees events without a place and its transaction may give them places; otherwise 0. */
  readonly canPlace: (workspace: WorkspaceUuid) => Statement.Fragment

  /**
   * Gives places to a bounded number of visible events that lack one. Returns whether it gave any: it gives no places while
   * another transaction does. Inside a transaction, other readers see the places only after it ends.
   */
  readonly place: (workspace: WorkspaceUuid) => Effect.Effect<boolean, SqlError.SqlError>

  /** Whether a workspace has events after a place, or events without a place. */
  readonly hasAfter: (workspace: Statement.Fragment, after: PlaceExpressions) => Statement.Fragment

  /** The timestamp of the first event without a place; NULL if every event has one. */
  readonly firstUnplaced: (workspace: Statement.Fragment) => Statement.Fragment

  /** Looks at the first `limit` events with a place, and removes the ones for which `condition` is true. Returns their places. */
  readonly removeFirst: (
    workspace: WorkspaceUuid,
    limit: number,
    condition: Statement.Fragment
  ) => Statement.Statement<unknown>
}
