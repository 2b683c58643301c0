import { Context, DateTime, Effect, Layer } from "effect"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { type Caller, type ContactUuid, nextId } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import { type CursorPage, type CursorRequest, readPage } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { allOf } from "../search/Condition.ts"
import { SearchRequest } from "../search/Filter.ts"
import { SearchLimit, type SearchStopped, withoutLimits } from "../search/SearchLimit.ts"
import { cursorOrder, type Sort } from "../search/Sort.ts"
import { type Contact, GivenContact } from "./Contact.ts"
import { type ContactNotFound, findContact } from "./FindContact.ts"
import { ContactSets, planIn } from "./ContactSearch.ts"
import { ContactStore } from "./ContactStore.ts"
import { contactWrite } from "./ContactWrite.ts"
import { makeContactWriter } from "./ContactWriter.ts"
import { PhoneNumbers } from "./Identifiers.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { create: [0, GivenContact], update: [1, GivenContact], search: [0, SearchRequest] } as const

/**
 * Creates, reads, changes and finds the contacts of a workspace.
 *
 * @example
 * const contacts = yield* Contacts
 * const zoe = yield* contacts.create(caller, { firstName: "Zoë", email: "zoe@example.org" })
 * const { items, total } = yield* contacts.search(caller, { searchTerm: "zoë" }, { limit: 10, offset: 0 })
 * return { found: items.some(({ uuid }) => uuid === zoe.uuid), total }
 */
export class Contacts extends Context.Service<
  Contacts,
  {
    /**
     * Stores a new contact, with custom values by field key. Fails with every issue of the fields and values, including a
     * missing identifier. With `uniqueIdentifiers`, an identifier of another contact, archived or not, is an issue
     * `already_exists`.
     *
     * @param contact Strings of at most 1,000 characters. White space at both ends is removed.
     * @example
     * const contacts = yield* Contacts
     * const { uuid } = yield* contacts.create(caller, { firstName: "Zoë", phoneNumber: "+49 30 901820" })
     * return uuid
     */
    readonly create: (caller: Caller, contact: GivenContact) => Effect.Effect<Contact, InvalidInput | StorageError>

    /**
     * Returns a contact. For a merged contact, returns its survivor, as do all methods here.
     *
     * @param uuid The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const contacts = yield* Contacts
     * const { firstName, updatedAt } = yield* contacts.get(caller, contact)
     * return [firstName, updatedAt]
     */
    readonly get: (caller: Caller, uuid: ContactUuid) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /**
     * Changes the given fields and values; null clears a field or value. Fails with the same issues as `create`.
     *
     * @param uuid The contact's uuid. For a merged contact, the survivor is used.
     * @param contact Absent fields and values stay unchanged.
     * @example
     * const contacts = yield* Contacts
     * return yield* contacts.update(caller, contact, { lastName: "Ash", email: null, customFields: { visits: 3 } })
     */
    readonly update: (
      caller: Caller,
      uuid: ContactUuid,
      contact: GivenContact
    ) => Effect.Effect<Contact, ContactNotFound | InvalidInput | StorageError>

    /**
     * Archives a contact. Changes nothing if the contact is already archived.
     *
     * @param uuid The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const contacts = yield* Contacts
     * const { archived } = yield* contacts.archive(caller, contact)
     * return archived
     */
    readonly archive: (caller: Caller, uuid: ContactUuid) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /**
     * Restores a contact from the archive. Changes nothing if the contact is not archived.
     *
     * @param uuid The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const contacts = yield* Contacts
     * const { archived } = yield* contacts.restore(caller, contact)
     * return !archived
     */
    readonly restore: (caller: Caller, uuid: ContactUuid) => Effect.Effect<Contact, ContactNotFound | StorageError>

    /**
     * Returns every contact, including archived contacts.
     *
     * @param sort `newestFirst`, or the order of another field; contacts without a value come last in both directions.
     * @param page At most `limit` items after the first `offset`; or, with `after` and offset 0, the items that follow the
     *   page with this `next`.
     * @example
     * const contacts = yield* Contacts
     * const first = yield* contacts.list(caller, newestFirst, { limit: 100, offset: 0 })
     * if (first.next === null) return []
     * return (yield* contacts.list(caller, newestFirst, { limit: 100, offset: 0, after: first.next })).items
     */
    readonly list: (
      caller: Caller,
      sort: Sort,
      page: CursorRequest
    ) => Effect.Effect<CursorPage<Contact>, InvalidInput | StorageError>

    /**
     * Returns the contacts that satisfy every filter and the search term. Fails with every issue of the request, and with
     * `SearchStopped` if the search takes too long or too many searches are running.
     *
     * @param request A term of at most 256 characters, at most 50 filters, and an order; `{}` for every contact, newest
     *   first.
     * @param page At most `limit` items after the first `offset`; or, with `after` and offset 0, the items that follow the
     *   page with this `next`.
     * @example
     * const contacts = yield* Contacts
     * const { items, total } = yield* contacts.search(
     *   caller,
     *   { advancedSearch: [{ field: "firstName", operator: "starts_with", value: "zo" }] },
     *   { limit: 10, offset: 0 }
     * )
     * return [total, items.map(({ firstName }) => firstName)]
     */
    readonly search: (
      caller: Caller,
      request: SearchRequest,
      page: CursorRequest
    ) => Effect.Effect<CursorPage<Contact>, InvalidInput | SearchStopped | StorageError>
  }
