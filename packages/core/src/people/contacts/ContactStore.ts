import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { SearchPlan } from "../search/Plan.ts"
import type { SearchLimits } from "../search/SearchLimit.ts"
import type { Contact } from "./Contact.ts"
import type { ContactWrite } from "./ContactWrite.ts"
import type { IdentifierField, IdentifierHolders, IdentifierKey } from "./Identifiers.ts"

/** The numbers of items that an erased contact had. */
export const ErasedCounts = Schema.Struct({
  notes: Schema.Natural,
  /** The custom fields with a value, including archived fields. */
  customFields: Schema.Natural,
  contactLists: Schema.Natural
})
export type ErasedCounts = typeof ErasedCounts.Type

/** The contact fields that broadcasts read and change. */
export type ContactEngagement = Pick<
  Contact,
  "uuid" | "workspaceUuid" | "chatappId" | "phoneNumber" | "clientReference" | "lastEngagedAt"
>

/** A condition for saving contacts. */
export interface SaveCondition {
  /**
   * The definitions version that the values were read with. The store waits for transactions that have locked the
   * definitions, then compares the versions. The current version cannot change until the surrounding transaction ends.
   */
  readonly definitionsVersion: number
}

/** Port: the contacts of every workspace. A method never returns another workspace's contact. */
export class ContactStore extends Context.Service<
  ContactStore,
  {
    readonly find: (workspace: WorkspaceUuid, uuid: ContactUuid) => StorageEffect<Option.Option<Contact>>

    /**
     * Returns the current contact for each uuid, from one snapshot and in no order: the contact itself, or its survivor
     * after one or more merges. Unknown uuids are omitted.
     */
    readonly survivors: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly uuid: ContactUuid; readonly survivor: ContactUuid }>>

    /** Returns the existing contacts among `uuids`, in no order and without locks. The uuids are distinct. */
    readonly named: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Returns the contacts changed after a timestamp (`updatedAt`), in no order and without locks. The uuids are distinct.
     */
    readonly changedSince: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>,
      since: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Locks the existing contacts among `uuids` exclusively until the surrounding transaction ends, and returns them in no
     * order. The uuids are distinct. Concurrent calls do not deadlock, whatever the order of their uuids.
     */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Inserts the `created` contacts, replaces the locked `changed` contacts and stores their events, in one step. Skips
     * `changed` contacts that do not exist. All contacts are distinct and in one workspace. The `changes` of a write are
     * the custom values that differ from the stored values, with their search entries; other entries stay. Fails with
     * `Conflict` if a `created` uuid is taken.
     *
     * Returns false and writes nothing if `onlyIf` does not hold.
     */
    readonly save: (
      writes: { readonly created: ReadonlyArray<ContactWrite>; readonly changed: ReadonlyArray<ContactWrite> },
      onlyIf?: SaveCondition
    ) => StorageEffect<boolean>

    /**
     * Locks identifiers exclusively until the surrounding transaction ends. For each key, in the given order, returns the
     * holders, including archived contacts, and the survivors of merged contacts that had the key (`MergeStore.add`). Both
     * lists are ordered by uuid and have at most `maxIdentifierHolders` items. Must be called before the transaction locks
     * any contact. Concurrent calls do not deadlock.
     */
    readonly lockIdentifiers: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<IdentifierKey>
    ) => StorageEffect<ReadonlyArray<IdentifierHolders<ContactUuid>>>

    /**
     * Returns the addresses (`addressesOf`) that contacts had before later saves, in no order. A contact may have a former
     * address again. Former addresses are kept until the contact is erased. The uuids are distinct.
     */
    readonly formerAddresses: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly contact: ContactUuid; readonly address: string }>>

    /**
     * Finds the contacts with these addresses, and returns their other and former addresses, each with the given address.
     * The result is unordered, and no locks are taken. The call is cheap if no contact has or had another address.
     */
    readonly relatedAddressesOf: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<
      ReadonlyArray<{ readonly address: string; readonly related: string; readonly isFormer: boolean }>
    >

    /**
     * Returns the contacts that have one of these addresses, including archived contacts, ordered by uuid and without
     * locks.
     */
    readonly holders: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly contact: ContactUuid }>>

    /**
     * Removes a contact with its custom values (including values of archived fields), memberships, notes and former
     * addresses in one step. Returns the contact's identifiers and the numbers of removed items, or nothing if the contact
     * does not exist. Recipients stay.
     */
    readonly erase: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => StorageEffect<
      Option.Option<{ readonly identifiers: Pick<Contact, IdentifierField>; readonly counts: ErasedCounts }>
    >

    /**
     * Returns the contacts that have one of these addresses (`addressesOf`) in the address's workspace, ordered by uuid,
     * and locks the contacts until the surrounding transaction ends.
     */
    readonly lockAddressed: (
      addresses: ReadonlyArray<{ readonly workspace: WorkspaceUuid; readonly address: string }>
    ) => StorageEffect<ReadonlyArray<ContactEngagement>>

    /** Writes `clientReference` and `lastEngagedAt` of locked contacts. `updatedAt` stays. */
    readonly saveEngagements: (contacts: ReadonlyArray<ContactEngagement>) => StorageEffect<void>

    /**
     * Returns a page of the contacts that satisfy the plan, in the plan's order, and the total number of matches. Page and
     * total come from one snapshot, and include every completed write. All queries run under `limits` and fail with the
     * errors of `limits`.
     * errors.
     *
     * @see docs/contributing/decisions.md, S10
     */
    readonly search: <E>(
      workspace: WorkspaceUuid,
      plan: SearchPlan,
      page: PlaceRequest,
      limits: SearchLimits<E>
    ) => Effect.Effect<PlacePage<Contact>, StorageError | E>

    /**
     * Does deferred index work, so that searches have less to scan. With `any`, does all of the work. With `much` or
     * `excess`, does nothing below a threshold or twice that threshold. The threshold check is cheap, but the work may take
     * seconds. Must not run in a transaction.
     */
    readonly maintainIndexes: (left: "any" | "much" | "excess") => StorageEffect<void>
  }
>()("@rollcall/core/people/contacts/ContactStore") {}
