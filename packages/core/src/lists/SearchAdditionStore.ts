import { Context, type Duration, type Option } from "effect"
import type { SearchAdditionUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageEffect } from "../shared/StorageError.ts"
import type { StoredSearchAddition } from "./SearchAddition.ts"

/** The name of an addition. */
export interface SearchAdditionRef {
  readonly workspace: WorkspaceUuid
  readonly addition: SearchAdditionUuid
}

/** Port: what searches add to lists, and how far it is. Steps are made of it, in any process. */
export class SearchAdditionStore extends Context.Service<
  SearchAdditionStore,
  {
    /** Stores a new addition, which is due at once. */
    readonly insert: (addition: StoredSearchAddition) => StorageEffect<void>

    readonly find: (ref: SearchAdditionRef) => StorageEffect<Option.Option<StoredSearchAddition>>

    /** Returns an addition, and locks it until the surrounding transaction ends; none if another one has locked it. */
    readonly lock: (ref: SearchAdditionRef) => StorageEffect<Option.Option<StoredSearchAddition>>

    /** Replaces a locked addition. Unless it is over it is due again after `dueAfter` by the store's clock. */
    readonly replace: (addition: StoredSearchAddition, dueAfter: Duration.Duration) => StorageEffect<void>

    /**
     * Returns up to `limit` additions of any workspace that are due, those first that are due longest. Each is due again
     * after `dueAfter`, so that of many processes that ask one gets it.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<SearchAdditionRef>>
  }
>()("@rollcall/core/lists/SearchAdditionStore") {}
