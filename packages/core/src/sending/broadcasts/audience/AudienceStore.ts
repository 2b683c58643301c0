import { Context, type Effect, type Stream } from "effect"
import type { Contact } from "../../../people/contacts/Contact.ts"
import type { Condition } from "../../../people/search/Condition.ts"
import type { SearchLimits } from "../../../people/search/SearchLimit.ts"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { RecipientStatus } from "../Recipient.ts"

/** Contacts of a workspace: by a condition, by their uuids, or as recipients of a broadcast. */
export type SelectionPart =
  | { readonly _tag: "Satisfying"; readonly condition: Condition }
  /** The contacts that these uuids name now. A uuid without a contact selects none. */
  | { readonly _tag: "Named"; readonly uuids: ReadonlyArray<ContactUuid> }
  /**
   * The contacts that recipients with one of these statuses are tied to, by what their uuids name now. Selects nobody for
   * an incomplete broadcast or a broadcast of another workspace.
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

/** A contact of the union. */
export interface SelectedContact {
  readonly contact: Contact
  /** Whether a part of `exclude` selects it. */
  readonly isExcluded: boolean
}

/** Port: the contacts that a broadcast is made of. */
export class AudienceStore extends Context.Service<
  AudienceStore,
  {
    /**
     * The contacts that a part of `include` selects, including archived ones, by `createdAt`, then `uuid`, in groups of up
     * to `atOnce`. Each has its values and whether it is excluded. All of them are of one snapshot, taken after the stream
     * began; in a transaction, they are what the transaction sees.
     *
     * Reads a few parts ahead, holds no more than those, and locks nothing. Outside a transaction it has its own connection
     * until the stream ends, and delays no other call. A store with only one connection answers no other call meanwhile.
     */
    readonly walk: (
      workspace: WorkspaceUuid,
      selection: Selection,
      atOnce: number
    ) => Stream.Stream<ReadonlyArray<SelectedContact>, StorageError>

    /**
     * How many walks may go on at a time: at most a third of the connections, at least one, so that the readers of all
     * walks find a free connection. `AudienceWalks` keeps to the limit.
     */
    readonly walksAtOnce: number

    /** How many contacts a part of `include` selects, within limits. */
    readonly size: <E>(
      workspace: WorkspaceUuid,
      selection: Selection,
      limits: SearchLimits<E>
    ) => Effect.Effect<number, StorageError | E>
  }
>()("@rollcall/core/sending/broadcasts/audience/AudienceStore") {}
