import { RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { readAs, rowsOf } from "../database/Rows.ts"
import { isOneOf } from "./LockDeliveries.ts"

type Store = DeliveryStore["Service"]

const kept = rowsOf(Schema.Struct({ uuid: RecipientUuid, identifier: Schema.String }))
const addresses = rowsOf(Schema.Struct({ address: Schema.String, other: Schema.NullOr(Schema.String) }))

/** Stores the addresses that recipients write from. */
export const keepWriters =
  (db: Db): Store["keepWriters"] =>
  ({ broadcast, workspace }, writers) => {
    if (writers.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { of_workspace: "uuid", recipient: "uuid", writer: "text" },
      writers.map(({ uuid, writesFrom }) => ({ of_workspace: workspace, recipient: uuid, writer: writesFrom }))
    )
    return kept(db)(sql`
      UPDATE ${table("broadcast_recipients")} SET writes_from = writer FROM ${given}
      WHERE workspace_uuid = of_workspace AND uuid = recipient AND broadcast_uuid = ${broadcast} AND identifier <> ''
      RETURNING uuid, identifier`)
  }

const writers = readAs(
  rowsOf(Schema.Struct({ writer: Schema.String })),
  Arr.map(({ writer }) => writer)
)

/** Returns the addresses that the recipients of deliveries write from. */
export const writersOf =
  (db: Db): Store["writersOf"] =>
  (deliveries) =>
    deliveries.length === 0
      ? Effect.succeed([])
      : writers(db)(db.sql`
        SELECT DISTINCT writes_from AS writer FROM ${db.table("broadcast_recipients")}
        WHERE ${isOneOf(db, deliveries)} AND writes_from IS NOT NULL`)

/** Maximum addresses per statement. */
const addressesAtOnce = 100

/**
 * Returns the other addresses of recipients, using an index on each of the three address columns. The addresses are
 * parameters rather than a table, because a planner may join a table by reading a whole index. A condition on recipients
 * who write from another address is left out, because the planner would read the index of all of them.
 */
export const otherAddresses =
  (db: Db): Store["otherAddresses"] =>
  (workspace, given) => {
    const { dialect, sql, table } = db
    const select = (wanted: string, sought: string, isSought: Statement.Fragment) => sql`
      SELECT ${sql(sought)} AS address, ${sql(wanted)} AS other FROM ${table("broadcast_recipients")}
      WHERE workspace_uuid = ${workspace} AND ${isSought}`
    const ofSome = (some: ReadonlyArray<string>) => {
      const isIn = (column: string) =>
        sql.or(some.map((address) => dialect.compare(column, "=", address, "broadcast_recipients")))
      return addresses(db)(sql`
        ${select("identifier", "writes_from", sql`writes_from IS NOT NULL AND ${sql.in("writes_from", some)}`)}
        UNION ${select("writes_from", "identifier", isIn("identifier"))}
        UNION ${select("writes_from", "address", sql`address IS NOT NULL AND ${isIn("address")}`)}`)
    }
    return Effect.map(Effect.forEach(Arr.chunksOf(Arr.dedupe(given), addressesAtOnce), ofSome), (found) =>
      found.flat().flatMap(({ address, other }) => (other === null ? [] : [{ address, other }]))
    )
  }
