import { Context, type Duration, Schema } from "effect"
import { identifierFields } from "../../people/contacts/Contact.ts"
import { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/**
 * An unfinished erasure, with the personal data that is needed to find the person's remaining data. The erasure is removed
 * when it is complete.
 */
export const Erasure = Schema.Struct({
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  /** The contacts that were merged into the contact. */
  mergedFrom: Schema.Array(ContactUuid),
  /** The addresses that only this contact had. */
  addresses: Schema.Array(Schema.String),
  /** The normalised identifiers that only this contact had. */
  identifiers: Schema.Array(Schema.Struct({ field: Schema.Literals(identifierFields), value: Schema.String })),
  /** When the contact was erased. Data accepted later is kept, unless the data is tied to the contact. */
  until: Schema.DateTimeUtcFromString
})
export type Erasure = typeof Erasure.Type

/** Port: the unfinished erasures. Any process may continue an erasure, in steps of any size. */
export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** Stores an erasure, due after `dueAfter` by the store's clock. The contact must not have an erasure yet. */
    readonly add: (erasure: Erasure, dueAfter: Duration.Duration) => StorageEffect<void>

    /** Removes the erasure of a contact, if any. */
    readonly remove: (workspace: WorkspaceUuid, contact: ContactUuid) => StorageEffect<void>

    /**
     * Returns up to `limit` due erasures of any workspace, oldest first. Each returned erasure is due again after
     * `dueAfter`, so that only one of several processes gets the erasure.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<Erasure>>
  }
>()("@rollcall/core/person/erasure/ErasureStore") {}
