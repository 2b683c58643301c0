import { compareCodePoints, StorageError, type WorkspaceUuid } from "@rollcall/core"
import { DateTime, Effect, Order } from "effect"

interface Row {
  readonly uuid: string
  readonly workspaceUuid: WorkspaceUuid
}

/** The row of a uuid if it is the workspace's: another one's answers like a missing one (A1). */
export const rowOf = <Uuid, A extends Row>(rows: ReadonlyMap<Uuid, A>, workspace: WorkspaceUuid, uuid: Uuid) => {
  const row = rows.get(uuid)
  return row?.workspaceUuid === workspace ? row : undefined
}

/** Every row of the workspace. */
export const rowsOf = <A extends Row>(rows: ReadonlyMap<string, A>, workspace: WorkspaceUuid): ReadonlyArray<A> =>
  Array.from(rows.values()).filter(({ workspaceUuid }) => workspaceUuid === workspace)

/** Adds a row; false, and nothing changed, when its key is taken. */
export const addRow = <Key, A>(rows: Map<Key, A>, key: Key, row: A): boolean => {
  if (rows.has(key)) return false
  rows.set(key, row)
  return true
}

/** Fails unless a row was added: a second one with its uuid is a `Conflict`. */
export const orConflict = (added: boolean): Effect.Effect<void, StorageError> =>
  added ? Effect.void : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The uuid is taken") }))

/** Text in the order of its code points, which is the one that all stores agree on. */
export const byText = Order.make<string>(compareCodePoints)

const byUuid = Order.mapInput(byText, ({ uuid }: { readonly uuid: string }) => uuid)

/** Orders by one thing, and by uuid where that decides nothing, so that pages neither repeat nor skip. */
export const thenUuid = <A extends { readonly uuid: string }>(order: Order.Order<A>): Order.Order<A> =>
  Order.combine(order, byUuid)

/** The oldest first, then by uuid. */
export const oldestFirst = thenUuid(
  Order.mapInput(
    DateTime.Order,
    ({ createdAt }: { readonly uuid: string; readonly createdAt: DateTime.Utc }) => createdAt
  )
)
