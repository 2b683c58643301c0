import { BroadcastUuid, ContactUuid, RecipientReason, type WorkspaceUuid } from "@rollcall/core"
import { MessageParameters } from "@rollcall/core/channel"
import { RecipientStatus, RetryStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = RetryStore["Service"]

const outcome = { status: RecipientStatus, reason: Schema.NullOr(RecipientReason), address: Schema.String }
const pastRecipients = rowsOf(
  Schema.Struct({
    ...outcome,
    position: Schema.Natural,
    identifier: Schema.String,
    clientReference: Schema.NullOr(Schema.String),
    contact: Schema.NullOr(ContactUuid),
    parameters: Schema.NullOr(Schema.fromJsonString(MessageParameters))
  })
)
const pastOutcomes = rowsOf(
  Schema.Struct({
    ...outcome,
    position: Schema.Natural,
    broadcast: BroadcastUuid,
    contact: Schema.NullOr(ContactUuid)
  })
)
const named = rowsOf(Schema.Struct({ uuid: BroadcastUuid }))

/** Reads the recipients of a broadcast in the order of the position index. */
const recipients = (db: Db): Store["recipients"] => {
  const { sql, table } = db
  return ({ broadcast, workspace }, { reasons, statuses }, after, limit) => {
    const wanted = [
      ...(statuses.length === 0 ? [] : [sql.in("status", statuses)]),
      ...(reasons.length === 0 ? [] : [sql.in("reason", reasons)])
    ]
    if (wanted.length === 0) return Effect.succeed([])
    return pastRecipients(
      db,
      sql`
        SELECT position, identifier, coalesce(address, identifier) AS address, status, reason, parameters,
          client_reference AS ${sql("clientReference")}, contact_uuid AS contact
        FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND position > ${after}
          AND identifier <> '' AND ${sql.or(wanted)} AND ${isVisible(db, workspace)}
        ORDER BY position LIMIT ${limit}`
    )
  }
}

/** Returns the condition that a recipient's broadcast shows its recipients. */
const isVisible = ({ sql, table }: Db, workspace: WorkspaceUuid) => sql`
  broadcast_uuid NOT IN (
    SELECT uuid FROM ${table("broadcasts")} WHERE workspace_uuid = ${workspace} AND is_complete = 0
  )`

/** Maximum addresses or contacts per statement. */
const wantedAtOnce = 1_000

/** Reads the outcomes of recipients. Uses one index for identifiers, one for separate addresses, and one for contacts. */
const outcomes = (db: Db): Store["outcomes"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (workspace, broadcasts, { addresses, contacts = [] }) {
    if (broadcasts.length === 0) return []
    const having = (column: "identifier" | "address" | "contact_uuid", wanted: ReadonlyArray<string>) => {
      const type = column === "contact_uuid" ? "uuid" : "text"
      const given = dialect.valuesTable(
        "given",
        { wanted: type },
        wanted.map((one) => ({ wanted: one }))
      )
      const isWanted =
        column === "contact_uuid"
          ? sql`contact_uuid = given.wanted`
          : dialect.matches(column, sql`given.wanted`, "broadcast_recipients")
      const isWritten =
        column === "contact_uuid"
          ? sql``
          : sql` AND address IS ${sql.literal(column === "address" ? "NOT NULL" : "NULL")}`
      return sql`
        SELECT broadcast_uuid AS broadcast, position, coalesce(address, identifier) AS address,
          contact_uuid AS contact, status, reason
        FROM ${given} JOIN ${table("broadcast_recipients")} ON workspace_uuid = ${workspace} AND ${isWanted}${isWritten}
        WHERE identifier <> '' AND ${sql.in("broadcast_uuid", broadcasts)} AND ${isVisible(db, workspace)}`
    }
    const read = (statement: ReturnType<typeof having>) => pastOutcomes(db, dialect.runUnprepared(statement))
    const found = [
      ...(yield* Effect.forEach(Arr.chunksOf(Arr.dedupe(addresses), wantedAtOnce), (some) =>
        read(sql`${having("identifier", some)} UNION ALL ${having("address", some)}`)
      )),
      ...(yield* Effect.forEach(Arr.chunksOf(Arr.dedupe(contacts), wantedAtOnce), (some) =>
        read(having("contact_uuid", some))
      ))
    ].flat()
    if (contacts.length === 0) return found
    return Array.from(new Map(found.map((one) => [`${one.broadcast} ${one.position}`, one])).values())
  })
}

const retriesOf = (db: Db): Store["retriesOf"] => {
  const { sql, table } = db
  return (workspace, broadcasts) =>
    broadcasts.length === 0
      ? Effect.succeed([])
      : Effect.map(
          named(
            db,
            sql`
              SELECT uuid FROM ${table("broadcasts")}
              WHERE workspace_uuid = ${workspace} AND ${sql.in("retry_of", broadcasts)}
                AND status NOT IN ('staged', 'discarded')`
          ),
          Arr.map(({ uuid }) => uuid)
        )
}

export const layer = Layer.effect(
  RetryStore,
  Effect.map(Database, (db) =>
    RetryStore.of({ recipients: recipients(db), outcomes: outcomes(db), retriesOf: retriesOf(db) })
  )
)
