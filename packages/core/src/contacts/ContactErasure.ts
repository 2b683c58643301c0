import { Context } from "effect"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageEffect } from "../shared/StorageError.ts"

/** What the delivery engine changes when a contact is erased: its recipients name contacts by their addresses. */
export class ContactErasure extends Context.Service<
  ContactErasure,
  {
    /**
     * Removes a contact from the recipients with one of its addresses, and the messages that came from one, inside the
     * transaction that erases it (C7).
     */
    readonly eraseRecipients: (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) => StorageEffect<void>
  }
>()("@rollcall/core/contacts/ContactErasure") {}
