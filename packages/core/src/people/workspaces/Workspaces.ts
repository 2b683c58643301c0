import { Context, Effect, Layer, type Option } from "effect"
import { nextId, WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, textIssues } from "../../shared/Issue.ts"
import { withSpans } from "../../shared/Spans.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Workspace } from "./Workspace.ts"
import { WorkspaceStore } from "./WorkspaceStore.ts"

/** The maximum length of a workspace name, in characters. */
const maxWorkspaceName = 255

/**
 * Creates and finds workspaces. The data of a workspace is invisible to other workspaces.
 *
 * @example
 * const workspaces = yield* Workspaces
 * const { uuid } = yield* workspaces.ensure("clinic")
 * return uuid
 */
export class Workspaces extends Context.Service<
  Workspaces,
  {
    /**
     * Returns the workspace with this name. Creates the workspace if it does not exist.
     *
     * @param name 1 to 255 characters, compared exactly: case and surrounding white space count.
     * @example
     * const workspaces = yield* Workspaces
     * const { uuid } = yield* workspaces.ensure("clinic")
     * return uuid
     */
    readonly ensure: (name: string) => Effect.Effect<Workspace, InvalidInput | StorageError>

    /**
     * Returns the workspace with exactly this name.
     *
     * @param name Compared exactly: case and surrounding white space count.
     * @example
     * const workspaces = yield* Workspaces
     * return Option.map(yield* workspaces.find("clinic"), ({ uuid }) => uuid)
     */
    readonly find: (name: string) => Effect.Effect<Option.Option<Workspace>, StorageError>

    /**
     * Returns every workspace, ordered by name.
     *
     * @example
     * const workspaces = yield* Workspaces
     * return (yield* workspaces.list).map(({ name }) => name)
     */
    readonly list: Effect.Effect<ReadonlyArray<Workspace>, StorageError>
  }
>()("@rollcall/core/people/workspaces/Workspaces") {
  static readonly layer = Layer.effect(
    Workspaces,
    Effect.map(WorkspaceStore, (store) =>
      Workspaces.of(
        withSpans("Workspaces", {
          ensure: Effect.fnUntraced(function* (name) {
            yield* InvalidInput.refuse(
              textIssues(["name"], name.trim() === "" ? "" : name, { min: 1, max: maxWorkspaceName })
            )
            return yield* store.ensure(name, WorkspaceUuid.make(yield* nextId))
          }),
          find: store.find,
          list: store.list
        })
      )
    )
  )
}
