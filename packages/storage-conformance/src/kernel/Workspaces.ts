import { AccessTokenStore, nextId, WorkspaceUuid } from "@rollcall/core"
import { Effect } from "effect"

/** Makes a workspace unless the store has it. */
export const ensureWorkspace = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const store = yield* AccessTokenStore
  const { uuid } = yield* store.ensureWorkspace(`conformance ${workspace}`, workspace)
  return uuid
})

/** A workspace of its own for a check: what others wrote cannot be seen from it. */
export const newWorkspace = Effect.flatMap(nextId, (id) => ensureWorkspace(WorkspaceUuid.make(id)))
