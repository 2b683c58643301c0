import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { SearchPlan } from "../search/Plan.ts"
import type { SearchLimits } from "../search/SearchLimit.ts"
import type { Contact } from "./Contact.ts"
import type { ContactWrite } from "./ContactWrite.ts"
import type { IdentifierField, IdentifierHolders, IdentifierKey } from "./Identifiers.ts"

/** How many custom values, lists and other items an erased contact had. */
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
   * The version of the workspace's definitions that the values were read with. It is compared after transactions that lock
   * the definitions, and cannot change until the surrounding transaction ends.
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
     * after one or more merges. Unknown uuids return nothing.
     */
    readonly survivors: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly uuid: ContactUuid; readonly survivor: ContactUuid }>>

    /** Returns the contacts that exist, in no order and without locks. The uuids are distinct. */
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
     * Returns the contacts that exist, in no order, and locks them exclusively until the surrounding transaction ends. The
     * uuids are distinct. Concurrent calls do not deadlock, in whatever order they name contacts.
     */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Inserts the `created` contacts and replaces the locked `changed` ones, with their events, in one step. Skips
     * `changed` contacts that do not exist. All are distinct and of one workspace. `changes` are the custom values that
     * differ from the stored ones, with their search entries; all other entries stay. Fails with `Conflict` if a `created`
     * uuid is taken.
     *
     * Returns false and writes nothing if a condition does not hold.
     */
    readonly save: (
      writes: { readonly created: ReadonlyArray<ContactWrite>; readonly changed: ReadonlyArray<ContactWrite> },
      onlyIf?: SaveCondition
    ) => StorageEffect<boolean>

    /**
     * Locks identifiers exclusively until the surrounding transaction ends. Returns the holders of each key in the given
     * order, including archived contacts, and the survivors of merged contacts that had it (`MergeStore.add`). Each is
     * ordered by uuid, at most `maxIdentifierHolders`. Must be called in a transaction before it locks any contact.
     * Concurrent calls do not deadlock.
     */
    readonly lockIdentifiers: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<IdentifierKey>
    ) => StorageEffect<ReadonlyArray<IdentifierHolders<ContactUuid>>>

    /**
     * Returns the addresses (`addressesOf`) that contacts had before later saves, in no order. A contact may have such an
     * address again. They are kept until the contact is erased. The uuids are distinct.
     */
    readonly formerAddresses: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly contact: ContactUuid; readonly address: string }>>

    /**
     * Returns the other and former addresses of the contacts with one of these addresses, each with that address. In no
     * order, without locks. Cheap if no contact has or had another address.
     */
    readonly relatedAddressesOf: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<
      ReadonlyArray<{ readonly address: string; readonly related: string; readonly isFormer: boolean }>
    >

    /**
     * Returns the contacts that have one of these addresses, including archived ones, ordered by uuid and without locks.
     */
    readonly holders: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly contact: ContactUuid }>>

    /**
     * Removes a contact with its custom values (including those of archived fields), memberships, notes and former
     * addresses in one step. Returns its identifiers and the counts of what was removed, or nothing if it does not exist.
     * Recipients stay.
     */
    readonly erase: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => StorageEffect<
      Option.Option<{ readonly identifiers: Pick<Contact, IdentifierField>; readonly counts: ErasedCounts }>
    >

    /**
     * Returns the contacts that have one of the addresses of their workspace (`addressesOf`), ordered by uuid, and locks
     * them until the surrounding transaction ends.
     */
    readonly lockAddressed: (
      addresses: ReadonlyArray<{ readonly workspace: WorkspaceUuid; readonly address: string }>
    ) => StorageEffect<ReadonlyArray<ContactEngagement>>

    /** Writes `clientReference` and `lastEngagedAt` of locked contacts. `updatedAt` stays. */
    readonly saveEngagements: (contacts: ReadonlyArray<ContactEngagement>) => StorageEffect<void>

    /**
     * Returns a page of the contacts that satisfy the plan, in its order, and the total number of matches. Both are of one
     * snapshot, and include every completed write. All queries run under `limits` and fail as they do.
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
     * Does deferred index work, so that searches need not scan it. It runs whenever there is any, or only above a threshold
     * (`much`) or twice that (`excess`). The threshold check is cheap. May take seconds. Must not run in a transaction.
     */
    readonly maintainIndexes: (left: "any" | "much" | "excess") => StorageEffect<void>
  }
>()("@rollcall/core/people/contacts/ContactStore") {}
