import { compareCodePoints, type SortDirection, StorageError, type WorkspaceUuid } from "@rollcall/core"
import { DateTime, Effect, Option } from "effect"

interface Row {
  readonly uuid: string
  readonly workspaceUuid: WorkspaceUuid
}

/** The key of what belongs to a workspace. It is a part of it, so that nobody else's is ever found (A1). */
export const keyOf = (workspace: WorkspaceUuid, name: string): string => `${workspace} ${name}`

/** The row of a uuid, if the workspace has it. */
export const findRow = <A extends Row>(rows: ReadonlyMap<string, A>, workspace: WorkspaceUuid, uuid: A["uuid"]) =>
  Option.fromUndefinedOr(rows.get(keyOf(workspace, uuid)))

/** Every row of the workspace. */
export const rowsOf = <A extends Row>(rows: ReadonlyMap<string, A>, workspace: WorkspaceUuid): ReadonlyArray<A> =>
  Array.from(rows.values()).filter(({ workspaceUuid }) => workspaceUuid === workspace)

/** Adds a row; false, and nothing changed, when the workspace has one with its uuid. */
export const addRow = <A extends Row>(rows: Map<string, A>, row: A): boolean => {
  const key = keyOf(row.workspaceUuid, row.uuid)
  if (rows.has(key)) return false
  rows.set(key, row)
  return true
}

/** Puts a row in the place of the one with its uuid; nothing where the workspace has none. */
export const replaceRow = <A extends Row>(rows: Map<string, A>, row: A): void => {
  const key = keyOf(row.workspaceUuid, row.uuid)
  if (rows.has(key)) rows.set(key, row)
}

/** Fails unless a row was added: a second one with its uuid is a `Conflict`. */
export const orConflict = (added: boolean): Effect.Effect<void, StorageError> =>
  added ? Effect.void : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The uuid is taken") }))

/** Orders by a text or a number, then by uuid in the same direction, so that pages neither repeat nor skip. */
export const orderBy =
  <A extends { readonly uuid: string }>(key: (row: A) => string | number, direction: SortDirection = "asc") =>
  (a: A, b: A): number => {
    const [x, y] = [key(a), key(b)]
    const byKey = typeof x === "string" && typeof y === "string" ? compareCodePoints(x, y) : Number(x) - Number(y)
    return (direction === "asc" ? 1 : -1) * (byKey || compareCodePoints(a.uuid, b.uuid))
  }

/** What most listings are ordered by. */
export const createdAt = (row: { readonly uuid: string; readonly createdAt: DateTime.Utc }): number =>
  DateTime.toEpochMillis(row.createdAt)
