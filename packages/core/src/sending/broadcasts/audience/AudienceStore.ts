import { Context, type Effect, type Stream } from "effect"
import type { Contact } from "../../../people/contacts/Contact.ts"
import type { Condition } from "../../../people/search/Condition.ts"
import type { SearchLimits } from "../../../people/search/SearchLimit.ts"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { RecipientStatus } from "../Recipient.ts"

/** Contacts of a workspace: by what they satisfy, by their uuids, or as recipients of a broadcast. */
export type SelectionPart =
  | { readonly _tag: "Satisfying"; readonly condition: Condition }
  /** The contacts that these uuids name by now. A uuid that names none selects none. */
  | { readonly _tag: "Named"; readonly uuids: ReadonlyArray<ContactUuid> }
  /**
   * The contacts that recipients with one of these statuses are tied to, by what their uuids name now. Recipients of
   * a broadcast that is not complete, or of another workspace, select none.
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
     * The contacts that a part of `include` selects, archived ones too, by `createdAt`, then `uuid`, up to `atOnce`
     * together: all of them, with their values and whether they are excluded, as they were at one instant after the
     * stream began, whatever is written while it is read. In a transaction that is what the transaction sees.
     *
     * Reads a few parts ahead and holds no more than those, and locks nothing. Outside of a transaction it delays no
     * other call, and has its own connection until the stream ends: a store with one connection answers no other call
     * meanwhile.
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
