import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { ContactUuid, nextId, type WorkspaceUuid } from "../kernel/Ids.ts"
import { InvalidInput } from "../kernel/Issue.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { StorageError } from "../kernel/StorageError.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { allOf } from "../search/Condition.ts"
import type { SearchRequest } from "../search/Filter.ts"
import { planSearch } from "../search/Plan.ts"
import type { Sort } from "../search/Sort.ts"
import { type Contact, type ContactFields, makeContact, patchContact } from "./Contact.ts"
import { ContactNotFound } from "./ContactErrors.ts"
import { fieldIssues, identifierIssues } from "./ContactRules.ts"
import { ContactStore } from "./ContactStore.ts"

/** Creates, reads, changes and finds the contacts of a workspace. */
export class Contacts extends Context.Service<
  Contacts,
  {
    /** Adds a contact. Fails with every issue of its fields, the missing identifier (C1) among them. */
    readonly create: (
      workspace: WorkspaceUuid,
      fields: ContactFields
    ) => Effect.Effect<Contact, InvalidInput | StorageError>

    readonly get: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid
    ) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /** Changes the fields that are given and no other; null clears one. The last identifier cannot be cleared (C1). */
    readonly update: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid,
      fields: ContactFields
    ) => Effect.Effect<Contact, ContactNotFound | InvalidInput | StorageError>

    /** Archives a contact or brings it back. The specification has no endpoint for it (C4). */
    readonly setArchived: (
      workspace: WorkspaceUuid,
      uuid: ContactUuid,
      archived: boolean
    ) => Effect.Effect<Contact, ContactNotFound | StorageError>

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
      const transaction = yield* Transaction

      const create = Effect.fn("Contacts.create")(function* (workspace: WorkspaceUuid, fields: ContactFields) {
        const uuid = ContactUuid.make(yield* nextId)
        const contact = makeContact({ uuid, workspace, fields, now: yield* DateTime.now })
        yield* reject([...fieldIssues(fields), ...identifierIssues(contact)])
        yield* store.insert(contact)
        return contact
      })

      const get = Effect.fn("Contacts.get")(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
        const contact = yield* store.find(workspace, uuid)
        return yield* found(contact, uuid)
      })

      /** Reads, changes and writes one contact with no other writer in between. */
      const modify = <E>(
        workspace: WorkspaceUuid,
        uuid: ContactUuid,
        change: (contact: Contact, now: DateTime.Utc) => Effect.Effect<Contact, E>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const contact = yield* Effect.flatMap(store.lock(workspace, uuid), (option) => found(option, uuid))
            const changed = yield* change(contact, yield* DateTime.now)
            yield* store.replace(changed)
            return changed
          })
        )

      const update = Effect.fn("Contacts.update")(function* (
        workspace: WorkspaceUuid,
        uuid: ContactUuid,
        fields: ContactFields
      ) {
        return yield* modify(workspace, uuid, (contact, now) => {
          const changed = patchContact(contact, fields, now)
          return Effect.as(reject([...fieldIssues(fields), ...identifierIssues(changed)]), changed)
        })
      })

      const setArchived = Effect.fn("Contacts.setArchived")(function* (
        workspace: WorkspaceUuid,
        uuid: ContactUuid,
        archived: boolean
      ) {
        return yield* modify(workspace, uuid, (contact, now) =>
          Effect.succeed({ ...contact, archived, updatedAt: DateTime.max(now, contact.updatedAt) })
        )
      })

      const list = Effect.fn("Contacts.list")((workspace: WorkspaceUuid, sort: Sort, page: PageRequest) =>
        store.search(workspace, { condition: allOf([]), sort }, page)
      )

      const search = Effect.fn("Contacts.search")(function* (
        workspace: WorkspaceUuid,
        request: SearchRequest,
        page: PageRequest
      ) {
        const planned = yield* Effect.fromResult(
          Result.mapError(planSearch(request), (issues) => new InvalidInput({ issues }))
        )
        return yield* store.search(workspace, planned, page)
      })

      return Contacts.of({ create, get, update, setArchived, list, search })
    })
  )
}

const found = (contact: Option.Option<Contact>, uuid: ContactUuid) =>
  Effect.mapError(Effect.fromOption(contact), () => new ContactNotFound({ uuid }))

const reject = (issues: ReadonlyArray<InvalidInput["issues"][number]>) =>
  issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
