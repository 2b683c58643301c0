import { isJobOver } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"

export const layer = Layer.effect(
  ContactJobStore,
  Effect.map(Database, ({ read, write }) => {
    const find: ContactJobStore["Service"]["find"] = ({ job, workspace }) =>
      read(({ contactJobs }) => Option.map(Option.fromUndefinedOr(contactJobs.get(workspace, job)), ({ job }) => job))

    return ContactJobStore.of({
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
          const due = contactJobs
            .all()
            .flatMap(({ job, dueAt }) => (dueAt === null ? [] : [{ job, dueAt }]))
            .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
            .sort((a, b) => DateTime.Order(a.dueAt, b.dueAt))
            .slice(0, limit)
          const dueAt = DateTime.addDuration(now, dueAfter)
          return due.map(({ job }) => {
            const { uuid, workspaceUuid } = job
            contactJobs.set(workspaceUuid, uuid, { job, dueAt })
            return { workspace: workspaceUuid, job: uuid }
          })
        })
    })
  })
)
