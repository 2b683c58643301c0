import { BroadcastUuid, RecipientUuid, type WorkspaceUuid } from "@rollcall/core"
import { type BroadcastRef, Delivery, type DeliveryStore, noParameters } from "@rollcall/core/storage"
import { Array as Arr, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { writeCounted } from "../counts/CountedWrites.ts"
import { countedAfter, countedBefore, recipientChanges, selectedBefore } from "../counts/RecipientCounts.ts"
import { changeOf, changingColumns, deliveryColumns, DeliveryRow } from "./DeliveryRow.ts"

type Store = DeliveryStore["Service"]
type DeliveryKey = Pick<Delivery.Delivery, "workspaceUuid" | "uuid">

const deliveries = rowsOf(DeliveryRow)
const unsent = rowsOf(Schema.Struct({ uuid: RecipientUuid, broadcast: BroadcastUuid }))

/** Locks deliveries in the order of their uuids to avoid deadlocks. */
export const lockDeliveries =
  (db: Db): Store["lock"] =>
  (selector) => {
    const wanted = selected(db, selector)
    const { dialect, sql, table } = db
    return wanted === null
      ? Effect.succeed([])
      : deliveries(db)(sql`
        SELECT ${sql.csv(deliveryColumns)} FROM ${table("broadcast_recipients")} WHERE ${wanted}
        ORDER BY uuid ${dialect.lockRows("update")}`)
  }

/** Maximum addresses per statement. */
const addressesAtOnce = 100

/**
 * Returns the pending and claimed deliveries to some addresses. Uses one index for identifiers and one for separate
 * addresses.
 */
export const unsentTo =
  (db: Db): Store["unsentTo"] =>
  (workspace, addresses) =>
    Effect.map(
      Effect.forEach(Arr.chunksOf(Arr.dedupe(addresses), addressesAtOnce), (some) => unsentToSome(db, workspace, some)),
      (found) => found.flat().map(({ broadcast, uuid }) => ({ ref: { workspace, broadcast }, uuid }))
    )

const unsentToSome = (db: Db, workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) => {
  const { dialect, sql, table } = db
  const having = (column: string, has: string) => {
    const isTo = addresses.map((address) => dialect.compare(column, "=", address, "broadcast_recipients"))
    return sql`
      SELECT uuid, broadcast_uuid AS broadcast FROM ${table("broadcast_recipients")}
      WHERE workspace_uuid = ${workspace} AND ${sql.or(isTo)} AND status IN ('pending', 'claimed')
        AND address IS ${sql.literal(has)}`
  }
  return unsent(db)(sql`${having("identifier", "NULL")} UNION ALL ${having("address", "NOT NULL")}`)
}

/** Returns a selector's condition on `broadcast_recipients`; null if the selector is empty. */
const selected = (db: Db, selector: Parameters<Store["lock"]>[0]): Statement.Fragment | null => {
  const { dialect, sql } = db
  if ("deliveries" in selector) return selector.deliveries.length === 0 ? null : isOneOf(db, selector.deliveries)
  const { messageIds } = selector
  const given = columnTable(dialect, "wanted", "text", messageIds)
  return messageIds.length === 0 ? null : sql`message_id IN (SELECT wanted FROM ${given})`
}

/** Returns the condition that a row of `broadcast_recipients` is one of the deliveries. */
export const isOneOf = ({ dialect, sql }: Db, deliveries: ReadonlyArray<DeliveryKey>) => {
  const given = dialect.valuesTable(
    "given",
    { of_workspace: "uuid", wanted: "uuid" },
    deliveries.map(({ uuid, workspaceUuid }) => ({ of_workspace: workspaceUuid, wanted: uuid }))
  )
  return sql`(workspace_uuid, uuid) IN (SELECT of_workspace, wanted FROM ${given})`
}

/**
 * Updates the changing columns of locked deliveries in one statement. A second statement removes personal data from the
 * deliveries of erased contacts, in columns that never change otherwise.
 */
export const saveDeliveries = (db: Db): Store["save"] =>
  Effect.fnUntraced(function* (rows) {
    if (rows.length === 0) return
    const { dialect, run, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { workspace_uuid: "uuid", uuid: "uuid", ...changingColumns },
      rows.map(changeOf)
    )
    const changes = Object.keys(changingColumns).map((column) => sql`${sql(column)} = given.${sql(column)}`)
    const before = sql`before AS MATERIALIZED (
      SELECT workspace_uuid AS before_workspace, uuid AS before_uuid, ${sql.literal(selectedBefore)}
      FROM ${table("broadcast_recipients")} WHERE ${isOneOf(db, rows)}
    )`
    // Reads the rows before the write, even if a statement sees more than one snapshot: the update applies to the rows that
    // were read.
    const [from, isSame] = dialect.engine.writesInSubqueries
      ? [
          sql`, before`,
          sql`broadcast_recipients.workspace_uuid = before_workspace AND broadcast_recipients.uuid = before_uuid`
        ]
      : [sql``, sql.literal("TRUE")]
    yield* run(
      writeCounted(db, {
        write: sql`UPDATE ${table("broadcast_recipients")} SET ${sql.csv(changes)} FROM ${given}${from}
          WHERE broadcast_recipients.workspace_uuid = given.workspace_uuid AND broadcast_recipients.uuid = given.uuid
            AND ${isSame}`,
        returns: {},
        counting: {
          given: before,
          returns: { ...countedAfter, ...countedBefore },
          changes: recipientChanges(db, "updated", broadcastsOf(rows))
        }
      })
    )
    yield* erasePersons(
      db,
      rows.filter(({ identifier }) => identifier === "")
    )
  })

/** Returns the distinct broadcasts of deliveries. */
const broadcastsOf = (rows: ReadonlyArray<Delivery.Delivery>): ReadonlyArray<BroadcastRef> =>
  Array.from(new Map(rows.map((row) => [row.broadcastUuid, Delivery.broadcastOf(row)])).values())

const erasePersons = (db: Db, rows: ReadonlyArray<Delivery.Delivery>) => {
  if (rows.length === 0) return Effect.void
  const { run, sql, table } = db
  return run(sql`
    UPDATE ${table("broadcast_recipients")}
    SET identifier = '', client_reference = NULL, contact_uuid = NULL, address = NULL, writes_from = NULL,
      problems = NULL,
      parameters = CASE WHEN parameters IS NULL THEN NULL ELSE ${JSON.stringify(noParameters)} END
    WHERE ${isOneOf(db, rows)}`)
}
