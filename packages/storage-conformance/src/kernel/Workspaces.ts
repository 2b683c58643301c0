import { AccessTokenStore, nextId, WorkspaceUuid } from "@rollcall/core"
import { Effect } from "effect"

/** A workspace of its own for a check: what others wrote cannot be seen from it. */
export const newWorkspace = Effect.gen(function* () {
  const store = yield* AccessTokenStore
  const candidate = WorkspaceUuid.make(yield* nextId)
  const { uuid } = yield* store.ensureWorkspace(`conformance ${candidate}`, candidate)
  return uuid
})
