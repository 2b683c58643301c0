import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { Erasure, ErasureStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema, Struct } from "effect"
import { storeLayer } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { claimFirst } from "../shared/DueRows.ts"

/** An erasure without its uuids, as a JSON string. */
const Person = Schema.fromJsonString(Schema.Struct(Struct.omit(Erasure.fields, ["workspace", "contact"])))
const encodePerson = Schema.encodeSync(Person)
const due = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, contact: ContactUuid, person: Person }))

export const layer = storeLayer(ErasureStore, (db) => {
  const { dialect, run, sql, table } = db
  return {
    add: Effect.fnUntraced(function* ({ contact, workspace, ...person }, dueAfter) {
      const dueAt = sql`${yield* dialect.now} + ${Duration.toMillis(dueAfter)}`
      yield* run(sql`
        INSERT INTO ${table("contact_erasures")} (workspace_uuid, contact_uuid, person, due_at)
        VALUES (${workspace}, ${contact}, ${encodePerson(person)}, ${dueAt})`)
    }),

    remove: (workspace, contact) =>
      run(sql`
        DELETE FROM ${table("contact_erasures")} WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact}`),

    claimDue: ({ dueAfter, limit }) => {
      const erasures = { from: "contact_erasures", key: "contact_uuid", as: "contact", more: sql`, person` } as const
      return Effect.map(claimFirst(db, due, erasures, limit, dueAfter), (rows) =>
        rows.map(({ person, ...ref }) => ({ ...ref, ...person }))
      )
    }
  }
})
