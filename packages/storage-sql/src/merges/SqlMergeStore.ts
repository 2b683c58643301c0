import { ActorUuid, ContactListUuid, ContactUuid, NoteUuid, WorkspaceUuid } from "@rollcall/core"
import { MergeState } from "@rollcall/core/people"
import { MergeStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Schema } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, readAs, rowsOf } from "../database/Rows.ts"
import { distribute } from "./Distribute.ts"
import { duplicates } from "./SqlDuplicates.ts"

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
const addresses = readAs(
  rowsOf(Schema.Struct({ address: Schema.String })),
  Arr.map(({ address }) => address)
)

export const layer = storeLayer(MergeStore, (db) => {
  const { dialect, inTransaction, run, sql, table } = db

  /** Follows merges from a survivor to the contacts merged into it, using the survivor index. */
  const selectInto = (workspace: WorkspaceUuid, into: ContactUuid, columns: ReadonlyArray<string>) => sql`
    WITH RECURSIVE named AS (
      SELECT ${sql.csv(columns)} FROM ${table("contact_merges")}
      WHERE workspace_uuid = ${workspace} AND into_uuid = ${into}
      UNION ALL
      SELECT ${sql.csv(columns.map((column) => sql`${sql("merge")}.${sql(column)}`))}
      FROM named JOIN ${table("contact_merges")} AS merge
        ON merge.workspace_uuid = ${workspace} AND merge.into_uuid = named.from_uuid
    )
    SELECT ${sql.csv(columns)} FROM named`

  return {
    add: ({ from, into, mergedAt, mergedBy, state, workspace }, identifiers) => {
      const merge = run(sql`
        INSERT INTO ${table("contact_merges")} (${sql.csv(columns)})
        VALUES (${workspace}, ${from}, ${into}, ${DateTime.toEpochMillis(mergedAt)}, ${mergedBy}, ${encodeState(state)})`)
      if (identifiers.length === 0) return merge
      const given = dialect.valuesTable(
        "given",
        { workspace_uuid: "uuid", from_uuid: "uuid", field: "text", value: "text" },
        identifiers.map(({ field, value }) => ({ workspace_uuid: workspace, from_uuid: from, field, value }))
      )
      const known = run(sql`
        INSERT INTO ${table("merged_identifiers")} (workspace_uuid, from_uuid, field, value)
        SELECT workspace_uuid, from_uuid, field, value FROM ${given}`)
      return inTransaction(Effect.andThen(merge, known))
    },

    remove: (workspace, from) =>
      run(sql`DELETE FROM ${table("contact_merges")} WHERE workspace_uuid = ${workspace} AND from_uuid = ${from}`),

    last: (workspace, into) =>
      firstMerge(db)(sql`
        SELECT ${sql.csv(columns)} FROM ${table("contact_merges")}
        WHERE workspace_uuid = ${workspace} AND into_uuid = ${into} ORDER BY merged_at DESC LIMIT 1`),

    all: (workspace, into) => merges(db)(selectInto(workspace, into, columns)),
    mergedInto: (workspace, into) => mergedContacts(db)(selectInto(workspace, into, mergedColumns)),

    belongings: (workspace, contact) => {
      const own = sql`workspace_uuid = ${workspace} AND contact_uuid = ${contact}`
      return Effect.all({
        formerAddresses: addresses(db)(sql`SELECT address FROM ${table("former_addresses")} WHERE ${own}`),
        memberships: memberships(db)(sql`
          SELECT list_uuid, added_at, added_by FROM ${table("contact_list_members")} WHERE ${own}`),
        notes: notes(db)(sql`SELECT uuid, updated_at FROM ${table("contact_notes")} WHERE ${own}`)
      })
    },

    distribute: distribute(db),
    duplicates: duplicates(db)
  }
})
