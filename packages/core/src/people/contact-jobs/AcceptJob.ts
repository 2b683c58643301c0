import { DateTime, Effect } from "effect"
import { Contacts } from "../contacts/Contacts.ts"
import type { SearchRequest } from "../search/Filter.ts"
import { type Caller, ContactJobUuid, nextId } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import { maxSearchChanged, type StoredContactJob } from "./ContactJob.ts"

/**
 * Counts the contacts that a search finds. Fails with every issue of the search, or with one issue if the search finds too
 * many contacts for a job.
 *
 * @see docs/contributing/decisions.md, S7
 */
export const countFound = Effect.fnUntraced(function* (caller: Caller, search: SearchRequest) {
  const contacts = yield* Contacts
  const { total } = yield* Effect.mapError(contacts.search(caller, search, { limit: 1, offset: 0 }), inSearch)
  if (total <= maxSearchChanged) return total
  const message = `matches ${total} contacts, but at most ${maxSearchChanged} can be changed at once. Narrow the search`
  return yield* new InvalidInput({ issues: [issue("too_long", ["search"], message)] })
})

/** Prefixes the paths of issues with `search`. */
const inSearch = <E>(error: E | InvalidInput) =>
  error instanceof InvalidInput
    ? new InvalidInput({ issues: error.issues.map((issue) => ({ ...issue, path: ["search", ...issue.path] })) })
    : error

/** Returns a search without its sort order. */
export const unordered = ({ advancedSearch = [], searchTerm = null }: SearchRequest): SearchRequest => ({
  searchTerm,
  advancedSearch
})

/** Returns a new job with the status `pending`. */
export const newJob = Effect.fnUntraced(function* (
  { actor, workspace }: Caller,
  job: Pick<StoredContactJob, "action" | "contactListUuid" | "scope" | "total" | "selection">
) {
  const now = yield* DateTime.now
  const stored: StoredContactJob = {
    ...job,
    uuid: ContactJobUuid.make(yield* nextId),
    workspaceUuid: workspace,
    status: "pending",
    reason: null,
    processed: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    createdBy: actor,
    createdAt: now,
    updatedAt: now,
    after: null
  }
  return stored
})
