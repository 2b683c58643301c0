import { isJobOver } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { DateTime, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstDue } from "../database/Rows.ts"

export const layer = storeLayer(ContactJobStore, ({ read, write }) => {
  const find: ContactJobStore["Service"]["find"] = ({ job, workspace }) =>
    read(({ contactJobs }) => Option.map(Option.fromUndefinedOr(contactJobs.get(workspace, job)), ({ job }) => job))

  return {
    insert: (job) =>
      write(({ contactJobs }, now) => {
        contactJobs.set(job.workspaceUuid, job.uuid, { job, dueAt: now })
      }),

    find,

    // A transaction is the only writer until it ends, so its reads are already locked.
    lock: find,

    replace: (job, dueAfter) =>
      write(({ contactJobs }, now) => {
        const dueAt = isJobOver(job) ? null : DateTime.addDuration(now, dueAfter)
        contactJobs.replace(job.workspaceUuid, job.uuid, { job, dueAt })
      }),

    claimDue: ({ dueAfter, limit }) =>
      write(({ contactJobs }, now) => {
        const due = firstDue(contactJobs.all(), ({ dueAt }) => dueAt, now, limit)
        const dueAt = DateTime.addDuration(now, dueAfter)
        return due.map(({ job }) => {
          const { uuid, workspaceUuid } = job
          contactJobs.set(workspaceUuid, uuid, { job, dueAt })
          return { workspace: workspaceUuid, job: uuid }
        })
      })
  }
})
