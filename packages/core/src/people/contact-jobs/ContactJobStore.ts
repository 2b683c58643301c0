import { Context, type Duration, type Option } from "effect"
import type { ContactJobUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { StoredContactJob } from "./ContactJob.ts"

export interface ContactJobRef {
  readonly workspace: WorkspaceUuid
  readonly job: ContactJobUuid
}

/** Port: jobs that change many contacts, and their progress. Any process may run the next step of a job. */
export class ContactJobStore extends Context.Service<
  ContactJobStore,
  {
    /** Stores a new job, due immediately. */
    readonly insert: (job: StoredContactJob) => StorageEffect<void>

    readonly find: (ref: ContactJobRef) => StorageEffect<Option.Option<StoredContactJob>>

    /**
     * Returns a job and locks it until the surrounding transaction ends. Returns nothing if another transaction has locked
     * the job.
     */
    readonly lock: (ref: ContactJobRef) => StorageEffect<Option.Option<StoredContactJob>>

    /** Replaces a locked job. Unless the job is over, it is due again after `dueAfter` by the store's clock. */
    readonly replace: (job: StoredContactJob, dueAfter: Duration.Duration) => StorageEffect<void>

    /**
     * Returns up to `limit` due jobs of any workspace, longest due first. Each returned job is due again after `dueAfter`,
     * so only one process claims the job.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<ContactJobRef>>
  }
>()("@rollcall/core/people/contact-jobs/ContactJobStore") {}