>()("@rollcall/core/people/contacts/Contacts") {
  static readonly layer = Layer.effect(
    Contacts,
    Effect.gen(function* () {
      const store = yield* ContactStore
      const definitions = yield* CustomFieldStore
      const history = yield* HistoryStore
      const transaction = yield* Transaction
      const writer = yield* makeContactWriter
      const numbers = yield* PhoneNumbers
      const checkWorkspace = yield* makeWorkspaceCheck
      const planning = Context.make(CustomFieldStore, definitions).pipe(Context.add(ContactSets, yield* ContactSets))
      const limits = yield* SearchLimit

      const setArchived = (archived: boolean) =>
        Effect.fnUntraced(function* ({ actor, workspace }: Caller, uuid: ContactUuid) {
          const before = yield* writer.lock(workspace, uuid)
          if (before.archived === archived) return before
          const contact = { ...before, archived, updatedAt: DateTime.max(yield* DateTime.now, before.updatedAt) }
          const type = archived ? "contact.archived" : "contact.unarchived"
          yield* store.save({ created: [], changed: [contactWrite(numbers, type, contact)] })
          yield* history.append([
            {
              workspaceUuid: workspace,
              contactUuid: contact.uuid,
              at: contact.updatedAt,
              uuid: yield* nextId,
              by: actor,
              kind: archived ? "archived" : "unarchived",
              details: {}
            }
          ])
          return contact
        }, transaction.run)

      return Contacts.of(
        workspaceService("Contacts", inputs, {
          create: ({ workspace }, contact) =>
            Effect.andThen(checkWorkspace(workspace), writer.create(workspace, changesOf(contact))),
          get: ({ workspace }, uuid) => findContact(store, workspace, uuid),
          update: (caller, uuid, contact) => writer.update(caller, uuid, changesOf(contact)),
          archive: setArchived(true),
          restore: setArchived(false),
          list: ({ workspace }, sort, page) =>
            Effect.andThen(
              checkWorkspace(workspace),
              readPage(cursorOrder(listing, sort), page, (page) =>
                store.search(workspace, { condition: allOf([]), sort }, page, withoutLimits)
              )
            ),
          search: Effect.fnUntraced(function* ({ workspace }, request, page) {
            yield* checkWorkspace(workspace)
            const plan = yield* Effect.provideContext(planIn(workspace, request), planning)
            return yield* readPage(cursorOrder(listing, plan.sort), page, (page) =>
              store.search(workspace, plan, page, limits.of(workspace))
            )
          })
        })
      )
    })
  ).pipe(Layer.provide(SearchLimit.layer))
}

/** The name of the listing in cursors. */
const listing = "contacts"

const changesOf = ({ customFields, ...fields }: GivenContact) => ({ fields, customFields: customFields ?? {} })
