import { Context, Effect } from "effect"
import type { WorkspaceUuid } from "./Ids.ts"
import { InvalidInput, issue } from "./Issue.ts"
import { makeLruCache } from "./LruCache.ts"
import type { StorageEffect } from "./StorageError.ts"
import { Transaction } from "./Transaction.ts"

/** Port: which workspaces there are. */
export class ExistingWorkspaces extends Context.Service<
  ExistingWorkspaces,
  {
    /** Whether there is a workspace with this uuid. None is ever removed. */
    readonly has: (workspace: WorkspaceUuid) => StorageEffect<boolean>
  }
>()("@rollcall/core/shared/ExistingWorkspaces") {}

/** How many workspaces a service remembers. */
const remembered = 10_000

/**
 * Makes what refuses a workspace that does not exist, for operations that create or list something. A workspace is looked
 * up once. A workspace found in an open transaction is not remembered, because the transaction may still create it in
 * vain.
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
