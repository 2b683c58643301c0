import { Context, type Effect, type Stream } from "effect"
import type { Contact } from "../../../people/contacts/Contact.ts"
import type { Condition } from "../../../people/search/Condition.ts"
import type { SearchLimits } from "../../../people/search/SearchLimit.ts"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { RecipientStatus } from "../Recipient.ts"

/** Contacts of a workspace: by condition, by uuid, or as recipients of a broadcast. */
export type SelectionPart =
  | { readonly _tag: "Satisfying"; readonly condition: Condition }
  /** The contacts with these uuids, or their survivors after merges. An unknown uuid selects nothing. */
  | { readonly _tag: "Named"; readonly uuids: ReadonlyArray<ContactUuid> }
  /**
   * The contacts of the recipients with these statuses, after merges. Selects no contacts for an incomplete broadcast or a
   * broadcast of another workspace.
   */
  | {
      readonly _tag: "Recipients"
      readonly broadcast: BroadcastUuid
      readonly statuses: ReadonlyArray<RecipientStatus>
    }

/** A union of contacts, minus excluded contacts. */
export interface Selection {
  readonly include: ReadonlyArray<SelectionPart>
  readonly exclude: ReadonlyArray<SelectionPart>
}

/** A contact selected by `include`. */
export interface SelectedContact {
  readonly contact: Contact
  /** Whether `exclude` also selects the contact. */
  readonly isExcluded: boolean
}

/** Port: reads the contacts of broadcast audiences. */
export class AudienceStore extends Context.Service<
  AudienceStore,
  {
    /**
     * Streams the contacts that `include` selects, including archived contacts, by `createdAt`, then `uuid`, in arrays of
     * up to `atOnce`. Each contact has its values and whether it is excluded. All contacts are read from one snapshot taken
     * after the stream began, or from the state of the surrounding transaction.
     *
     * The stream reads a few arrays ahead and takes no locks. Outside a transaction, the stream uses its own connection
     * until it ends and delays no other call. On a store with one connection, other calls wait.
     */
    readonly walk: (
      workspace: WorkspaceUuid,
      selection: Selection,
      atOnce: number
    ) => Stream.Stream<ReadonlyArray<SelectedContact>, StorageError>

    /**
     * The maximum number of concurrent walks: a third of the connections, but at least one, so that readers of all walks
     * can get a connection. `AudienceWalks` enforces this maximum.
     */
    readonly walksAtOnce: number

    /** Returns how many contacts `include` selects, within limits. */
    readonly size: <E>(
      workspace: WorkspaceUuid,
      selection: Selection,
      limits: SearchLimits<E>
    ) => Effect.Effect<number, StorageError | E>
  }
>()("@rollcall/core/sending/broadcasts/audience/AudienceStore") {}
