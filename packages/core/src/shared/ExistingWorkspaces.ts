import { Context, Effect } from "effect"
import type { WorkspaceUuid } from "./Ids.ts"
import { InvalidInput, issue } from "./Issue.ts"
import { makeLruCache } from "./LruCache.ts"
import type { StorageEffect } from "./StorageError.ts"
import { Transaction } from "./Transaction.ts"

/** Port: tells whether a workspace exists. */
export class ExistingWorkspaces extends Context.Service<
  ExistingWorkspaces,
  {
    /** Returns whether the workspace exists. Workspaces are never removed. */
    readonly has: (workspace: WorkspaceUuid) => StorageEffect<boolean>
  }
>()("@rollcall/core/shared/ExistingWorkspaces") {}

/** The maximum number of workspaces that a service remembers. */
const remembered = 10_000

/**
 * Makes a check that fails with `InvalidInput` if a workspace does not exist, for operations that create or list entities.
 * Each existing workspace is looked up once. In an open transaction the result is not remembered, because the transaction
 * may still roll back.
 */
export const makeWorkspaceCheck = Effect.gen(function* () {
  const { has } = yield* ExistingWorkspaces
  const { isOpen } = yield* Transaction
  const known = makeLruCache<true>(remembered)
  const lookUp = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
    if (!(yield* has(workspace))) {
      const message = `does not exist: there is no workspace ${workspace}. Workspaces.ensure(name) creates one`
      return yield* new InvalidInput({ issues: [issue("value_error", ["workspace"], message)] })
    }
    if (!(yield* isOpen)) known.set(workspace, true)
  })
  return (workspace: WorkspaceUuid) => (known.get(workspace) === true ? Effect.void : lookUp(workspace))
})
