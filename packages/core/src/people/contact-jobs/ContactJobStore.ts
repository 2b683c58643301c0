import { Context, type Duration, type Option } from "effect"
import type { ContactJobUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { StoredContactJob } from "./ContactJob.ts"

/** The name of a job. */
export interface ContactJobRef {
  readonly workspace: WorkspaceUuid
  readonly job: ContactJobUuid
}

/** Port: what is done to many contacts, and how far it is. Steps are made of it, in any process. */
export class ContactJobStore extends Context.Service<
  ContactJobStore,
  {
    /** Stores a new job, which is due at once. */
    readonly insert: (job: StoredContactJob) => StorageEffect<void>

    readonly find: (ref: ContactJobRef) => StorageEffect<Option.Option<StoredContactJob>>

    /** Returns a job, and locks it until the surrounding transaction ends; none if another one has locked it. */
    readonly lock: (ref: ContactJobRef) => StorageEffect<Option.Option<StoredContactJob>>

    /** Replaces a locked job. Unless it is over it is due again after `dueAfter` by the store's clock. */
    readonly replace: (job: StoredContactJob, dueAfter: Duration.Duration) => StorageEffect<void>

    /**
     * Returns up to `limit` jobs of any workspace that are due, those first that are due longest. Each is due again after
     * `dueAfter`, so that only one of many processes gets it.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<ContactJobRef>>
  }
>()("@rollcall/core/people/contact-jobs/ContactJobStore") {}
