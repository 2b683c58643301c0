import { WorkspaceUuid } from "@rollcall/core"
import { ContactJobUuid } from "@rollcall/core/operations"
import { type ContactJobRef, isJobOver, StoredContactJob } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, replaceRow, rowsOf, storedAs, tableOf } from "../database/Rows.ts"
import { claimFirst, insertDue } from "../shared/DueRows.ts"

const { after, selection } = StoredContactJob.fields

/** Jobs as rows of `contact_jobs`; `selection` and `after` are JSON. */
const jobs = tableOf(
  {
    ...storedAs(StoredContactJob.fields),
    selection: Schema.NullOr(Schema.fromJsonString(selection.members[0])),
    after: Schema.NullOr(Schema.fromJsonString(after.members[0]))
  },
  { contactListUuid: "list_uuid", after: "place" }
)

const job = firstOf(jobs.row)
const refs = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, job: ContactJobUuid }))

export const layer = storeLayer(ContactJobStore, (db) => {
  const { dialect, sql, table } = db
  const select = (ref: ContactJobRef) => sql`
    SELECT ${sql.csv(jobs.columns)} FROM ${table("contact_jobs")}
    WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.job}`
  return {
    insert: (given) => insertDue(db, "contact_jobs", jobs.record(given)),

    find: (ref) => job(db)(select(ref)),

    lock: (ref) => job(db)(sql`${select(ref)} ${dialect.lockRows("update", { skipLocked: true })}`),

    replace: (given, dueAfter) =>
      Effect.flatMap(dialect.now, (now) => {
        const dueAt = isJobOver(given) ? sql`NULL` : sql`${now} + ${Duration.toMillis(dueAfter)}`
        return replaceRow(db, "contact_jobs", jobs.record(given), sql`, due_at = ${dueAt}`)
      }),

    claimDue: ({ dueAfter, limit }) =>
      claimFirst(db, refs, { from: "contact_jobs", key: "uuid", as: "job" }, limit, dueAfter)
  }
})
