import { Context, type Effect, Schema } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { ContactNotFound } from "./ContactErrors.ts"

/** What an erased contact had of its own, in numbers. */
export const ErasedCounts = Schema.Struct({
  notes: Schema.Natural,
  /** The custom fields that it had a value of, archived ones too. */
  customFields: Schema.Natural,
  /** The lists that it was on. */
  contactLists: Schema.Natural
})
export type ErasedCounts = typeof ErasedCounts.Type

/** What an erasure removed (C7), in numbers: it names nothing of the person. */
export interface ErasureReceipt extends ErasedCounts {
  /** The recipients of broadcasts whose values, address and reference were removed. */
  readonly recipients: number
  /** The rows of imports whose content was removed. */
  readonly importRows: number
  /** The messages of the person that were removed. */
  readonly messages: number
  /**
   * Whether nothing is left. If false the contact is gone and workers remove the rest: the erasure failed half-way, or is
   * part of a transaction of the host.
   */
  readonly isComplete: boolean
}

/** Erases a contact with every trace of the person: also where contacts are not known, as in recipients (C7). */
export class ContactErasure extends Context.Service<
  ContactErasure,
  {
    /** Returns what was removed, in numbers. */
    readonly erase: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => Effect.Effect<ErasureReceipt, ContactNotFound | StorageError>
  }
>()("@rollcall/core/contacts/ContactErasure") {}
