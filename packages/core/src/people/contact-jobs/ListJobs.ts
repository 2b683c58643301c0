import { Context, Effect, Layer, Option, Schema } from "effect"
import { Contacts } from "../contacts/Contacts.ts"
import type { ContactListArchived, ContactListNotFound } from "../lists/ContactList.ts"
import { activeList } from "../lists/ContactLists.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { SearchRequest } from "../search/Filter.ts"
import type { SearchStopped } from "../search/SearchLimit.ts"
import { Count, described } from "../../shared/Described.ts"
import { type Caller, ContactJobUuid, ContactListUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { countFound, newJob, unordered } from "./AcceptJob.ts"
import { ContactJobReason, jobProgress, type StoredContactJob } from "./ContactJob.ts"
import { ContactJobStore } from "./ContactJobStore.ts"

/** A job that adds the contacts of a search to a list. */
export const ListJob = Schema.Struct({
  uuid: described(ContactJobUuid, "The uuid of the job."),
  workspaceUuid: WorkspaceUuid,
  contactListUuid: described(ContactListUuid, "The list to add contacts to."),
  ...jobProgress,
  reason: described(
    Schema.NullOr(ContactJobReason),
    "Why the job failed. Null otherwise. Contacts added before the failure stay on the list."
  ),
  added: described(Count, "How many contacts were added."),
  present: described(Count, "How many contacts were on the list already.")
})
export type ListJob = typeof ListJob.Type

/** The position (after the caller) and schema of each operation's input. */
const inputs = { addFromSearch: [1, SearchRequest] } as const

/** The contact list has no addition with this uuid. */
export class ListJobNotFound extends Schema.TaggedError<ListJobNotFound>()("ListJobNotFound", {
  uuid: ContactJobUuid
}) {
  override get message(): string {
    return `There is no job ${this.uuid}.`
  }
}

/**
 * Starts and follows jobs that add the contacts of a search to a list.
 *
 * @example
 * const additions = yield* ListJobs
 * const { total } = yield* additions.addFromSearch(caller, list, { searchTerm: "ash" })
 * return total
 */
export class ListJobs extends Context.Service<
  ListJobs,
  {
    /**
     * Accepts a job that adds the contacts of a search to a list. The search's sort order is ignored. Fails with every
     * issue of the search, or if the search finds more than 100,000 contacts.
     *
     * @param list The uuid of a list that is not archived.
     * @param search A term of at most 256 characters and at most 50 filters; `{}` for every contact.
     * @example
     * const additions = yield* ListJobs
     * const { total, uuid } = yield* additions.addFromSearch(caller, list, { searchTerm: "ash" })
     * return [uuid, total]
     */
    readonly addFromSearch: (
      caller: Caller,
      list: ContactListUuid,
      search: SearchRequest
    ) => Effect.Effect<ListJob, InvalidInput | SearchStopped | ContactListArchived | ContactListNotFound | StorageError>

    /**
     * Returns the progress of a job.
     *
     * @param list The list that the job adds contacts to.
     * @param uuid The job's uuid.
     * @example
     * const additions = yield* ListJobs
     * const { status } = yield* additions.job(caller, list, addition)
     * return status
     */
    readonly job: (
      caller: Caller,
      list: ContactListUuid,
      uuid: ContactJobUuid
    ) => Effect.Effect<ListJob, ListJobNotFound | StorageError>
  }
>()("@rollcall/core/people/contact-jobs/ListJobs") {
  static readonly layer = Layer.effect(
    ListJobs,
    Effect.gen(function* () {
      const store = yield* ContactJobStore
      const lists = yield* ContactListStore
      const contacts = yield* Contacts
      const transaction = yield* Transaction

      return ListJobs.of(
        workspaceService("ListJobs", inputs, {
          addFromSearch: Effect.fnUntraced(function* (caller, list, search) {
            const { workspace } = caller
            yield* activeList(yield* lists.find(workspace, list), list)
            const total = yield* Effect.provideService(countFound(caller, search), Contacts, contacts)
            const stored = yield* newJob(caller, {
              ...{ action: "add_to_list", contactListUuid: list, scope: null, total },
              selection: { search: unordered(search) }
            })
            const insert = Effect.gen(function* () {
              yield* activeList(yield* lists.lock(workspace, list), list)
              yield* store.insert(stored)
            })
            yield* transaction.run(insert)
            return additionTo(list, stored)
          }),

          job: Effect.fnUntraced(function* ({ workspace }, list, uuid) {
            const found = Option.filter(
              yield* store.find({ workspace, job: uuid }),
              ({ contactListUuid }) => contactListUuid === list
            )
            return additionTo(list, yield* Effect.fromOption(found, () => new ListJobNotFound({ uuid })))
          })
        })
      )
    })
  )
}

const additionTo = (contactListUuid: ContactListUuid, job: StoredContactJob): ListJob => {
  const { changed: added, createdAt, createdBy, processed, reason, status, total, unchanged: present } = job
  const { updatedAt, uuid, workspaceUuid } = job
  return {
    ...{ uuid, workspaceUuid, contactListUuid, status, reason, total, processed, added, present },
    ...{ createdBy, createdAt, updatedAt }
  }
}
