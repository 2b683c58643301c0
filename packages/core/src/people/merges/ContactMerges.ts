import { Context, Effect, Layer } from "effect"
import type { Digest } from "effect/crypto"
import type { Contact } from "../contacts/Contact.ts"
import type { ContactStore } from "../contacts/ContactStore.ts"
import type { ContactNotFound } from "../contacts/FindContact.ts"
import type { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { EventStore } from "../../events/events/EventStore.ts"
import type { HistoryStore } from "../history/HistoryStore.ts"
import type { ContactListStore } from "../lists/ContactListStore.ts"
import type { AddressedRecipients } from "../opt-outs/AddressedRecipients.ts"
import type { OptOutStore } from "../opt-outs/OptOutStore.ts"
import { SearchLimit, type SearchStopped } from "../search/SearchLimit.ts"
import type { Caller, ContactUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import { layerDigest } from "../../shared/Digests.ts"
import { type CursorPage, type CursorRequest, readPage } from "../../shared/Page.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type MergeNotFound, type MergeNotUndoable, MergeRequest, UndoRequest } from "./ContactMerge.ts"
import { DuplicateFilter, type DuplicateGroup, duplicateOrder, kindsOf } from "./Duplicates.ts"
import { isChangedMeanwhile } from "./MergeLocks.ts"
import { mergeContacts, undoMerge } from "./MergeSteps.ts"
import { MergeStore } from "./MergeStore.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { duplicates: [0, DuplicateFilter], merge: [1, MergeRequest], undoMerge: [1, UndoRequest] } as const

/** The two contacts of a merge that was undone. */
export interface UndoneMerge {
  /** The survivor of the merge. */
  readonly contact: Contact
  /** The contact that had been merged into the survivor. */
  readonly restored: Contact
}

/**
 * Finds duplicate contacts, merges two contacts into one, and undoes merges.
 *
 * @example
 * const merges = yield* ContactMerges
 * const { items } = yield* merges.duplicates(caller, { field: "email" }, { limit: 10, offset: 0 })
 * for (const { contacts } of items) {
 *   const [survivor, ...others] = contacts
 *   if (survivor !== undefined) {
 *     for (const { uuid } of others) yield* merges.merge(caller, survivor.uuid, { from: uuid })
 *   }
 * }
 */
export class ContactMerges extends Context.Service<
  ContactMerges,
  {
    /**
     * Merges the contact `from` into the survivor, and returns the survivor. `keep` selects the value to keep, by field
     * name or custom field key. Default: the survivor's value, or the value of `from` if the survivor has no value. A
     * multiselect field keeps the options of both contacts by default. The survivor takes over the lists, notes, opt-outs,
     * addresses and uuid of `from`. Fails with an issue of `from` if both uuids resolve to one contact.
     *
     * @param survivor The uuid of a merged contact resolves to its survivor.
     * @param request Without `keep`, the survivor's values stay and options are combined.
     * @example
     * const merges = yield* ContactMerges
     * const { firstName } = yield* merges.merge(caller, contact, { from: other, keep: { firstName: "from" } })
     * return firstName
     */
    readonly merge: (
      caller: Caller,
      survivor: ContactUuid,
      request: MergeRequest
    ) => Effect.Effect<Contact, ContactNotFound | InvalidInput | StorageError>

    /**
     * Returns groups of contacts with the same e-mail, number or external id, without archived contacts. Each group
     * includes its oldest contacts. Fails with `SearchStopped` if the request takes too long or too many such requests are
     * running.
     *
     * @param filter Default `{}`: duplicates of every identifier.
     * @param page At most `limit` items after the first `offset`; or, with `after` and offset 0, the items that follow the
     *   page with this `next`.
     * @example
     * const merges = yield* ContactMerges
     * const { items } = yield* merges.duplicates(caller, { field: "email" }, { limit: 10, offset: 0 })
     * return items.map(({ count, value }) => [value, count])
     * @see docs/contributing/decisions.md, M5
     */
    readonly duplicates: (
      caller: Caller,
      filter: DuplicateFilter,
      page: CursorRequest
    ) => Effect.Effect<CursorPage<DuplicateGroup>, InvalidInput | SearchStopped | StorageError>

    /**
     * Undoes the last merge into a contact. Restores both contacts with their lists, notes and addresses. Fails if the
     * contact has changed since the merge, and with `already_exists` if another contact now has an identifier that must be
     * unique.
     *
     * @param survivor The uuid of a merged contact resolves to its survivor.
     * @param request If `from` is given, it must be the contact that was merged last.
     * @example
     * const merges = yield* ContactMerges
     * const { restored } = yield* merges.undoMerge(caller, contact, { from: other })
     * return restored.uuid
     */
    readonly undoMerge: (
      caller: Caller,
      survivor: ContactUuid,
      request: UndoRequest
    ) => Effect.Effect<UndoneMerge, ContactNotFound | InvalidInput | MergeNotFound | MergeNotUndoable | StorageError>
  }
>()("@rollcall/core/people/merges/ContactMerges") {
  static readonly layer = Layer.effect(
    ContactMerges,
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const store = yield* MergeStore
      const limits = yield* SearchLimit
      const ports = yield* Effect.context<
        | AddressedRecipients
        | ContactListStore
        | ContactStore
        | CustomFieldStore
        | Digest.Digest
        | EventStore
        | HistoryStore
        | MergeStore
        | OptOutStore
        | Transaction
      >()
      return ContactMerges.of(
        workspaceService("ContactMerges", inputs, {
          merge: (caller, survivor, request) =>
            run(Effect.provideContext(mergeContacts(caller, survivor, request), ports)).pipe(
              Effect.retry({ while: isChangedMeanwhile })
            ),
          duplicates: ({ workspace }, filter, page) => {
            const kinds = kindsOf(filter)
            return readPage(duplicateOrder(kinds), page, (page) =>
              store.duplicates(workspace, kinds, page, limits.of(workspace))
            )
          },
          undoMerge: (caller, survivor, request) =>
            run(Effect.provideContext(undoMerge(caller, survivor, request), ports)).pipe(
              Effect.retry({ while: isChangedMeanwhile })
            )
        })
      )
    })
  ).pipe(Layer.provide([SearchLimit.layer, layerDigest]))
}
