import { WorkspaceUuid } from "@rollcall/core"
import { ContactJobUuid } from "@rollcall/core/operations"
import { isJobOver, type ContactJobRef, StoredContactJob } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { Duration, Effect, Layer, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, rowsOf, storedAs, tableOf } from "../database/Rows.ts"

type Store = ContactJobStore["Service"]

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

const insert = (db: Db): Store["insert"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (given) {
    const record = jobs.record(given)
    const [names, values] = [Object.keys(record), Object.values(record)]
    const now = yield* dialect.now
    yield* mapErrors(sql`
      INSERT INTO ${table("contact_jobs")} (${sql.csv(names.map((name) => sql`${sql(name)}`))}, due_at)
      VALUES (${sql.csv(values.map((value) => sql`${value}`))}, ${now})`)
  })
}

const select = ({ sql, table }: Db, ref: ContactJobRef) => sql`
  SELECT ${sql.csv(jobs.columns)} FROM ${table("contact_jobs")}
  WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.job}`

const find =
  (db: Db): Store["find"] =>
  (ref) =>
    job(db, select(db, ref))

const lock =
  (db: Db): Store["lock"] =>
  (ref) =>
    job(db, db.sql`${select(db, ref)} ${db.dialect.lockRows("update", { skipLocked: true })}`)

const replace = (db: Db): Store["replace"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (given, dueAfter) {
    const record = jobs.record(given)
    const now = yield* dialect.now
    const dueAt = isJobOver(given) ? sql`NULL` : sql`${now} + ${Duration.toMillis(dueAfter)}`
    yield* mapErrors(sql`
      UPDATE ${table("contact_jobs")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}, due_at = ${dueAt}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
  })
}

/** Claims due jobs. Skips jobs locked by another transaction. */
const claimDue = (db: Db): Store["claimDue"] => {
  const { dialect, mapErrors, sql, table, transaction } = db
  return ({ dueAfter, limit }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const due = yield* refs(
          db,
          sql`
            SELECT workspace_uuid AS workspace, uuid AS job FROM ${table("contact_jobs")}
            WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`
        )
        if (due.length === 0) return []
        const given = dialect.valuesTable("given", { workspace: "uuid", job: "uuid" }, due)
        yield* mapErrors(sql`
          UPDATE ${table("contact_jobs")} SET due_at = ${now} + ${Duration.toMillis(dueAfter)} FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.job`)
        return due
      })
    )
}

export const layer = Layer.effect(
  ContactJobStore,
  Effect.map(Database, (db) =>
    ContactJobStore.of({
      insert: insert(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      claimDue: claimDue(db)
    })
  )
)
