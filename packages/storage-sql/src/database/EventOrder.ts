import type { WorkspaceUuid } from "@rollcall/core"
import type { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"

/** A place in the order of events, as SQL expressions: parameters, or columns of a surrounding query. */
interface PlaceExpressions {
  readonly position: Statement.Fragment
  readonly sequence: Statement.Fragment
}

/**
 * How a database orders events. If transactions write one at a time, an event gets its place when it is written. If many
 * transactions write at once, events are committed without a position. A reader then gives positions to the events it sees,
 * so that no event ever appears before an event that was already read.
 */
export interface EventOrder {
  /**
   * Appends events. `insert` is an INSERT into `events` without positions, of at most one event if `isOne`. If the database
   * can write in subqueries, `insert` may read the subqueries of `more`. Returns one row per workspace with the number of
   * `events` written.
   */
  readonly append: (
    insert: Statement.Fragment,
    options: { readonly isOne: boolean; readonly more: ReadonlyArray<Statement.Fragment> }
  ) => Statement.Statement<unknown>

  /** The columns of an index that orders a workspace's stored events almost by place. */
  readonly storedOrder: Statement.Fragment

  /**
   * Returns a table for FROM, named `event`: a workspace's placed events with their position. It contains at least the
   * first `limit` events after a place, or from the start, and may contain more.
   */
  readonly placed: (
    workspace: Statement.Fragment,
    after: PlaceExpressions | null,
    limit: Statement.Fragment
  ) => Statement.Fragment

  /** Returns the greatest position of a workspace; 0 if there are no events. Later events always get a greater place. */
  readonly lastPosition: (workspace: WorkspaceUuid) => Statement.Fragment

  /** Returns 1 if the statement sees events without a place and its transaction may place them; otherwise 0. */
  readonly canPlace: (workspace: WorkspaceUuid) => Statement.Fragment

  /**
   * Gives places to a limited number of visible events without one, and returns whether it placed any. Places no events
   * while another transaction does. Inside a transaction, other readers see the places only after it ends.
   */
  readonly place: (workspace: WorkspaceUuid) => Effect.Effect<boolean, SqlError.SqlError>

  /** Returns the condition that a workspace has events after a place, or events without a place. */
  readonly hasAfter: (workspace: Statement.Fragment, after: PlaceExpressions) => Statement.Fragment

  /** Returns the timestamp of the first event without a place; NULL if every event has one. */
  readonly firstUnplaced: (workspace: Statement.Fragment) => Statement.Fragment

  /** Checks the first `limit` placed events and removes those that match `condition`. Returns their places. */
  readonly removeFirst: (
    workspace: WorkspaceUuid,
    limit: number,
    condition: Statement.Fragment
  ) => Statement.Statement<unknown>
}
