import { Context, type Effect } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { ContactNotFound } from "./ContactErrors.ts"
import type { ErasureReceipt } from "./ErasureReceipt.ts"

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
