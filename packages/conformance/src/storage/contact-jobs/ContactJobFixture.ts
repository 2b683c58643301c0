import type { ContactJobRef, StoredContactJob } from "@rollcall/core/people"
import { ContactJobUuid, nextId } from "@rollcall/core/operations"
import { ContactJobStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { instantOf } from "../shared/Fixture.ts"

/** A stored job that changes all contacts of a workspace. */
export const storedJob = Effect.fnUntraced(function* (
  fields: Partial<StoredContactJob> & Pick<StoredContactJob, "action" | "workspaceUuid" | "createdBy">
) {
  const job: StoredContactJob = {
    uuid: ContactJobUuid.make(yield* nextId),
    contactListUuid: null,
    scope: null,
    status: "pending",
    reason: null,
    total: 0,
    processed: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    selection: { search: { searchTerm: null, advancedSearch: [] } },
    after: null,
    ...fields
  }
  yield* ContactJobStore.use((store) => store.insert(job))
  return job
})

export const refOf = ({ uuid, workspaceUuid }: StoredContactJob): ContactJobRef => ({
  workspace: workspaceUuid,
  job: uuid
})

export const found = (job: StoredContactJob) => ContactJobStore.use((store) => store.find(refOf(job)))
