import { RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { rowsOf } from "../shared/Rows.ts"

type Store = DeliveryStore["Service"]

const kept = rowsOf(Schema.Struct({ uuid: RecipientUuid, identifier: Schema.String }))
const identifiers = rowsOf(Schema.Struct({ identifier: Schema.String }))

/** Keeps the addresses under which recipients write. */
export const keepWriters =
  (db: Db): Store["keepWriters"] =>
  ({ broadcast, workspace }, writers) => {
    if (writers.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { recipient: "uuid", writer: "text" },
      writers.map(({ uuid, writesFrom }) => ({ recipient: uuid, writer: writesFrom }))
    )
    return kept(
      db,
      sql`
        UPDATE ${table("broadcast_recipients")} SET writes_from = writer FROM ${given}
        WHERE uuid = recipient AND workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND identifier <> ''
        RETURNING uuid, identifier`
    )
  }

/** How many addresses one statement looks for. */
const addressesAtOnce = 100

/**
 * Returns identifiers, which an index finds by the addresses that are not those that were sent to. The addresses are
 * parameters and no table, which a planner may join by reading the whole index.
 */
export const writingFrom =
  (db: Db): Store["writingFrom"] =>
  (workspace, addresses) => {
    const { sql, table } = db
    const ofSome = (some: ReadonlyArray<string>) =>
      identifiers(
        db,
        sql`
          SELECT DISTINCT identifier FROM ${table("broadcast_recipients")}
          WHERE workspace_uuid = ${workspace} AND writes_from IS NOT NULL AND ${sql.in("writes_from", some)}`
      )
    return Effect.map(Effect.forEach(Arr.chunksOf(Arr.dedupe(addresses), addressesAtOnce), ofSome), (found) =>
      Arr.dedupe(found.flat().map(({ identifier }) => identifier))
    )
  }
