import { WorkspaceUuid } from "@rollcall/core"
import { isAdditionOver, type SearchAdditionRef, StoredSearchAddition } from "@rollcall/core/lists"
import { SearchAdditionUuid } from "@rollcall/core/shared"
import { SearchAdditionStore } from "@rollcall/core/storage"
import { Duration, Effect, Layer, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"

type Store = SearchAdditionStore["Service"]

const Instant = Schema.DateTimeUtcFromMillis
const { after, search } = StoredSearchAddition.fields

/** An addition as a row of `search_additions`; its search and its place are JSON. */
const Row = Schema.Struct({
  ...StoredSearchAddition.fields,
  search: Schema.NullOr(Schema.fromJsonString(search.members[0])),
  after: Schema.NullOr(Schema.fromJsonString(after.members[0])),
  createdAt: Instant,
  updatedAt: Instant
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    contactListUuid: "list_uuid",
    after: "place",
    createdBy: "created_by",
    createdAt: "created_at",
    updatedAt: "updated_at"
  })
)

const columns = [
  ...["uuid", "workspace_uuid", "list_uuid", "status", "reason", "search", "place", "total", "processed", "added"],
  ...["present", "created_by", "created_at", "updated_at"]
]

const addition = firstOf(Row)
const refs = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, addition: SearchAdditionUuid }))
const encode = Schema.encodeSync(Row)

const insert = (db: Db): Store["insert"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (given) {
    const record = encode(given)
    const [names, values] = [Object.keys(record), Object.values(record)]
    const now = yield* dialect.now
    yield* mapErrors(sql`
      INSERT INTO ${table("search_additions")} (${sql.csv(names.map((name) => sql`${sql(name)}`))}, due_at)
      VALUES (${sql.csv(values.map((value) => sql`${value}`))}, ${now})`)
  })
}

const select = ({ sql, table }: Db, ref: SearchAdditionRef) => sql`
  SELECT ${sql.csv(columns)} FROM ${table("search_additions")}
  WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.addition}`

const find =
  (db: Db): Store["find"] =>
  (ref) =>
    addition(db, select(db, ref))

const lock =
  (db: Db): Store["lock"] =>
  (ref) =>
    addition(db, db.sql`${select(db, ref)} ${db.dialect.lockRows("update", { skipLocked: true })}`)

const replace = (db: Db): Store["replace"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (given, dueAfter) {
    const record = encode(given)
    const now = yield* dialect.now
    const dueAt = isAdditionOver(given) ? sql`NULL` : sql`${now} + ${Duration.toMillis(dueAfter)}`
    yield* mapErrors(sql`
      UPDATE ${table("search_additions")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}, due_at = ${dueAt}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
  })
}

/** Skips additions that another transaction has locked. */
const claimDue = (db: Db): Store["claimDue"] => {
  const { dialect, mapErrors, sql, table, transaction } = db
  return ({ dueAfter, limit }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const due = yield* refs(
          db,
          sql`
            SELECT workspace_uuid AS workspace, uuid AS addition FROM ${table("search_additions")}
            WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`
        )
        if (due.length === 0) return []
        const given = dialect.valuesTable("given", { workspace: "uuid", addition: "uuid" }, due)
        yield* mapErrors(sql`
          UPDATE ${table("search_additions")} SET due_at = ${now} + ${Duration.toMillis(dueAfter)} FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.addition`)
        return due
      })
    )
}

/** The {@link SearchAdditionStore} port over the table `search_additions`. */
export const layer = Layer.effect(
  SearchAdditionStore,
  Effect.map(Database, (db) =>
    SearchAdditionStore.of({
      insert: insert(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      claimDue: claimDue(db)
    })
  )
)
