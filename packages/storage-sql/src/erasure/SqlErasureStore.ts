import { Erasure, ErasureStore } from "@rollcall/core/storage"
import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { Duration, Effect, Layer, Schema, Struct } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = ErasureStore["Service"]

/** An erasure without its uuids, as a JSON string. */
const Person = Schema.fromJsonString(Schema.Struct(Struct.omit(Erasure.fields, ["workspace", "contact"])))
const encodePerson = Schema.encodeSync(Person)
const due = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, contact: ContactUuid, person: Person }))

const add = (db: Db): Store["add"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* ({ contact, workspace, ...person }, dueAfter) {
    const dueAt = sql`${yield* dialect.now} + ${Duration.toMillis(dueAfter)}`
    yield* mapErrors(sql`
      INSERT INTO ${table("contact_erasures")} (workspace_uuid, contact_uuid, person, due_at)
      VALUES (${workspace}, ${contact}, ${encodePerson(person)}, ${dueAt})`)
  })
}

const remove =
  ({ mapErrors, sql, table }: Db): Store["remove"] =>
  (workspace, contact) =>
    Effect.asVoid(
      mapErrors(sql`
        DELETE FROM ${table("contact_erasures")} WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact}`)
    )

/** Claims due erasures. Skips erasures locked by another transaction. */
const claimDue = (db: Db): Store["claimDue"] => {
  const { dialect, mapErrors, sql, table, transaction } = db
  return ({ dueAfter, limit }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const rows = yield* due(
          db,
          sql`
            SELECT workspace_uuid AS workspace, contact_uuid AS contact, person FROM ${table("contact_erasures")}
            WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`
        )
        if (rows.length === 0) return []
        const given = dialect.valuesTable(
          "given",
          { workspace: "uuid", contact: "uuid" },
          rows.map(({ contact, workspace }) => ({ workspace, contact }))
        )
        yield* mapErrors(sql`
          UPDATE ${table("contact_erasures")} SET due_at = ${now} + ${Duration.toMillis(dueAfter)} FROM ${given}
          WHERE workspace_uuid = given.workspace AND contact_uuid = given.contact`)
        return rows.map(({ contact, person, workspace }) => ({ workspace, contact, ...person }))
      })
    )
}

export const layer = Layer.effect(
  ErasureStore,
  Effect.map(Database, (db) => ErasureStore.of({ add: add(db), remove: remove(db), claimDue: claimDue(db) }))
)
