import { Context, type Duration, Schema } from "effect"
import { identifierFields } from "../../people/contacts/Contact.ts"
import { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"

/**
 * What is still to be erased of a person after the contact is gone. It is personal data, and removed when all is done.
 */
export const Erasure = Schema.Struct({
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  /** The contacts that were merged into it. */
  mergedFrom: Schema.Array(ContactUuid),
  /** The addresses that the contact had and no other one has. */
  addresses: Schema.Array(Schema.String),
  /** The identifiers that the contact had and no other one has, normalised. */
  identifiers: Schema.Array(Schema.Struct({ field: Schema.Literals(identifierFields), value: Schema.String })),
  /** When the contact was erased: what was accepted later is not touched, unless it is tied to the contact. */
  until: Schema.DateTimeUtcFromString
})
export type Erasure = typeof Erasure.Type

/** Port: the erasures that are not done. Steps of any length are made of them, in any process. */
export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** Keeps an erasure, due after `dueAfter` by the store's clock. There is none of this contact yet. */
    readonly add: (erasure: Erasure, dueAfter: Duration.Duration) => StorageEffect<void>

    /** Removes the erasure of a contact, if there is one. */
    readonly remove: (workspace: WorkspaceUuid, contact: ContactUuid) => StorageEffect<void>

    /**
     * Returns up to `limit` erasures of any workspace that are due, oldest first. Each is due again after `dueAfter`, so
     * that only one of many processes gets it.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<Erasure>>
  }
>()("@rollcall/core/person/erasure/ErasureStore") {}
