import { Context, type Effect, type Option } from "effect"
import type { ValueChange } from "../custom-fields/ValueChanges.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { SearchPlan } from "../search/Plan.ts"
import type { Contact } from "./Contact.ts"
import type { ContactWrite } from "./ContactDraft.ts"
import type { IdentifierHolders, IdentifierKey } from "./Identifiers.ts"

/** Port: the contacts of every workspace. Another workspace's contact is never found (A1). */
export class ContactStore extends Context.Service<
  ContactStore,
  {
    /**
     * Adds a contact. Its uuid is new in the workspace: a second one is a `Conflict`. The contact holds its custom values
     * as they are returned; `values` are the same ones with their entries, as searches compare them.
     */
    readonly insert: (contact: Contact, values: ReadonlyArray<ValueChange>) => Effect.Effect<void, StorageError>

    readonly find: (workspace: WorkspaceUuid, uuid: ContactUuid) => Effect.Effect<Option.Option<Contact>, StorageError>

    /**
     * Finds a contact and keeps every other writer from it until the surrounding transaction ends, so that what is
     * read here is still true when `replace` is called.
     */
    readonly lock: (workspace: WorkspaceUuid, uuid: ContactUuid) => Effect.Effect<Option.Option<Contact>, StorageError>

    /**
     * Puts a contact in the place of the locked one with its uuid, custom values included; writes nothing where the
     * workspace has none. `changes` are the custom values that differ from before: all other entries stay.
     */
    readonly replace: (contact: Contact, changes: ReadonlyArray<ValueChange>) => Effect.Effect<void, StorageError>

    /** Locks these contacts in one step and gives those that the workspace has, in no order. The uuids are distinct. */
    readonly lockAll: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<ContactUuid>
    ) => Effect.Effect<ReadonlyArray<Contact>, StorageError>

    /**
     * Adds contacts as `insert` does and puts others in the place of locked ones as `replace` does, in one step. All are
     * of one workspace and distinct.
     */
    readonly writeAll: (writes: {
      readonly created: ReadonlyArray<ContactWrite>
      readonly changed: ReadonlyArray<ContactWrite>
    }) => Effect.Effect<void, StorageError>

    /**
     * Keeps every other transaction that holds one of these identifiers waiting until the surrounding one ends, and says
     * who has them, archived contacts too: one answer for each key in the order given, with at most two contacts, the
     * first by uuid. It is called inside a transaction and before any contact is locked there; then two that hold the
     * same identifiers never wait for each other.
     */
    readonly holdIdentifiers: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<IdentifierKey>
    ) => Effect.Effect<ReadonlyArray<IdentifierHolders<ContactUuid>>, StorageError>

    /**
     * Removes a contact with its custom values, memberships and notes in one step, and takes it out of the workspace's
     * recipients: each whose identifier is the contact's normalised `chatapp_id` or `phone_number` changes as the
     * ledger's `erase` says (C7). False, and nothing changed, when the workspace has no such contact.
     */
    readonly erase: (workspace: WorkspaceUuid, uuid: ContactUuid) => Effect.Effect<boolean, StorageError>

    /**
     * The page of contacts that satisfy the plan, in its order, and how many there are. Sees every write that was
     * answered before (S10); both figures are of one snapshot.
     */
    readonly search: (
      workspace: WorkspaceUuid,
      plan: SearchPlan,
      page: PageRequest
    ) => Effect.Effect<Page<Contact>, StorageError>
  }
>()("@rollcall/core/contacts/ContactStore") {}
