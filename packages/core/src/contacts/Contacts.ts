import { Context, DateTime, Effect, Layer, Result } from "effect"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { GivenValues } from "../custom-fields/ValueChanges.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { allOf } from "../search/Condition.ts"
import type { SearchRequest } from "../search/Filter.ts"
import type { Sort } from "../search/Sort.ts"
import type { Contact, ContactFields } from "./Contact.ts"
import { ContactNotFound } from "./ContactErrors.ts"
import { customKeys, planSearch } from "./ContactSearch.ts"
import { CurrentContactSettings } from "./ContactSettings.ts"
import { ContactStore } from "./ContactStore.ts"
import { foundContact, lockedContact, writeKnownContact, writeNewContact } from "./ContactWriter.ts"

/** Creates, reads, changes and finds the contacts of a workspace. */
export class Contacts extends Context.Service<
  Contacts,
  {
    /**
     * Adds a contact. Fails with every issue of its fields and custom values, the missing identifier (C1) among them.
     * Custom values are given by field key. With `uniqueIdentifiers` an identifier that a contact has, archived or not,
     * is an issue `already_exists` (C2).
     */
    readonly create: (
      workspace: WorkspaceUuid,
      fields: ContactFields,
      customFields?: GivenValues
    ) => Effect.Effect<Contact, InvalidInput | StorageError>

    readonly get: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /**
     * Changes the fields that are given and no other; null clears one. The last identifier cannot be cleared (C1). With
     * `uniqueIdentifiers` a new identifier that another contact has is an issue `already_exists` (C2).
     */
    readonly update: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid,
      fields: ContactFields,
      customFields?: GivenValues
    ) => Effect.Effect<Contact, ContactNotFound | InvalidInput | StorageError>

    /** Archives a contact or brings it back. The specification has no endpoint for it (C4). */
    readonly setArchived: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid,
      archived: boolean
    ) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /**
     * Removes a contact for good, with its values, memberships and notes. Broadcasts keep their counters; in them its
     * identifier becomes empty, and a message that is not yet on its way is not sent (C7). Nothing brings it back. The
     * specification has no endpoint for it (C4).
     */
    readonly erase: (workspace: WorkspaceUuid, uuid: ContactUuid) => Effect.Effect<void, ContactNotFound | StorageError>

    /** Every contact in an order, archived ones too (C4). */
    readonly list: (
      workspace: WorkspaceUuid,
      sort: Sort,
      page: PageRequest
    ) => Effect.Effect<Page<Contact>, StorageError>

    /** The contacts that satisfy every filter and the search term. Fails with every issue of the request (S7). */
    readonly search: (
      workspace: WorkspaceUuid,
      request: SearchRequest,
      page: PageRequest
    ) => Effect.Effect<Page<Contact>, InvalidInput | StorageError>
  }
>()("@rollcall/core/contacts/Contacts") {
  static readonly layer = Layer.effect(
    Contacts,
    Effect.gen(function* () {
      const store = yield* ContactStore
      const definitions = yield* CustomFieldStore
      const transaction = yield* Transaction
      const settings = yield* CurrentContactSettings
      const ports = yield* Effect.context<ContactStore | CustomFieldStore | Transaction>()

      const create = Effect.fn("Contacts.create")(
        (workspace: WorkspaceUuid, fields: ContactFields, customFields: GivenValues = {}) =>
          Effect.provideContext(writeNewContact(workspace, { fields, customFields }, settings), ports)
      )

      const get = Effect.fn("Contacts.get")(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
        return yield* foundContact(yield* store.find(workspace, uuid), uuid)
      })

      const update = Effect.fn("Contacts.update")(
        (workspace: WorkspaceUuid, uuid: ContactUuid, fields: ContactFields, customFields: GivenValues = {}) =>
          Effect.provideContext(writeKnownContact(workspace, uuid, { fields, customFields }, settings), ports)
      )

      const setArchived = Effect.fn("Contacts.setArchived")(function* (
        workspace: WorkspaceUuid,
        uuid: ContactUuid,
        archived: boolean
      ) {
        return yield* transaction.run(
          Effect.gen(function* () {
            const contact = yield* Effect.provideContext(lockedContact(workspace, uuid), ports)
            const updatedAt = DateTime.max(yield* DateTime.now, contact.updatedAt)
            const changed = { ...contact, archived, updatedAt }
            yield* store.save({ created: [], changed: [{ contact: changed, changes: [] }] })
            return changed
          })
        )
      })

      const erase = Effect.fn("Contacts.erase")(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
        if (!(yield* store.erase(workspace, uuid))) return yield* new ContactNotFound({ uuid })
      })

      const list = Effect.fn("Contacts.list")((workspace: WorkspaceUuid, sort: Sort, page: PageRequest) =>
        store.search(workspace, { condition: allOf([]), sort }, page)
      )

      const search = Effect.fn("Contacts.search")(function* (
        workspace: WorkspaceUuid,
        request: SearchRequest,
        page: PageRequest
      ) {
        const keys = customKeys(request)
        const fields = keys.length === 0 ? [] : yield* definitions.named(workspace, keys)
        const plan = yield* Effect.fromResult(
          Result.mapError(planSearch(request, fields), (issues) => new InvalidInput({ issues }))
        )
        return yield* store.search(workspace, plan, page)
      })

      return Contacts.of({ create, get, update, setArchived, erase, list, search })
    })
  )
}
