import { Context, DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { Contacts } from "../contacts/Contacts.ts"
import { SearchRequest } from "../search/Filter.ts"
import type { SearchStopped } from "../search/SearchLimit.ts"
import { type Caller, type ContactListUuid, nextId, SearchAdditionUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import { workspaceService } from "../shared/WorkspaceService.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { ContactListArchived, ContactListNotFound } from "./ContactList.ts"
import { activeList } from "./ContactLists.ts"
import { ContactListStore } from "./ContactListStore.ts"
import { maxSearchAdded, type SearchAddition, type StoredSearchAddition } from "./SearchAddition.ts"
import { SearchAdditionStore } from "./SearchAdditionStore.ts"

/** The arguments of the operations, without the workspace and uuids. */
const inputs = { addSearch: [1, SearchRequest] } as const

/** The contact list has no addition with this uuid. */
export class SearchAdditionNotFound extends Schema.TaggedError<SearchAdditionNotFound>()("SearchAdditionNotFound", {
  uuid: SearchAdditionUuid
}) {
  override get message(): string {
    return `There is no addition ${this.uuid}.`
  }
}

/**
 * Searches whose contacts are added to a list, by workers.
 *
 * @example
 * const additions = yield* SearchAdditions
 * const { total } = yield* additions.addSearch(caller, list, { searchTerm: "ash" })
 * return total
 */
export class SearchAdditions extends Context.Service<
  SearchAdditions,
  {
    /**
     * Accepts that the contacts that a search finds are added to a list. Its order does not matter. Fails with every
     * issue of the search (S7), or if it finds more than 100,000 contacts; nothing is added then.
     *
     * @param caller Whose data is meant, and the user who acts; `systemCaller` makes one for a program.
     * @param list One that is not archived.
     * @param search A term of at most 256 characters and at most 50 filters; `{}` for every contact.
     * @example
     * const additions = yield* SearchAdditions
     * const { total, uuid } = yield* additions.addSearch(caller, list, { searchTerm: "ash" })
     * return [uuid, total]
     */
    readonly addSearch: (
      caller: Caller,
      list: ContactListUuid,
      search: SearchRequest
    ) => Effect.Effect<
      SearchAddition,
      InvalidInput | SearchStopped | ContactListArchived | ContactListNotFound | StorageError
    >

    /**
     * How far an addition is.
     *
     * @param workspace Whose data is meant: what belongs to another workspace is not found.
     * @param list The list that it adds to.
     * @param uuid That which was returned when it was created.
     * @example
     * const additions = yield* SearchAdditions
     * const { status } = yield* additions.addition(workspace, list, addition)
     * return status
     */
    readonly addition: (
      workspace: WorkspaceUuid,
      list: ContactListUuid,
      uuid: SearchAdditionUuid
    ) => Effect.Effect<SearchAddition, SearchAdditionNotFound | StorageError>
  }
>()("@rollcall/core/lists/SearchAdditions") {
  static readonly layer = Layer.effect(
    SearchAdditions,
    Effect.gen(function* () {
      const store = yield* SearchAdditionStore
      const lists = yield* ContactListStore
      const contacts = yield* Contacts
      const transaction = yield* Transaction

      return SearchAdditions.of(
        workspaceService("SearchAdditions", inputs, {
          addSearch: Effect.fnUntraced(function* ({ actor, workspace }, list, search) {
            yield* activeList(yield* lists.find(workspace, list), list)
            const { total } = yield* Effect.mapError(
              contacts.search(workspace, search, { limit: 1, offset: 0 }),
              inSearch
            )
            yield* InvalidInput.refuse(
              total > maxSearchAdded
                ? [issue("too_long", ["search"], `finds ${total} contacts, and at most ${maxSearchAdded} can be added`)]
                : []
            )
            const now = yield* DateTime.now
            const { advancedSearch = [], searchTerm = null } = search
            const stored: StoredSearchAddition = {
              uuid: SearchAdditionUuid.make(yield* nextId),
              workspaceUuid: workspace,
              contactListUuid: list,
              status: "pending",
              reason: null,
              total,
              processed: 0,
              added: 0,
              present: 0,
              createdBy: actor,
              createdAt: now,
              updatedAt: now,
              search: { searchTerm, advancedSearch },
              after: null
            }
            const insert = Effect.gen(function* () {
              yield* activeList(yield* lists.lock(workspace, list), list)
              yield* store.insert(stored)
            })
            yield* transaction.run(insert)
            return shown(stored)
          }),

          addition: Effect.fnUntraced(function* (workspace, list, uuid) {
            const found = Option.filter(
              yield* store.find({ workspace, addition: uuid }),
              ({ contactListUuid }) => contactListUuid === list
            )
            return shown(yield* Effect.fromOption(found, () => new SearchAdditionNotFound({ uuid })))
          })
        })
      )
    })
  )
}

/** Says that the issues of a search are in it. */
const inSearch = <E>(error: E | InvalidInput) =>
  error instanceof InvalidInput
    ? new InvalidInput({ issues: error.issues.map((one) => ({ ...one, path: ["search", ...one.path] })) })
    : error

const shown = (stored: StoredSearchAddition): SearchAddition => Struct.omit(stored, ["after", "search"])
