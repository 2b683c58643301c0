import { Context, type Effect, type Option } from "effect"
import type { ValueChange } from "../custom-fields/ValueChanges.ts"
import type { ContactUuid, WorkspaceUuid } from "../kernel/Ids.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { StorageError } from "../kernel/StorageError.ts"
import type { SearchPlan } from "../search/Plan.ts"
import type { Contact } from "./Contact.ts"

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
