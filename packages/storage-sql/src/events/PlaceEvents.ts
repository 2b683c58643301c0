import type { StorageError, WorkspaceUuid } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { oneOf } from "../database/Rows.ts"

const state = oneOf(Schema.Struct({ last_given: Schema.Natural, can_place: Schema.Natural }))

/** Gives places to all visible events of a workspace without one, and returns the last position. */
export const placeAll = Effect.fnUntraced(function* (
  db: Db,
  workspace: WorkspaceUuid
): Effect.fn.Return<number, StorageError> {
  const { canPlace, lastPosition, place } = db.dialect.eventOrder
  const look = state(db)(db.sql`SELECT ${lastPosition(workspace)} AS last_given, ${canPlace(workspace)} AS can_place`)
  let { can_place, last_given } = yield* look
  while (can_place === 1 && (yield* db.mapErrors(place(workspace)))) ({ can_place, last_given } = yield* look)
  return last_given
})
