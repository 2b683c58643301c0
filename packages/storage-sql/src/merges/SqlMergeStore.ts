import { ActorUuid, ContactListUuid, ContactUuid, NoteUuid, WorkspaceUuid } from "@rollcall/core"
import { type Belongings, MergeState } from "@rollcall/core/people"
import { MergeStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"
import { distribute } from "./Distribute.ts"
import { duplicates } from "./SqlDuplicates.ts"

type Store = MergeStore["Service"]

/** Both contacts and the result of their merge, as a JSON string. */
const State = Schema.fromJsonString(Schema.toCodecJson(MergeState))
const encodeState = Schema.encodeSync(State)

const Instant = Schema.DateTimeUtcFromMillis

const merged = {
  workspace: WorkspaceUuid,
  from: ContactUuid,
  into: ContactUuid,
  mergedAt: Instant,
  mergedBy: ActorUuid
}
const keys = {
  workspace: "workspace_uuid",
  from: "from_uuid",
  into: "into_uuid",
  mergedAt: "merged_at",
  mergedBy: "merged_by"
} as const
const mergedContacts = rowsOf(Schema.Struct(merged).pipe(Schema.encodeKeys(keys)))
const MergeRow = Schema.Struct({ ...merged, state: State }).pipe(Schema.encodeKeys(keys))
const merges = rowsOf(MergeRow)
const firstMerge = firstOf(MergeRow)
const mergedColumns = Object.values(keys)
const columns = [...mergedColumns, "state"]

const add = (db: Db): Store["add"] => {
  const { dialect, inTransaction, mapErrors, sql, table } = db
  return ({ from, into, mergedAt, mergedBy, state, workspace }, identifiers) => {
    const merge = mapErrors(sql`
      INSERT INTO ${table("contact_merges")} (${sql.csv(columns)})
      VALUES (${workspace}, ${from}, ${into}, ${DateTime.toEpochMillis(mergedAt)}, ${mergedBy}, ${encodeState(state)})`)
    const given = dialect.valuesTable(
      "given",
      { workspace_uuid: "uuid", from_uuid: "uuid", field: "text", value: "text" },
      identifiers.map(({ field, value }) => ({ workspace_uuid: workspace, from_uuid: from, field, value }))
    )
    const known = mapErrors(sql`
      INSERT INTO ${table("merged_identifiers")} (workspace_uuid, from_uuid, field, value)
      SELECT workspace_uuid, from_uuid, field, value FROM ${given}`)
    return identifiers.length === 0 ? Effect.asVoid(merge) : inTransaction(Effect.andThen(merge, Effect.asVoid(known)))
  }
}

const remove =
  ({ mapErrors, sql, table }: Db): Store["remove"] =>
  (workspace, from) =>
    Effect.asVoid(
      mapErrors(sql`DELETE FROM ${table("contact_merges")} WHERE workspace_uuid = ${workspace} AND from_uuid = ${from}`)
    )

const last = (db: Db): Store["last"] => {
  const { sql, table } = db
  return (workspace, into) =>
    firstMerge(
      db,
      sql`
        SELECT ${sql.csv(columns)} FROM ${table("contact_merges")}
        WHERE workspace_uuid = ${workspace} AND into_uuid = ${into} ORDER BY merged_at DESC LIMIT 1`
    )
}

/** Follows merges from a survivor to the contacts merged into it, using the survivor index. */
const selectInto = (
  { sql, table }: Db,
  workspace: WorkspaceUuid,
  into: ContactUuid,
  columns: ReadonlyArray<string>
) => {
  const merge = sql.csv(columns.map((column) => sql`${sql("merge")}.${sql(column)}`))
  return sql`
    WITH RECURSIVE named AS (
      SELECT ${sql.csv(columns)} FROM ${table("contact_merges")}
      WHERE workspace_uuid = ${workspace} AND into_uuid = ${into}
      UNION ALL
      SELECT ${merge} FROM named JOIN ${table("contact_merges")} AS merge
        ON merge.workspace_uuid = ${workspace} AND merge.into_uuid = named.from_uuid
    )
    SELECT ${sql.csv(columns)} FROM named`
}

const memberships = rowsOf(
  Schema.Struct({ list: ContactListUuid, addedAt: Instant, addedBy: ActorUuid }).pipe(
    Schema.encodeKeys({ list: "list_uuid", addedAt: "added_at", addedBy: "added_by" })
  )
)
const notes = rowsOf(
  Schema.Struct({ note: NoteUuid, updatedAt: Instant }).pipe(
    Schema.encodeKeys({ note: "uuid", updatedAt: "updated_at" })
  )
)
const addresses = rowsOf(Schema.Struct({ address: Schema.String }))

const belongings = (db: Db): Store["belongings"] => {
  const { sql, table } = db
  return Effect.fnUntraced(function* (workspace, contact) {
    const own = sql`workspace_uuid = ${workspace} AND contact_uuid = ${contact}`
    const former = yield* addresses(db, sql`SELECT address FROM ${table("former_addresses")} WHERE ${own}`)
    const has: Belongings = {
      memberships: yield* memberships(
        db,
        sql`SELECT list_uuid, added_at, added_by FROM ${table("contact_list_members")} WHERE ${own}`
      ),
      notes: yield* notes(db, sql`SELECT uuid, updated_at FROM ${table("contact_notes")} WHERE ${own}`),
      formerAddresses: former.map(({ address }) => address)
    }
    return has
  })
}

export const layer = Layer.effect(
  MergeStore,
  Effect.map(Database, (db) =>
    MergeStore.of({
      add: add(db),
      remove: remove(db),
      last: last(db),
      all: (workspace, into) => merges(db, selectInto(db, workspace, into, columns)),
      mergedInto: (workspace, into) => mergedContacts(db, selectInto(db, workspace, into, mergedColumns)),
      belongings: belongings(db),
      distribute: distribute(db),
      duplicates: duplicates(db)
    })
  )
)
