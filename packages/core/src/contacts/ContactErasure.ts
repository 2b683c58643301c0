import { Context, Data, Effect, Option } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { ContactStore } from "./ContactStore.ts"
import { ContactNotFound } from "./ContactErrors.ts"
import { addressesOf } from "./Identifiers.ts"

/**
 * What else the erasure of a contact changes: provided by the delivery engine, whose recipients name contacts by their
 * addresses.
 */
export class ContactErasure extends Context.Service<
  ContactErasure,
  {
    /** Removes a contact from the recipients with one of its addresses, inside the transaction that erases it (C7). */
    readonly eraseRecipients: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/contacts/ContactErasure") {}

/** Between two steps of its erasure the contact got another address. */
class AddressChanged extends Data.TaggedError("AddressChanged") {}

/**
 * Erases a contact, and removes it from the recipients of its workspace, in one transaction. Recipients come first: that
 * is the order of locks for whoever changes both. Begins anew if the contact got another address meanwhile.
 */
export const eraseContact = Effect.fnUntraced(
  function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
    const store = yield* ContactStore
    const { eraseRecipients } = yield* ContactErasure
    const transaction = yield* Transaction
    yield* transaction.run(
      Effect.gen(function* () {
        const before = yield* store.find(workspace, uuid)
        if (Option.isNone(before)) return yield* new ContactNotFound({ uuid })
        const addresses = addressesOf(before.value)
        yield* eraseRecipients(workspace, addresses)
        const erased = yield* store.erase(workspace, uuid)
        if (Option.isNone(erased)) return yield* new ContactNotFound({ uuid })
        if (!addressesOf(erased.value).every((address) => addresses.includes(address)))
          return yield* new AddressChanged()
      })
    )
  },
  Effect.retry({ while: (error) => error._tag === "AddressChanged" })
)
