import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { SearchPlan } from "../search/Plan.ts"
import type { SearchLimits } from "../search/SearchLimit.ts"
import type { Contact } from "./Contact.ts"
import type { ContactWrite } from "./ContactWrite.ts"
import type { IdentifierField, IdentifierHolders, IdentifierKey } from "./Identifiers.ts"

/** The numbers of what an erased contact had. */
export const ErasedCounts = Schema.Struct({
  notes: Schema.Natural,
  /** The custom fields that it had a value of, archived ones too. */
  customFields: Schema.Natural,
  /** The lists that it was on. */
  contactLists: Schema.Natural
})
export type ErasedCounts = typeof ErasedCounts.Type

/** What a broadcast reads and changes of a contact. */
export type ContactEngagement = Pick<
  Contact,
  "uuid" | "workspaceUuid" | "chatappId" | "phoneNumber" | "clientReference" | "lastEngagedAt"
>

/** The conditions for contacts to be saved. */
export interface SaveCondition {
  /**
   * The version of the workspace's definitions, with which the values of the contacts were read. It is compared once
   * transactions that have locked the definitions are over, and stays the same until the surrounding transaction ends.
   */
  readonly definitionsVersion: number
}

/** Port: the contacts of every workspace. Another workspace's contact is never found. */
export class ContactStore extends Context.Service<
  ContactStore,
  {
    readonly find: (workspace: WorkspaceUuid, uuid: ContactUuid) => StorageEffect<Option.Option<Contact>>

    /**
     * Returns the contact that each of these uuids names by now, from one snapshot and in no order: the contact with the
     * uuid, or its survivor, also through several merges. None for a uuid that names no contact.
     */
    readonly survivors: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly uuid: ContactUuid; readonly survivor: ContactUuid }>>

    /** Returns these contacts if the workspace has them, in no order. The uuids are distinct. Locks none. */
    readonly named: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Returns the ones of these contacts changed after a timestamp (`updatedAt`), in no order. The uuids are distinct.
     * Locks none.
     */
    readonly changedSince: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>,
      since: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Returns these contacts if the workspace has them, in no order, and locks each of them exclusively until the
     * surrounding transaction ends. The uuids are distinct. Two transactions that lock several of the same contacts do
     * not deadlock, whatever order they name them in.
     */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<Contact>>

    /**
     * Inserts the `created` contacts, with new uuids, and replaces the locked `changed` ones; contacts that the workspace
     * does not have are skipped. A contact has its custom values as they are returned; `changes` are the values that
     * differ from what is stored, with their entries as searches compare them: all other entries stay. All contacts are
     * of one workspace and distinct. Everything is written in one step; a `created` uuid that is taken is a `Conflict`.
     * The same step appends the event of each written contact.
     *
     * If there is a condition that does not hold, it writes nothing and returns false; otherwise true.
     */
    readonly save: (
      writes: { readonly created: ReadonlyArray<ContactWrite>; readonly changed: ReadonlyArray<ContactWrite> },
      onlyIf?: SaveCondition
    ) => StorageEffect<boolean>

    /**
     * Locks identifiers exclusively until the surrounding transaction ends, and returns who has them, archived contacts
     * too: one answer for each key in the order given, with at most `maxIdentifierHolders` contacts, the first by uuid, and
     * the merged contacts that had it (`MergeStore.add`), the first by uuid. It is called
     * inside a transaction and before any contact is locked there. Two transactions that lock the same identifiers do
     * not deadlock.
     */
    readonly lockIdentifiers: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<IdentifierKey>
    ) => StorageEffect<ReadonlyArray<IdentifierHolders<ContactUuid>>>

    /**
     * The addresses (`addressesOf`) that contacts had before `save` gave them others, in no order; some of them they may
     * have again. They are kept until the contact is erased. The uuids are distinct.
     */
    readonly formerAddresses: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => StorageEffect<ReadonlyArray<{ readonly contact: ContactUuid; readonly address: string }>>

    /**
     * The other addresses, and the former ones, of the contacts of the workspace that have one of these addresses, with
     * that address, in no order. Locks none, and costs little where no contact has or had another address.
     */
    readonly relatedAddressesOf: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<
      ReadonlyArray<{ readonly address: string; readonly related: string; readonly isFormer: boolean }>
    >

    /** Which contacts of the workspace have which of these addresses, archived ones too, ordered by uuid. Locks none. */
    readonly holders: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => StorageEffect<ReadonlyArray<{ readonly address: string; readonly contact: ContactUuid }>>

    /**
     * Removes a contact with its custom values, also of archived fields, its memberships, notes and former addresses in
     * one step. Returns the identifiers that it had and what was removed with it, in numbers; none if the workspace has
     * no such contact. Recipients are not touched.
     */
    readonly erase: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => StorageEffect<
      Option.Option<{ readonly identifiers: Pick<Contact, IdentifierField>; readonly counts: ErasedCounts }>
    >

    /**
     * Returns the contacts that have one of the addresses of their workspace (`addressesOf`), and locks them until the
     * surrounding transaction ends, in the order of their uuids.
     */
    readonly lockAddressed: (
      addresses: ReadonlyArray<{ readonly workspace: WorkspaceUuid; readonly address: string }>
    ) => StorageEffect<ReadonlyArray<ContactEngagement>>

    /** Writes `clientReference` and `lastEngagedAt` of locked contacts; it does not count as an update of the contact. */
    readonly saveEngagements: (contacts: ReadonlyArray<ContactEngagement>) => StorageEffect<void>

    /**
     * The page of contacts that satisfy the plan, in its order, and how many there are in all, before the page too. Sees
     * every write that was answered before; both figures are of one snapshot. Whatever it asks the database runs by
     * `limits`, and fails as these do.
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
     * Brings in order what writes have left in indexes for later, so that searches do not look at it: whatever there is,
     * or only if it is much, or twice as much, which costs nothing to ask. It may take seconds. Not in a transaction.
     * Changes nothing else.
     */
    readonly maintainIndexes: (left: "any" | "much" | "excess") => StorageEffect<void>
  }
>()("@rollcall/core/people/contacts/ContactStore") {}
